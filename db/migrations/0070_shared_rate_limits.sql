-- Rate limits that processes and servers share (docs/decisions/0074). The columns are those of rate-limiter-flexible.

-- Unlogged: no commit waits for the disk or a standby, and after a crash or a fail-over everybody begins a new minute.
create unlogged table rate_limits (
  -- The limit and whom it counts: an IP address, or the network of one.
  key text primary key,
  points integer not null,
  -- When the count begins anew, in milliseconds since 1970.
  expire bigint
);

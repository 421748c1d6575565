-- The link with which the first owner sets up an empty store: used once, replaced by each start.
create table setup_links (
  only_row boolean primary key default true constraint setup_links_single_row check (only_row),
  token_hash bytea not null,
  expires_at timestamptz not null
);

-- The mail server that an owner entered; SMTP_URL in the environment wins.
create table mail_servers (
  only_row boolean primary key default true constraint mail_servers_single_row check (only_row),
  host text not null,
  port integer not null constraint mail_servers_port_valid check (port between 1 and 65535),
  -- `tls` from the first byte on, `starttls` after a greeting in the clear, `none` for a server on the same machine.
  encryption text not null constraint mail_servers_encryption_valid check (encryption in ('tls', 'starttls', 'none')),
  user_name text not null,
  -- Sealed with the store's secret; null without a password.
  sealed_password bytea
);

-- Mails that no mail server took, and those of a restored backup: they wait for somebody to send them again.
create table undelivered_mails (
  -- Of the job that was to send it, and of the mail itself: sent again, it is the same mail.
  id uuid primary key,
  -- What it is about, in ids; never a token.
  payload jsonb not null,
  queued_at timestamptz not null,
  given_up_at timestamptz not null default now(),
  tries integer not null constraint tries_not_negative check (tries >= 0),
  reason text not null
);
create index undelivered_mails_oldest_first on undelivered_mails (queued_at, id);

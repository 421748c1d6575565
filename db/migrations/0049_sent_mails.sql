-- What was mailed: the queue forgets its jobs after a while (docs/decisions/0052). Never the text, which is made anew from the
-- ids to be looked at, and never a token.
create table sent_mails (
  -- Of the job that sent it, and of the mail itself.
  id uuid primary key,
  payload jsonb not null,
  recipient text not null,
  subject text not null,
  queued_at timestamptz not null,
  sent_at timestamptz not null default now(),
  tries integer not null constraint tries_from_1 check (tries >= 1),
  -- How often somebody had it sent again, as a mail of its own.
  resends integer not null default 0 constraint resends_not_negative check (resends >= 0)
);
create index sent_mails_newest_first on sent_mails (queued_at desc, id desc);
create index sent_mails_by_recipient on sent_mails (lower(recipient) text_pattern_ops);
create index sent_mails_of_order on sent_mails ((payload ->> 'order_id')) where payload ->> 'order_id' is not null;
create index sent_mails_of_return on sent_mails ((payload ->> 'return_id')) where payload ->> 'return_id' is not null;

-- Newsletters: written, sent once to each who wanted them when that began, and what became of each mail (docs/back-office §4).
create table newsletters (
  id integer generated always as identity primary key,
  subject text not null,
  body text not null,
  -- Of the draft; it goes with each change.
  version integer not null default 1,
  state text not null default 'draft' constraint newsletter_state_known check (state in ('draft', 'sending', 'stopped', 'sent')),
  -- Who stopped it: staff, or the shop, because no mail server answered for a day.
  stopped_by text constraint newsletter_stopped_by_known check (stopped_by in ('staff', 'mail_server')),
  made_at timestamptz not null default now(),
  made_by text not null,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  started_at timestamptz,
  started_by text,
  ended_at timestamptz,
  -- To the subscribers up to that id who had confirmed it when it began; those after the other are still to come.
  up_to integer not null default 0,
  after_subscriber integer not null default 0,
  recipients integer not null default 0,
  -- By trigger, from the deliveries.
  sent_count integer not null default 0,
  refused_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  unsubscribed_count integer not null default 0,
  -- Which process sends it, and when that last said so.
  token text,
  seen_at timestamptz,
  -- How often in a row no mail server took anything, and what it said.
  faults integer not null default 0,
  fault text not null default '',
  constraint newsletter_begins_once check ((state = 'draft') = (started_at is null)),
  constraint newsletter_says_who_stopped_it check ((state = 'stopped') = (stopped_by is not null)),
  constraint newsletter_ends_once check ((state = 'sent') = (ended_at is not null))
);
create index newsletters_by_state on newsletters (state, id desc);

-- One for each subscriber that was come to: the key is why nobody is mailed twice. Without a reference to the subscriber: when
-- a person is erased, what was sent to how many stays, and says of nobody who it was.
create table newsletter_deliveries (
  newsletter_id integer not null references newsletters (id),
  subscriber_id integer not null,
  -- Names the mail (its Message-ID), also on the disk.
  mail_id uuid not null default gen_random_uuid(),
  -- `unknown`: the process or the connection ended before it was said whether it was taken; it is not sent again.
  state text not null default 'sending' constraint delivery_state_known
    check (state in ('sending', 'waiting', 'sent', 'refused', 'failed', 'unknown', 'withdrawn')),
  tries integer not null default 1,
  -- Of one that waits: not before then.
  try_at timestamptz,
  at timestamptz not null default now(),
  -- What the mail server said, as codes.
  code text not null default '',
  unsubscribed_at timestamptz,
  primary key (newsletter_id, subscriber_id),
  constraint delivery_waits_until check ((state = 'waiting') = (try_at is not null))
);
create unique index newsletter_deliveries_by_mail on newsletter_deliveries (mail_id);
create index newsletter_deliveries_by_subscriber on newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_of_state on newsletter_deliveries (newsletter_id, state, subscriber_id) where state <> 'sent';

create function count_newsletter_deliveries() returns trigger language plpgsql as $$
begin
  update newsletters set
      sent_count = sent_count + changed.sent, refused_count = refused_count + changed.refused,
      failed_count = failed_count + changed.failed, unknown_count = unknown_count + changed.unknown,
      unsubscribed_count = unsubscribed_count + changed.unsubscribed
    from (
      select newsletter_id, coalesce(sum(n) filter (where state = 'sent'), 0) as sent,
          coalesce(sum(n) filter (where state = 'refused'), 0) as refused,
          coalesce(sum(n) filter (where state = 'failed'), 0) as failed,
          coalesce(sum(n) filter (where state = 'unknown'), 0) as unknown,
          coalesce(sum(n) filter (where unsubscribed_at is not null), 0) as unsubscribed
        from (select newsletter_id, state, unsubscribed_at, 1 as n from after
          union all select newsletter_id, state, unsubscribed_at, -1 from before) rows group by newsletter_id) changed
    where newsletters.id = changed.newsletter_id
      and (changed.sent, changed.refused, changed.failed, changed.unknown, changed.unsubscribed) <> (0, 0, 0, 0, 0);
  return null;
end $$;
-- They are inserted as they begin to be sent, which counts for nothing yet.
create trigger newsletter_deliveries_counted after update on newsletter_deliveries
  referencing old table as before new table as after for each statement execute function count_newsletter_deliveries();

alter table newsletter_subscribers
  -- A mail server said that there is no such mailbox: nothing is sent there until it is confirmed anew.
  add column bounced_at timestamptz,
  add column bounce_code text not null default '';
create index newsletter_subscribers_bounced on newsletter_subscribers (id desc) where bounced_at is not null;

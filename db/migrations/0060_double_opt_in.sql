-- A newsletter goes only to who has confirmed by a mailed link that they want it. Who subscribed before has not, yet.
alter table newsletter_subscribers
  add column id integer generated always as identity constraint one_id_per_subscriber unique,
  add column state text not null default 'asked' constraint subscriber_state_known check (state in ('asked', 'confirmed', 'ended')),
  -- Where they were asked: in the footer, or before there was a mail to confirm.
  add column source text not null default 'before' constraint subscriber_source_known check (source in ('footer', 'before')),
  -- When the last mail with a link was queued: a few are not followed by many.
  add column mailed_at timestamptz,
  add column confirmed_at timestamptz,
  add column ended_at timestamptz,
  add column token_hash bytea constraint one_subscriber_per_token unique,
  add column token_until timestamptz,
  add constraint subscriber_confirmed_once check ((state = 'confirmed') <= (confirmed_at is not null)),
  add constraint subscriber_ended_once check ((state = 'ended') <= (ended_at is not null)),
  add constraint subscriber_token_ends check ((token_hash is null) = (token_until is null));

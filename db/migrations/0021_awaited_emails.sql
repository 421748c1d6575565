-- A new email waits until the link mailed to it is used together with the password. Until then, and for 7 days after it,
-- the old address can take the account back.
alter table email_changes
  -- Null where the change was made before emails waited.
  add column new_email text constraint new_email_in_lower_case check (new_email = lower(new_email)),
  -- Whether the old address was known to be its owner's.
  add column old_was_proven boolean not null default false,
  add column confirm_token_hash bytea constraint confirm_link_once unique,
  add column confirm_until timestamptz,
  -- Of the mail that tells the old address at once; token_hash is that of the mail after the change.
  add column asked_token_hash bytea constraint asked_link_once unique,
  add column confirmed_at timestamptz,
  -- No longer awaited, or no longer reserving the old address.
  add column ended_at timestamptz,
  add column taken_back_at timestamptz;

-- Changes of before took effect at once: they keep their link for what remains of the 7 days, and reserve the old address.
update email_changes set confirmed_at = created_at;
update email_changes change set ended_at = now()
  from users where users.id = change.user_id and users.email = change.old_email;

create unique index one_awaited_email on email_changes (user_id) where confirmed_at is null and ended_at is null;
create index reserved_emails on email_changes (old_email) where confirmed_at is not null and ended_at is null;

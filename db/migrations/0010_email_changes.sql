-- A changed email takes effect at once; whoever had the old one can undo it for 7 days by a mailed link.
create table email_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  old_email text not null,
  -- Made when the mail is written; null before that and when the link has been used.
  token_hash bytea constraint undo_link_once unique,
  created_at timestamptz not null default now()
);
create index email_changes_of_user on email_changes (user_id);

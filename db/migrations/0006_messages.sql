-- Messages from the contact form with their answers; drafts, schedules, covers and tags of posts.

create table messages (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  -- Whether the address is the confirmed one of the account that sent the message; anyone can type any address.
  email_confirmed boolean not null default false,
  -- The account that sent it; null for a guest.
  user_id integer references users(id),
  subject text not null,
  -- The sender typed it.
  order_number text not null default '',
  body text not null,
  state text not null default 'open',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint messages_state_valid check (state in ('open', 'answered', 'spam')),
  constraint messages_confirmed_by_account check (user_id is not null or not email_confirmed)
);
create index messages_created_at_idx on messages (created_at desc, id desc);
create index messages_state_idx on messages (state, created_at desc, id desc);
create index messages_email_idx on messages (lower(email));
create index messages_user_id_idx on messages (user_id) where user_id is not null;

-- Answers by email, as they were sent.
create table message_answers (
  id integer generated always as identity primary key,
  message_id integer not null references messages(id) on delete cascade,
  body text not null,
  -- Email of the staff member.
  sent_by text not null,
  sent_at timestamptz not null default now()
);
create index message_answers_message_id_idx on message_answers (message_id, id);

alter table posts
  -- URL of the picture that the author chose for lists; without it, the first picture of the content.
  add column cover text,
  add column tags text[] not null default '{}',
  -- When a scheduled post becomes public.
  add column publish_at timestamptz,
  -- When it first became public; lists are in this order.
  add column published_at timestamptz,
  drop constraint posts_visibility_valid,
  add constraint posts_visibility_valid check (visibility in ('public', 'waiting', 'hidden', 'draft', 'scheduled')),
  add constraint posts_schedule_complete check (visibility <> 'scheduled' or publish_at is not null);
update posts set published_at = created_at where visibility <> 'waiting';

create function set_post_published() returns trigger language plpgsql as $$
begin
  if new.visibility = 'public' and new.published_at is null then
    new.published_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  end if;
  return new;
end $$;
create trigger posts_set_published before insert or update of visibility on posts
  for each row execute function set_post_published();

create index posts_published_idx on posts (language, published_at desc, id desc) where visibility = 'public';
create index posts_tags_idx on posts using gin (tags) where visibility = 'public';
create index posts_publish_at_idx on posts (publish_at) where visibility = 'scheduled';

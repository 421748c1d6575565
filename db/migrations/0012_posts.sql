create table posts (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  title text not null,
  language text not null constraint post_language_known check (language in ('en', 'kr', 'cn')),
  -- Cleaned on its way in; the next two are made from it, so that a list of posts need not read whole posts.
  content_html text not null default '',
  excerpt text not null default '',
  image text,
  -- The file's name in the upload store, and the name it was sent with.
  attachment_file text constraint attachment_file_once unique,
  attachment_name text,
  -- Waiting: for the approval that the setting review_posts asks for. Hidden: by staff, whatever its author does.
  visibility text not null constraint post_visibility_known check (visibility in ('public', 'waiting', 'hidden')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint attachment_has_file_and_name check ((attachment_file is null) = (attachment_name is null))
);
create index posts_of_user on posts (user_id, created_at desc, id desc);
create index public_posts_newest_first on posts (language, created_at desc, id desc) where visibility = 'public';

create table comments (
  id integer generated always as identity primary key,
  post_id integer not null references posts (id) on delete cascade,
  user_id integer not null references users (id),
  content text not null,
  created_at timestamptz not null default now()
);
create index comments_of_post on comments (post_id, id);

-- A table of their own: a reply names a comment, so there can be no reply to a reply.
create table comment_replies (
  id integer generated always as identity primary key,
  comment_id integer not null references comments (id) on delete cascade,
  user_id integer not null references users (id),
  content text not null,
  created_at timestamptz not null default now()
);
create index replies_of_comment on comment_replies (comment_id, id);

create function announce_post() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('page_tags', 'post:' || old.id); end if;
  perform pg_notify('page_tags', 'posts');
  perform nextval('page_version');
  return null;
end
$$;
create trigger post_announced after insert or update or delete on posts
  for each row execute function announce_post();

-- Lists show no comments: only the post's own page changes.
create function announce_comment() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'post:' || coalesce(new.post_id, old.post_id));
  perform nextval('page_version');
  return null;
end
$$;
create trigger comment_announced after insert or update or delete on comments
  for each row execute function announce_comment();

create function announce_reply() returns trigger language plpgsql as $$
declare
  shown_at integer;
begin
  select post_id into shown_at from comments where id = coalesce(new.comment_id, old.comment_id);
  -- Gone with its comment, which was announced by itself.
  if found then
    perform pg_notify('page_tags', 'post:' || shown_at);
    perform nextval('page_version');
  end if;
  return null;
end
$$;
create trigger reply_announced after insert or update or delete on comment_replies
  for each row execute function announce_reply();

-- Posts and comments carry their authors' names.
create trigger author_name_announced after update on users for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function announce_page_tags('authors');

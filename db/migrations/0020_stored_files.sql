-- What members have uploaded, by its name in the store: counted against the quotas, and deleted when no post uses it.
create table stored_files (
  name text primary key,
  user_id integer not null references users (id),
  bytes bigint not null constraint stored_file_size check (bytes >= 0),
  stored_at timestamptz not null default now()
);
create index stored_files_of_user on stored_files (user_id);

-- The reference is what keeps a file that a post uses from being deleted.
create table post_files (
  post_id integer not null references posts (id) on delete cascade,
  file_name text not null constraint file_of_post_is_stored references stored_files (name),
  constraint file_of_post_once primary key (post_id, file_name)
);
create index post_files_by_name on post_files (file_name);

-- What posts use already; what it weighs was not written down, so the quotas count from now on.
insert into stored_files (name, user_id, bytes)
select attachment_file, user_id, 0 from posts where attachment_file is not null
on conflict do nothing;

insert into stored_files (name, user_id, bytes)
select distinct on (found.file[1]) found.file[1], posts.user_id, 0
from posts, regexp_matches(posts.content_html, '/uploads/([0-9a-f]{32}-1280\.webp)', 'g') as found (file)
order by found.file[1], posts.id
on conflict do nothing;

insert into post_files (post_id, file_name)
select id, attachment_file from posts where attachment_file is not null
on conflict do nothing;

insert into post_files (post_id, file_name)
select posts.id, found.file[1]
from posts, regexp_matches(posts.content_html, '/uploads/([0-9a-f]{32}-1280\.webp)', 'g') as found (file)
on conflict do nothing;

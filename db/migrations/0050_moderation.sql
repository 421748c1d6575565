-- What staff hide of posts and comments, and why; the reason is mailed to its author.
alter table posts
  add column hidden_reason text,
  add column hidden_by text,
  add column hidden_at timestamptz;
update posts set hidden_reason = 'Hidden by the shop.', hidden_by = 'the shop', hidden_at = updated_at where visibility = 'hidden';
alter table posts add constraint hidden_post_says_why_and_who check (
  (visibility = 'hidden') = (hidden_at is not null)
  and num_nulls(hidden_reason, hidden_by, hidden_at) in (0, 3));
-- The queue of the moderators, and all posts as they look through them.
create index posts_waiting on posts (id) where visibility = 'waiting';
create index posts_newest_first on posts (created_at desc, id desc);

alter table comments
  add column hidden_reason text,
  add column hidden_by text,
  add column hidden_at timestamptz,
  add constraint hidden_comment_says_why_and_who check (num_nulls(hidden_reason, hidden_by, hidden_at) in (0, 3));
alter table comment_replies
  add column hidden_reason text,
  add column hidden_by text,
  add column hidden_at timestamptz,
  add constraint hidden_reply_says_why_and_who check (num_nulls(hidden_reason, hidden_by, hidden_at) in (0, 3));
create index comments_newest_first on comments (created_at desc, id desc);
create index replies_newest_first on comment_replies (created_at desc, id desc);

-- Filters, sort and columns of a list under a name, each person's own (docs/back-office §3, List).
create table staff_views (
  id integer generated always as identity primary key,
  staff_id integer not null references staff,
  area text not null constraint view_area_known check (area in ('orders')),
  name text not null constraint view_name_says_something check (name ~ '\S' and char_length(name) <= 60),
  query text not null constraint view_query_is_short check (char_length(query) <= 2000),
  shared boolean not null default false,
  version integer not null default 1 constraint view_version_from_1 check (version >= 1),
  created_at timestamptz not null default now()
);
comment on column staff_views.query is 'What stands behind the question mark of the list''s address.';
create unique index view_name_once_per_person on staff_views (staff_id, area, lower(name));
create index staff_views_shared on staff_views (area) where shared;

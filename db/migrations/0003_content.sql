create table home_slides (
  id integer generated always as identity primary key,
  position integer not null,
  eyebrow text not null default '',
  heading text not null,
  text text not null default '',
  action_label text not null,
  action_path text not null constraint slide_leads_inside_the_shop check (action_path ~ '^/([^/]|$)'),
  file text not null,
  alt text not null default ''
);

create table home_popups (
  id integer generated always as identity primary key,
  position integer not null,
  title text not null,
  text text not null,
  action_label text,
  action_path text constraint popup_leads_inside_the_shop check (action_path ~ '^/([^/]|$)'),
  active boolean not null default true
);

create table faqs (
  id integer generated always as identity primary key,
  topic text not null,
  position integer not null,
  question text not null,
  answer_html text not null
);

create trigger home_slides_announced after insert or update or delete on home_slides
  for each statement execute function announce_page_tags('content');
create trigger home_popups_announced after insert or update or delete on home_popups
  for each statement execute function announce_page_tags('content');
create trigger faqs_announced after insert or update or delete on faqs
  for each statement execute function announce_page_tags('content');

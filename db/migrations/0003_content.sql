-- contraction since 0001_baseline: the table "faqs" becomes a document.

-- Texts that owners write: one document for each page, and one for each other kind, with all their versions.
create table content_documents (
  id integer generated always as identity primary key,
  kind text not null,
  -- Last part of a page's URL; empty for kinds with a single document.
  slug text not null default '',
  -- The version that visitors see.
  published_number integer,
  published_at timestamptz,
  -- The version that replaces it, and when.
  scheduled_number integer,
  scheduled_for timestamptz,
  -- When an item of the published version begins or ends next.
  next_change_at timestamptz,
  version integer not null default 1,
  constraint content_documents_kind_slug_key unique (kind, slug),
  constraint content_documents_published_complete check ((published_number is null) = (published_at is null)),
  constraint content_documents_scheduled_complete check ((scheduled_number is null) = (scheduled_for is null))
);
create index content_documents_due_idx on content_documents (least(scheduled_for, next_change_at))
  where scheduled_for is not null or next_change_at is not null;

create table content_versions (
  document_id integer not null references content_documents(id) on delete cascade,
  number integer not null,
  body jsonb not null,
  made_by text not null,
  made_at timestamptz not null default now(),
  -- The version of which this one is a copy.
  restored_from integer,
  primary key (document_id, number)
);
alter table content_documents
  add constraint content_documents_published_exists foreign key (id, published_number)
    references content_versions (document_id, number),
  add constraint content_documents_scheduled_exists foreign key (id, scheduled_number)
    references content_versions (document_id, number);

create function reject_content_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'content versions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger content_versions_append_only before update on content_versions
  for each row execute function reject_content_version_change();

-- Links that show a version to anyone who has them, until they end.
create table content_previews (
  token_hash bytea primary key,
  document_id integer not null,
  number integer not null,
  expires_at timestamptz not null,
  foreign key (document_id, number) references content_versions (document_id, number) on delete cascade
);
create index on content_previews (document_id, number);
create index on content_previews (expires_at);

-- Stored files that any version of a document shows; no sweep deletes them.
create table content_files (
  document_id integer not null references content_documents(id) on delete cascade,
  file_name text not null references stored_files(name),
  primary key (document_id, file_name)
);
create index on content_files (file_name);

create function announce_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.published_number, old.next_change_at, old.slug)
    is not distinct from (new.published_number, new.next_change_at, new.slug) then
    return null;
  end if;
  perform pg_notify('page_tags', 'content:' || coalesce(new.kind, old.kind));
  -- Links to pages are shown on every page of the shop, but only while their page is published.
  if tg_op <> 'UPDATE' or old.slug <> new.slug
    or (old.published_number is null) <> (new.published_number is null) then
    perform pg_notify('page_tags', 'content:links');
  end if;
  perform nextval('page_version');
  return null;
end $$;
create trigger content_documents_announce after insert or update or delete on content_documents
  for each row execute function announce_content();

create function publish_first_version(kind text, slug text, body jsonb) returns void language plpgsql as $$
declare
  document integer;
begin
  insert into content_documents (kind, slug) values (kind, slug) returning id into document;
  insert into content_versions (document_id, number, body, made_by) values (document, 1, body, 'upgrade');
  update content_documents set published_number = 1, published_at = now() where id = document;
end $$;

-- Questions and answers keep their ids.
select publish_first_version('faqs', '', jsonb_build_object('questions', jsonb_agg(jsonb_build_object(
  'id', id, 'topic', topic, 'question', question, 'answer_html', answer_html) order by position, id)))
from faqs having count(*) > 0;
drop table faqs;

-- The page about the shop, of shops that have had it in the code.
select publish_first_version('page', 'about', $body${
  "title": "About us",
  "description": "Who we are, how ordering works and where to find our counter.",
  "intro": "We are a supply house for professionals in hair, skin, nails and brows. We sell single products, and packages with everything one service needs for less than buying the pieces separately.",
  "blocks": [
    {
      "type": "steps",
      "heading": "How ordering works",
      "numbered": true,
      "steps": [
        {
          "title": "Choose your products",
          "text": "Order as a guest or a member. Members see the points each order earns and have their addresses and orders in one place."
        },
        { "title": "Choose delivery or pickup", "text": "Insured delivery to your door, or free pickup at our counter." },
        {
          "title": "Choose how to pay",
          "text": "We’ll email you when your payment arrives and when the order is completed."
        }
      ]
    },
    {
      "type": "steps",
      "heading": "Good to know",
      "numbered": false,
      "steps": [
        { "title": "Delivery", "text": "Arrives 2-4 Days" },
        { "title": "Pickup", "text": "Free, at our counter" },
        { "title": "Late orders", "text": "Orders placed after 5pm EST begin processing the next business day." }
      ]
    },
    {
      "type": "buttons",
      "buttons": [
        { "label": "Shop all", "link": "/packages" },
        { "label": "Product finder", "link": "/product-finder" }
      ]
    },
    { "type": "counter" }
  ]
}$body$::jsonb) where exists (select from products);

drop function publish_first_version;

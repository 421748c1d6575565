-- contraction since 0001_baseline: the column "search" of products is created again with another expression.

-- Products are edited in the back office: status, sale prices, families, documents, related products, and a history.

alter table categories
  -- Two levels: a category with a parent has no children.
  add column parent_id integer references categories(id),
  add column picture_file text,
  add column picture_alt text not null default '',
  add constraint categories_not_own_parent check (parent_id <> id);
create index on categories (parent_id);

create function check_category_levels() returns trigger language plpgsql as $$
begin
  -- Serialized: two moves at the same time could otherwise make a third level.
  perform pg_advisory_xact_lock(hashtextextended('category levels', 0));
  if exists (select from categories where id = new.parent_id and parent_id is not null)
    or exists (select from categories where parent_id = new.id) then
    raise exception 'categories have at most two levels' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger categories_two_levels after insert or update of parent_id on categories for each row
  when (new.parent_id is not null) execute function check_category_levels();

-- Former slugs, of renamed and merged categories.
create table category_redirects (
  slug text primary key,
  category_id integer not null references categories(id) on delete cascade
);
create index on category_redirects (category_id);
create trigger category_redirects_announce after insert or update or delete on category_redirects
  for each statement execute function announce_page_tags('catalogue');

-- A category that takes a former slug of another one ends its redirect.
create function end_category_redirect() returns trigger language plpgsql as $$
begin
  delete from category_redirects where slug = new.slug;
  return null;
end $$;
create trigger categories_end_redirect after insert or update of slug on categories
  for each row execute function end_category_redirect();

-- Addresses of a former shop and the pages that replace them.
create table redirects (
  -- Path without query, in lower case.
  path text primary key,
  target text not null,
  created_at timestamptz not null default now(),
  constraint redirects_path_valid check (path like '/%'),
  constraint redirects_target_valid check (target like '/%' and target not like '//%')
);

-- Products that differ in one option, such as the shade, and share a card and a picker.
create table product_families (
  id integer generated always as identity primary key,
  name text not null,
  -- Name of the option in which the members differ.
  option_name text not null,
  version integer not null default 1
);

alter table products
  add column status text not null default 'active'
    constraint products_status_valid check (status in ('draft', 'active', 'archived')),
  -- Outside of these instants, an active product is not in the shop.
  add column visible_from timestamptz,
  add column visible_until timestamptz,
  add column sale_price_cents integer constraint products_sale_price_not_negative check (sale_price_cents >= 0),
  add column sale_from timestamptz,
  add column sale_until timestamptz,
  -- The price that pages show; carts and orders compute it for their own instant (selling_price).
  add column selling_price_cents integer not null default 0,
  -- When one of the periods begins or ends next.
  add column next_change_at timestamptz,
  add column version integer not null default 1,
  -- Chosen by the editor that added it, so that repeating the request adds nothing.
  add column creation_key uuid unique,
  add column family_id integer references product_families(id),
  add column family_position integer not null default 0,
  add column option_value text not null default '',
  -- Color of the swatch, #rrggbb.
  add column swatch text constraint products_swatch_valid check (swatch ~ '^#[0-9a-f]{6}$'),
  -- Contents of one piece, such as 500 ml.
  add column size_amount numeric(12, 3) constraint products_size_positive check (size_amount > 0),
  add column size_unit text constraint products_size_unit_valid check (size_unit in ('ml', 'l', 'fl_oz', 'g', 'kg', 'oz', 'lb', 'pc')),
  add column search_words text not null default '',
  add column page_title text not null default '',
  add column page_description text not null default '',
  add constraint products_size_complete check ((size_amount is null) = (size_unit is null)),
  add constraint products_visible_order check (visible_from < visible_until),
  add constraint products_sale_order check (sale_from < sale_until),
  drop column search,
  add column search tsvector not null generated always as (
    setweight(to_tsvector('english', normalize_product_for_search(name)), 'A')
    || setweight(to_tsvector('english', normalize_product_for_search(sku || ' ' || vendor || ' ' || search_words || ' '
      || option_value || ' ' || coalesce(barcode, ''))), 'B')
    || setweight(to_tsvector('english', normalize_product_for_search(description_html)), 'C')
  ) stored;
create index products_search_idx on products using gin (search);
create index on products (family_id, family_position, id) where family_id is not null;
-- The cheapest member of a family, by which listings sort it; the number of families in each category.
create index products_family_price_idx on products (family_id, selling_price_cents, id) where active and family_id is not null;
create index products_category_family_idx on products (category_id, family_id) where active;
drop index products_category_id_idx;
create index products_status_id_idx on products (status, id);
create index products_all_name_idx on products (name, id);
create index products_next_change_at_idx on products (next_change_at) where next_change_at is not null;

-- The price in cents at an instant: the sale price within its period, the regular price otherwise.
create function selling_price(regular integer, sale integer, sale_from timestamptz, sale_until timestamptz, instant timestamptz)
returns integer language sql immutable parallel safe as $$
  select case when sale is not null and (sale_from is null or sale_from <= instant)
    and (sale_until is null or instant < sale_until) then sale else regular end
$$;
create function is_visible(status text, visible_from timestamptz, visible_until timestamptz, instant timestamptz)
returns boolean language sql immutable parallel safe as $$
  select status = 'active' and (visible_from is null or visible_from <= instant)
    and (visible_until is null or instant < visible_until)
$$;

create function next_product_change(visible_from timestamptz, visible_until timestamptz, sale_from timestamptz,
  sale_until timestamptz, instant timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select least(case when visible_from > instant then visible_from end, case when visible_until > instant then visible_until end,
    case when sale_from > instant then sale_from end, case when sale_until > instant then sale_until end)
$$;

-- Keeps the columns that pages read (active, selling_price_cents) in line with those that staff edit. A task touches
-- products whose next_change_at has come.
create function set_product_state() returns trigger language plpgsql as $$
begin
  -- Servers of the previous release write only "active".
  if tg_op = 'INSERT' then
    if not new.active and new.status = 'active' then new.status := 'draft'; end if;
  elsif new.active is distinct from old.active and new.status = old.status
    and new.active is distinct from is_visible(new.status, new.visible_from, new.visible_until, now()) then
    new.status := case when new.active then 'active' else 'draft' end;
  end if;
  new.active := is_visible(new.status, new.visible_from, new.visible_until, now());
  new.selling_price_cents := selling_price(new.price_cents, new.sale_price_cents, new.sale_from, new.sale_until, now());
  new.next_change_at := next_product_change(new.visible_from, new.visible_until, new.sale_from, new.sale_until, now());
  return new;
end $$;
update products set status = case when active then 'active' else 'draft' end, selling_price_cents = price_cents;
create trigger products_set_state before insert or update of active, status, visible_from, visible_until, price_cents,
  sale_price_cents, sale_from, sale_until, selling_price_cents, next_change_at on products
  for each row execute function set_product_state();

create index products_selling_price_idx on products (selling_price_cents, id) where active;
create index products_category_selling_price_idx on products (category_id, selling_price_cents, id) where active;
drop index products_price_cents_idx, products_category_id_price_cents_idx;

drop trigger products_announce_update on products;
create trigger products_announce_update after update on products for each row
  when (
    (old.handle, old.name, old.kind, old.vendor, old.sku, old.description_html, old.price_cents, old.pv, old.active)
      is distinct from (new.handle, new.name, new.kind, new.vendor, new.sku, new.description_html, new.price_cents, new.pv, new.active)
    or (old.selling_price_cents, old.option_value, old.family_position, old.page_title, old.page_description)
      is distinct from (new.selling_price_cents, new.option_value, new.family_position, new.page_title, new.page_description)
    or (old.category_id, old.compare_at_cents, old.featured_position, old.tags, old.family_id, old.swatch, old.size_amount, old.size_unit)
      is distinct from (new.category_id, new.compare_at_cents, new.featured_position, new.tags, new.family_id, new.swatch, new.size_amount, new.size_unit)
    or (old.search_words, old.barcode) is distinct from (new.search_words, new.barcode)
    or (old.stock is null) <> (new.stock is null)
    or least(old.stock, 6) is distinct from least(new.stock, 6)
  )
  execute function announce_product();

alter table product_families
  -- The member that search engines and listings show.
  add column canonical_id integer references products(id) on delete set null;

create function announce_family() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'family:' || old.id);
  perform pg_notify('page_tags', 'catalogue');
  perform nextval('page_version');
  return null;
end $$;
create trigger product_families_announce after update or delete on product_families
  for each row execute function announce_family();

-- Public PDF files, such as safety data sheets.
create table product_documents (
  id integer generated always as identity primary key,
  product_id integer not null references products(id) on delete cascade,
  position integer not null,
  kind text not null constraint product_documents_kind_valid check (kind in ('safety', 'technical', 'other')),
  title text not null,
  file text not null,
  unique (product_id, position)
);

-- Related products chosen by staff, shown before the computed ones.
create table product_relations (
  product_id integer not null references products(id) on delete cascade,
  related_id integer not null references products(id) on delete cascade,
  position integer not null,
  primary key (product_id, related_id),
  constraint product_relations_not_itself check (product_id <> related_id)
);
create index on product_relations (related_id);

-- Every saved state of a product from its first change on, except its stock. Append-only.
create table product_versions (
  product_id integer not null references products(id) on delete cascade,
  version integer not null,
  at timestamptz not null default now(),
  made_by text not null,
  -- Origin of the version: an edit, a bulk change, an import or a restored version.
  source text not null constraint product_versions_source_valid
    check (source in ('first', 'edit', 'bulk', 'import', 'restore', 'undo')),
  -- The imported file, for an import and its undo.
  file_name text,
  content jsonb not null,
  primary key (product_id, version)
);
create function reject_product_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'product versions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger product_versions_append_only before update on product_versions
  for each row execute function reject_product_version_change();

-- The list of the back office finds products by parts of words.
alter table products add column list_search text not null
  generated always as (normalize_for_search(name || ' ' || sku || ' ' || vendor || ' ' || coalesce(barcode, ''))) stored;
create index products_list_search_idx on products using gin (list_search gin_trgm_ops);
-- Sorting and filters of that list. Stock has none: each order changes it, and would have to write all indexes.
create index products_all_price_cents_idx on products (price_cents, id);
create index products_all_pv_idx on products (pv, id);
create index products_all_updated_at_idx on products (updated_at desc, id desc);
create index products_all_category_name_idx on products (category_id, name, id);
create index products_all_vendor_name_idx on products (vendor, name, id);

-- A changed product drops the pages that show it ("product:7"): its own, those of its packages, and those that list it as
-- related. "product-page:7" drops only its own page, "family:7" the pages of a family's members and those with its card.
-- Pages of the previous release have the listings' tag as well.
create or replace function announce_product() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'product:' || old.id);
  perform pg_notify('page_tags', 'catalogue');
  if tg_op = 'DELETE' or (old.active, old.category_id, old.featured_position, old.family_id)
    is distinct from (new.active, new.category_id, new.featured_position, new.family_id) then
    -- Pages that show it as related only before or only after the change.
    perform pg_notify('page_tags', 'product-page:' || shown.id) from (
      select product_id as id from product_relations where related_id = old.id
      union select product_id from package_contents where package_id = old.id) shown;
    perform pg_notify('page_tags', 'category:' || slug) from categories where id in (old.category_id, new.category_id);
  end if;
  perform pg_notify('page_tags', 'family:' || id) from product_families where id in (old.family_id, new.family_id);
  -- A part decides whether its packages are sold out, also on their cards and in their pickers.
  if least(old.stock, 6) is distinct from least(new.stock, 6) then
    perform pg_notify('page_tags', tag)
      from products, unnest(array['product:' || id, 'family:' || family_id]) tag
      where id in (select package_id from package_contents where product_id = old.id) and tag is not null;
  end if;
  perform nextval('page_version');
  return null;
end
$$;

create function announce_new_products() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'catalogue');
  perform pg_notify('page_tags', 'category:' || slug) from categories
    where id in (select category_id from added where active);
  perform pg_notify('page_tags', 'family:' || family_id) from added where active and family_id is not null;
  perform nextval('page_version');
  return null;
end
$$;
drop trigger products_announce_insert on products;
create trigger products_announce_insert after insert on products referencing new table as added
  for each statement execute function announce_new_products();

-- Announces the product in a column, the first argument, and the page of the one in another, the second.
create function announce_product_of_row() returns trigger language plpgsql as $$
declare
  changed jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_argv[0] <> '' then
    perform pg_notify('page_tags', 'product:' || (changed ->> tg_argv[0]));
    perform pg_notify('page_tags', 'catalogue');
  end if;
  if tg_nargs > 1 then perform pg_notify('page_tags', 'product-page:' || (changed ->> tg_argv[1])); end if;
  perform nextval('page_version');
  return null;
end
$$;
drop trigger product_images_announce on product_images;
create trigger product_images_announce after insert or update or delete on product_images
  for each row execute function announce_product_of_row('product_id');
drop trigger package_contents_announce on package_contents;
create trigger package_contents_announce after insert or update or delete on package_contents
  for each row execute function announce_product_of_row('package_id', 'product_id');
create trigger product_documents_announce after insert or update or delete on product_documents
  for each row execute function announce_product_of_row('', 'product_id');
create trigger product_relations_announce after insert or update or delete on product_relations
  for each row execute function announce_product_of_row('', 'product_id');

-- The product list: saved views, and bulk changes of more products than one request changes.
alter table staff_views
  drop constraint staff_views_area_valid,
  add constraint staff_views_area_valid check (area in ('orders', 'products'));

-- A bulk change that a job carries out in slices. It changes the products that matched when it was started.
create table product_bulk_runs (
  id integer generated always as identity primary key,
  -- The values to set, in cents and hundredths of a percent.
  change jsonb not null,
  -- Whether products may become free.
  confirmed boolean not null,
  -- The products in the order of their ids, with the version that each had when the change was started.
  product_ids integer[] not null,
  versions integer[] not null,
  state text not null default 'running' constraint product_bulk_runs_state_valid check (state in ('running', 'done', 'failed')),
  -- Number of products; the lists are emptied when it ends.
  total integer not null,
  -- Products that were handled, and those among them that were changed or refused.
  done integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  -- The first refused products: id, name and code.
  refusals jsonb not null default '[]',
  requested_by text not null,
  requested_by_id integer not null references staff,
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint product_bulk_runs_ended_matches_state check ((state = 'running') = (ended_at is null))
);
create unique index product_bulk_runs_one_open_idx on product_bulk_runs ((true)) where ended_at is null;
create index product_bulk_runs_requested_by_id_idx on product_bulk_runs (requested_by_id);

-- An import in the back office. A job reads the file into rows and compares them with the shop; staff look at the result
-- before another job writes it. Deleted after 30 days.
create table product_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  -- Name of the file in the store until it has been read.
  file text,
  bytes bigint not null,
  state text not null default 'reading' constraint product_imports_state_valid check (
    state in ('reading', 'ready', 'refused', 'importing', 'imported', 'undoing', 'undone', 'failed')),
  -- Known columns with their names in the file, and the names of those that are ignored.
  columns jsonb not null default '{}',
  ignored_columns text[] not null default '{}',
  -- Why the file could not be read: line, column and message.
  refusal jsonb,
  -- Counts the comparisons that changed the result; staff import the one that they saw.
  comparison integer not null default 0,
  -- Numbers of rows by outcome and by note, as of the last comparison.
  counts jsonb not null default '{}',
  -- Choices of the staff member who started it.
  updates_stock boolean not null default false,
  confirmed boolean not null default false,
  -- Progress of the job: bytes while it reads, then rows; and the last line that it has handled.
  done bigint not null default 0,
  total bigint not null default 0,
  last_line integer not null default 0,
  -- Products that were added and changed, and those that were left because they had changed since the preview.
  added integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  -- Categories that the import added.
  category_ids integer[] not null default '{}',
  requested_by text not null,
  requested_by_id integer not null references staff,
  requested_at timestamptz not null default now(),
  -- The one who imported it, undid it or fetched its pictures last.
  acted_by_id integer references staff,
  ended_at timestamptz,
  -- Whether a job fetches pictures from their addresses.
  fetches_pictures boolean not null default false
);
create index product_imports_requested_by_id_idx on product_imports (requested_by_id);
create index product_imports_acted_by_id_idx on product_imports (acted_by_id);

create table product_import_rows (
  import_id integer not null references product_imports on delete cascade,
  -- First line of the product in the file.
  line integer not null,
  handle text not null,
  name text,
  kind text,
  category_slug text,
  category_name text,
  vendor text,
  tags text,
  sku text,
  barcode text,
  shelf text,
  description_html text,
  price_cents integer,
  compare_at_cents integer,
  pv integer,
  commissionable_bp integer,
  weight_grams integer,
  stock integer,
  active boolean,
  tax_exempt boolean,
  images jsonb,
  -- Null until the row was compared.
  outcome text constraint product_import_rows_outcome_valid check (outcome in ('new', 'changed', 'unchanged', 'refused')),
  -- For a refused row: the line and column of its error, and the message.
  refusal jsonb,
  -- Fields that change: name, value before, value after.
  changes jsonb not null default '[]',
  notes text[] not null default '{}',
  stock_before integer,
  stock_differs boolean not null default false,
  becomes_free boolean not null default false,
  -- The product and the version that the row was compared with.
  product_id integer,
  product_version integer,
  result text constraint product_import_rows_result_valid check (result in ('imported', 'unchanged', 'skipped')),
  -- Version after the import, and whether the import booked stock.
  imported_version integer,
  is_counted boolean not null default false,
  counted_from integer,
  undo text constraint product_import_rows_undo_valid check (undo in ('undone', 'archived', 'refused')),
  primary key (import_id, line)
);
create index product_import_rows_outcome_idx on product_import_rows (import_id, outcome, line);
create index product_import_rows_product_idx on product_import_rows (import_id, product_id);

-- Addresses of pictures that an import brought, once staff want them fetched.
create table product_import_pictures (
  import_id integer not null references product_imports on delete cascade,
  url text not null,
  state text not null default 'waiting' constraint product_import_pictures_state_valid check (
    state in ('waiting', 'stored', 'failed')),
  -- Why it failed.
  error text,
  primary key (import_id, url)
);
create index product_import_pictures_state_idx on product_import_pictures (import_id, state, url);
create index product_images_source_url_idx on product_images (source_url) where source_url is not null;

-- Uploaded pictures and documents that no product was saved with yet; deleted after a day.
create table product_uploads (
  -- Name of the picture without size and format, or of the document.
  file text primary key,
  kind text not null constraint product_uploads_kind_valid check (kind in ('picture', 'document')),
  bytes bigint not null constraint product_uploads_bytes_not_negative check (bytes >= 0),
  uploaded_at timestamptz not null default now()
);
create index product_uploads_uploaded_at_idx on product_uploads (uploaded_at);
create index product_images_file_idx on product_images (file);
create index product_documents_file_idx on product_documents (file);
create index product_versions_documents_idx on product_versions using gin ((content -> 'documents') jsonb_path_ops)
  where content -> 'documents' <> '[]'::jsonb;

-- A product that was never ordered can be deleted, with the movement of its first count.
alter table stock_movements drop constraint stock_movements_product_id_fkey,
  add constraint stock_movements_product_id_fkey foreign key (product_id) references products (id) on delete cascade;
create or replace function reject_stock_movement_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  if tg_op = 'DELETE' and old.kind = 'opening' and not exists (select from products where id = old.product_id) then
    return old;
  end if;
  raise exception 'stock movements are append-only' using errcode = 'restrict_violation';
end $$;

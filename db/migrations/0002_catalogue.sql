create table categories (
  id integer generated always as identity primary key,
  slug text not null constraint category_slug_once unique,
  name text not null,
  position integer not null default 0
);

create table products (
  id integer generated always as identity primary key,
  handle text not null constraint product_handle_once unique,
  name text not null,
  kind text not null default 'product' constraint product_kind_known check (kind in ('product', 'package')),
  category_id integer references categories (id),
  vendor text not null default '',
  tags text[] not null default '{}',
  sku text not null default '',
  description_html text not null default '',
  price_cents integer not null constraint price_not_negative check (price_cents >= 0),
  compare_at_cents integer constraint compare_at_not_negative check (compare_at_cents >= 0),
  pv integer not null constraint pv_not_negative check (pv >= 0),
  -- Share of the price that bonuses are a percentage of; 0 for training and starter kits (plan §1).
  commissionable_bp integer not null default 10000
    constraint commissionable_share_within_whole check (commissionable_bp between 0 and 10000),
  weight_grams integer not null default 0 constraint weight_not_negative check (weight_grams >= 0),
  -- Empty: stock is not tracked and never runs out.
  stock integer constraint stock_not_negative check (stock >= 0),
  active boolean not null default true,
  featured_position integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('english', name), 'A')
    || setweight(to_tsvector('english', sku || ' ' || vendor), 'B')
    || setweight(to_tsvector('english', description_html), 'C')
  ) stored
);
create index products_found_by_text on products using gin (search);
create index products_by_category on products (category_id) where active;
create index products_newest_first on products (created_at desc, id desc) where active;
create index products_by_price on products (price_cents, id) where active;
create index products_by_name on products (name, id) where active;
create index products_featured on products (featured_position) where active and featured_position is not null;

create table product_images (
  id integer generated always as identity primary key,
  product_id integer not null references products (id) on delete cascade,
  position integer not null,
  -- The picture's name in the upload store (its sizes and formats are made from it); empty while only an address is known.
  file text,
  -- Where an import said the picture was. Kept as text, never fetched.
  source_url text,
  alt text not null default '',
  constraint image_position_once unique (product_id, position),
  constraint image_has_a_source check (file is not null or source_url is not null)
);

create table package_contents (
  package_id integer not null references products (id) on delete cascade,
  product_id integer not null references products (id),
  quantity integer not null constraint content_quantity_positive check (quantity > 0),
  position integer not null,
  constraint content_once primary key (package_id, product_id),
  constraint package_not_in_itself check (package_id <> product_id)
);
create index package_contents_by_product on package_contents (product_id);

create function announce_product() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'product:' || old.id);
  perform pg_notify('page_tags', 'catalogue');
  perform nextval('page_version');
  return null;
end
$$;

-- Pages show stock only as "in stock", "n left" up to five, and "sold out": most orders change no page.
create trigger product_change_announced after update on products for each row
  when (
    (old.handle, old.name, old.kind, old.vendor, old.sku, old.description_html, old.price_cents, old.pv, old.active)
      is distinct from (new.handle, new.name, new.kind, new.vendor, new.sku, new.description_html, new.price_cents, new.pv, new.active)
    or old.category_id is distinct from new.category_id
    or old.compare_at_cents is distinct from new.compare_at_cents
    or old.featured_position is distinct from new.featured_position
    or old.tags is distinct from new.tags
    or (old.stock is null) <> (new.stock is null)
    or least(old.stock, 6) is distinct from least(new.stock, 6)
  )
  execute function announce_product();
create trigger product_removal_announced after delete on products for each row execute function announce_product();
create trigger products_added_announced after insert on products
  for each statement execute function announce_page_tags('catalogue');
create trigger categories_announced after insert or update or delete on categories
  for each statement execute function announce_page_tags('catalogue', 'product');
create trigger product_images_announced after insert or update or delete on product_images
  for each statement execute function announce_page_tags('catalogue', 'product');
create trigger package_contents_announced after insert or update or delete on package_contents
  for each statement execute function announce_page_tags('catalogue', 'product');

-- The database schema of the first release. Sections follow the domain; each has its tables with their constraints and
-- indexes, then its functions and triggers. Later migrations build on this one and never change it.

-- Functions may refer to tables of later sections.
set local check_function_bodies = off;

do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege then
    raise exception 'The database user may not create the extension pg_trgm, which the order search needs. Please let an administrator run "create extension pg_trgm" in this database, and start again.';
  when undefined_file or feature_not_supported then
    raise exception 'This PostgreSQL server lacks the extension pg_trgm, which the order search needs. It is part of PostgreSQL, often in a separate package called postgresql-contrib. Please install it, and start again.';
end $$;

-- Incremented by every change that a cached page may show. PostgreSQL processes listen to the channel page_tags; those
-- on the embedded engine, whose connections cannot listen, poll this sequence.
create sequence page_version;

-- Member numbers; imported members keep theirs, which are skipped.
create sequence member_numbers start with 1001;

-- ---------- Common functions -----------------------------------------------------------------------------------------

create function announce_page_tags() returns trigger language plpgsql as $$
declare
  tag text;
begin
  foreach tag in array tg_argv loop
    perform pg_notify('page_tags', tag);
  end loop;
  perform nextval('page_version');
  return null;
end
$$;

-- Month in New York, as YYYY-MM.
create function month_of(instant timestamptz) returns text language sql stable as
$$ select to_char(instant at time zone 'America/New_York', 'YYYY-MM') $$;

create function next_member_no() returns text language plpgsql as $$
declare number text;
begin
  loop
    number := nextval('member_numbers')::text;
    exit when not exists (select 1 from users where member_no = number);
  end loop;
  return number;
end $$;

-- True during a bulk import, which validates the whole tree and announces itself once: per-row triggers would take
-- hours.
create function is_bulk() returns boolean language sql stable as
$$ select coalesce(current_setting('salonfront.bulk', true), '') = 'on' $$;

-- Normalizes text for every search (docs/product §11.9). Must equal src/domain/text/search-fold.ts; a test compares the two.
create function normalize_for_search(input text) returns text language plpgsql immutable parallel safe as $$
declare
  ignored constant text := '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2800\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  folded text := input;
begin
  -- Most texts are ASCII and skip this.
  if octet_length(folded) <> char_length(folded) then
    folded := translate(regexp_replace(folded, ignored, '', 'g'),
      U&'\00b4\0384\1fbd\1fbf\1ffd\1ffe\00a9\00ae\2120\2122', '''''''''''''    ');
    folded := regexp_replace(normalize(folded, nfkd), ignored, '', 'g');
    folded := regexp_replace(folded, '[\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c]', '', 'g');
    folded := regexp_replace(folded, '[\u0085\u1680\u2028\u2029\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0]', ' ', 'g');
    if octet_length(folded) <> char_length(folded) then
      folded := replace(replace(replace(replace(lower(folded), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      folded := translate(folded, 'łøđħıŧðəŋƀɓƈɖɗƒɠɨƚƙɲƥƭʋƴƶȷɉɍɏɇȼ' || U&'\03c2\0649\0629\06cc\06a9' || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        'lodhitdenbbcddfgilknptvyzjjryec' || U&'\03c3\064a\0647\064a\0643' || '01234567890123456789');
      folded := normalize(folded, nfc);
    end if;
  end if;
  folded := translate(lower(folded), E'-\t\n\x0b\x0c\r''`', '      ');
  if strpos(folded, '  ') > 0 then folded := regexp_replace(folded, ' {2,}', ' ', 'g'); end if;
  return folded;
end $$;

create function shop_day(at timestamptz) returns date language sql stable
  return (at at time zone 'America/New_York')::date;

-- True if a change only clears text about a person who is being erased. Append-only triggers allow it.
create function is_erasure(before jsonb, after jsonb, variadic texts text[]) returns boolean
  language sql stable as $$
  select coalesce(current_setting('salonfront.erasing', true), '') = 'on' and before - texts = after - texts
$$;

-- Raises a serialization failure for a statement that finds too late that another transaction was first: its commit is
-- already under way (docs/decisions/0030). The transaction is rolled back and retried.
create function raise_serialization_failure(reason text) returns integer language plpgsql volatile as $$
begin
  raise exception using errcode = 'serialization_failure', message = reason;
end $$;

-- Finds L'Oréal as loreal and as oreal.
create function normalize_product_for_search(input text) returns text language plpgsql immutable parallel safe as $$
declare
  apostrophes constant text := '[''`\u00b4\u02b9-\u02bf\u02c8\u2018-\u201b\u2032\uff07]';
begin
  if input !~ apostrophes then return normalize_for_search(input); end if;
  return normalize_for_search(input) || ' ' || normalize_for_search(regexp_replace(input, apostrophes, ' ', 'g'));
end $$;

-- ---------- Settings -------------------------------------------------------------------------------------------------

-- Shop settings that staff changed. Keys, meanings and defaults are in the settings registry of the server.
create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

create table states (
  code text primary key,
  name text not null
);

insert into states (code, name) values
  ('AA', 'Armed Forces Americas'),
  ('AE', 'Armed Forces Europe'),
  ('AK', 'Alaska'),
  ('AL', 'Alabama'),
  ('AP', 'Armed Forces Pacific'),
  ('AR', 'Arkansas'),
  ('AZ', 'Arizona'),
  ('CA', 'California'),
  ('CO', 'Colorado'),
  ('CT', 'Connecticut'),
  ('DC', 'District of Columbia'),
  ('DE', 'Delaware'),
  ('FL', 'Florida'),
  ('GA', 'Georgia'),
  ('GU', 'Guam'),
  ('HI', 'Hawaii'),
  ('IA', 'Iowa'),
  ('ID', 'Idaho'),
  ('IL', 'Illinois'),
  ('IN', 'Indiana'),
  ('KS', 'Kansas'),
  ('KY', 'Kentucky'),
  ('LA', 'Louisiana'),
  ('MA', 'Massachusetts'),
  ('MD', 'Maryland'),
  ('ME', 'Maine'),
  ('MI', 'Michigan'),
  ('MN', 'Minnesota'),
  ('MO', 'Missouri'),
  ('MS', 'Mississippi'),
  ('MT', 'Montana'),
  ('NC', 'North Carolina'),
  ('ND', 'North Dakota'),
  ('NE', 'Nebraska'),
  ('NH', 'New Hampshire'),
  ('NJ', 'New Jersey'),
  ('NM', 'New Mexico'),
  ('NV', 'Nevada'),
  ('NY', 'New York'),
  ('OH', 'Ohio'),
  ('OK', 'Oklahoma'),
  ('OR', 'Oregon'),
  ('PA', 'Pennsylvania'),
  ('PR', 'Puerto Rico'),
  ('RI', 'Rhode Island'),
  ('SC', 'South Carolina'),
  ('SD', 'South Dakota'),
  ('TN', 'Tennessee'),
  ('TX', 'Texas'),
  ('UT', 'Utah'),
  ('VA', 'Virginia'),
  ('VI', 'U.S. Virgin Islands'),
  ('VT', 'Vermont'),
  ('WA', 'Washington'),
  ('WI', 'Wisconsin'),
  ('WV', 'West Virginia'),
  ('WY', 'Wyoming');

create table shipping_zones (
  code text primary key,
  name text not null
);

insert into shipping_zones (code, name) values
  ('local', 'Local'),
  ('northeast', 'Northeast'),
  ('east', 'East'),
  ('central', 'Central'),
  ('west', 'West'),
  ('remote', 'Alaska, Hawaii and territories');

-- The longest prefix of a ZIP determines its zone; a ZIP without one is not served.
create table shipping_zone_prefixes (
  prefix text primary key constraint shipping_zone_prefixes_prefix_digits check (prefix ~ '^[0-9]{1,5}$'),
  zone text not null references shipping_zones (code)
);

insert into shipping_zone_prefixes (prefix, zone)
select unnest(prefixes::text[]), zone from (values
  ('local', '{
      005,070,071,072,073,074,075,076,077,078,079,100,101,102,103,104,105,106,107,108,109,
      110,111,112,113,114,115,116,117,118,119}'),
  ('northeast', '{
      01,02,03,04,05,06,07,08,10,11,12,13,14,15,16,17,18,19,20,21,22}'),
  ('east', '{
      23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,46,47,48,49}'),
  ('central', '{
      44,45,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,
      74,75,76,77,78,79}'),
  ('west', '{
      80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99}'),
  ('remote', '{
      006,007,008,009,090,091,092,093,094,095,096,097,098,340,962,963,964,965,966,967,968,
      969,995,996,997,998,999}')) as prefixes_of_zones (zone, prefixes);

create table shipping_methods (
  code text primary key,
  label text not null,
  position integer not null
);

insert into shipping_methods (code, label, position) values
  ('ground', 'Ground: Arrives 2-4 Days', 1),
  ('express', 'Express: Arrives 1-2 Days', 2),
  ('air', 'Air parcel: Arrives 5-8 Days', 3);

create table shipping_rates (
  zone text not null references shipping_zones (code),
  method text not null references shipping_methods (code),
  base_cents integer not null constraint shipping_rates_base_not_negative check (base_cents >= 0),
  per_pound_cents integer not null constraint shipping_rates_per_pound_not_negative check (per_pound_cents >= 0),
  primary key (zone, method)
);

insert into shipping_rates (zone, method, base_cents, per_pound_cents) values
  ('local', 'ground', 695, 35), ('local', 'express', 1495, 90),
  ('northeast', 'ground', 795, 45), ('northeast', 'express', 1795, 120),
  ('east', 'ground', 895, 60), ('east', 'express', 2195, 165),
  ('central', 'ground', 995, 75), ('central', 'express', 2495, 195),
  ('west', 'ground', 1195, 95), ('west', 'express', 2995, 240),
  ('remote', 'air', 2495, 310);

-- A state without a row is not taxed.
create table tax_rates (
  state text references states (code),
  -- In thousandths of a percent, because rates have up to three decimals (8.875 %).
  milli_percent integer,
  on_goods boolean not null,
  on_shipping boolean not null,
  from_date date not null,
  -- Empty for a whole state; otherwise the rate applies to ZIPs with this prefix. The longest prefix wins.
  zip_prefix text not null,
  constraint tax_rates_rate_range check (milli_percent between 0 and 100000),
  constraint tax_rates_applies check (on_goods or on_shipping),
  constraint tax_rates_zip_prefix_digits check (zip_prefix ~ '^[0-9]{0,5}$'),
  primary key (state, zip_prefix, from_date)
);

create trigger settings_announce after insert or update or delete on settings
  for each statement execute function announce_page_tags('settings');
-- Pages and cached responses list the states: a change must not require a restart.
create trigger states_announce after insert or update or delete on states
  for each statement execute function announce_page_tags('states');

-- ---------- Catalog --------------------------------------------------------------------------------------------------

create table categories (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  position integer not null default 0
);

create table products (
  id integer generated always as identity primary key,
  handle text not null unique,
  name text not null,
  kind text not null default 'product' constraint products_kind_valid check (kind in ('product', 'package')),
  category_id integer references categories (id),
  vendor text not null default '',
  tags text[] not null default '{}',
  sku text not null default '',
  description_html text not null default '',
  price_cents integer not null constraint products_price_not_negative check (price_cents >= 0),
  compare_at_cents integer constraint products_compare_at_not_negative check (compare_at_cents >= 0),
  pv integer not null constraint products_pv_not_negative check (pv >= 0),
  -- Share of the price that bonuses are based on; 0 for training and starter kits (docs/plan §1).
  commissionable_bp integer not null default 10000
    constraint products_commissionable_range check (commissionable_bp between 0 and 10000),
  weight_grams integer not null default 0 constraint products_weight_not_negative check (weight_grams >= 0),
  -- Null: stock is not tracked and never runs out.
  stock integer constraint products_stock_not_negative check (stock >= 0),
  active boolean not null default true,
  featured_position integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  tax_exempt boolean not null default false,
  -- Not unique: variants may share a barcode (docs/decisions/0041).
  barcode text,
  shelf text not null default '',
  search tsvector not null generated always as (
    setweight(to_tsvector('english', normalize_product_for_search(name)), 'A')
    || setweight(to_tsvector('english', normalize_product_for_search(sku || ' ' || vendor)), 'B')
    || setweight(to_tsvector('english', normalize_product_for_search(description_html)), 'C')
  ) stored,
  constraint products_barcode_not_empty check (barcode <> '')
);
create index products_search_idx on products using gin (search);
create index products_category_id_idx on products (category_id) where active;
create index products_created_at_idx on products (created_at desc, id desc) where active;
create index products_price_cents_idx on products (price_cents, id) where active;
create index products_name_idx on products (name, id) where active;
create index products_featured_idx on products (featured_position, created_at desc, id desc) where active;
create index products_category_featured_idx on products (category_id, featured_position, created_at desc, id desc) where active;
create index products_category_created_at_idx on products (category_id, created_at desc, id desc) where active;
create index products_category_id_price_cents_idx on products (category_id, price_cents, id) where active;
create index products_category_id_name_idx on products (category_id, name, id) where active;
create index products_barcode_idx on products (barcode) where barcode is not null;

create table product_images (
  id integer generated always as identity primary key,
  product_id integer not null references products (id) on delete cascade,
  position integer not null,
  -- Name in the file store; sizes and formats derive from it. Null while only a URL is known.
  file text,
  -- Picture URL from an import. Stored as text, never fetched.
  source_url text,
  alt text not null default '',
  unique (product_id, position),
  constraint product_images_has_source check (file is not null or source_url is not null)
);

create table package_contents (
  package_id integer not null references products (id) on delete cascade,
  product_id integer not null references products (id),
  quantity integer not null constraint package_contents_quantity_positive check (quantity > 0),
  position integer not null,
  primary key (package_id, product_id),
  constraint package_contents_not_itself check (package_id <> product_id)
);
create index package_contents_product_id_idx on package_contents (product_id);

create function announce_product() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'product:' || old.id);
  perform pg_notify('page_tags', 'catalogue');
  perform nextval('page_version');
  return null;
end
$$;
-- Pages show stock only as "in stock", "n left" up to five, and "sold out": most orders change no page.
create trigger products_announce_update after update on products for each row
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
create trigger products_announce_delete after delete on products for each row execute function announce_product();

create function reject_direct_stock_change() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes only through stock movements' using errcode = 'restrict_violation';
end $$;
create trigger products_stock_requires_movement before update of stock on products for each row
  when (pg_trigger_depth() = 0 and new.stock is not null and new.stock is distinct from old.stock)
  execute function reject_direct_stock_change();

create function create_opening_stock() returns trigger language plpgsql as $$
begin
  insert into stock_movements (product_id, quantity, kind, made_by)
  select id, stock, 'opening', 'new product' from added where stock is not null order by id;
  return null;
end $$;
create trigger products_create_opening_stock after insert on products referencing new table as added
  for each statement execute function create_opening_stock();

create function check_package_contents() returns trigger language plpgsql as $$
begin
  -- A concurrent count of the package's own stock waits here, and then sees the contents.
  perform from products where id = new.package_id for no key update;
  if (select stock from products where id = new.package_id) is not null then
    raise exception 'package % has stock of its own, so it cannot have contents', new.package_id using errcode = 'restrict_violation';
  end if;
  if exists (select from package_contents where package_id = new.product_id or product_id = new.package_id) then
    raise exception 'a package with contents cannot be part of another' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger package_contents_countable after insert or update of package_id, product_id on package_contents
  for each row execute function check_package_contents();

-- A package is as scarce as its scarcest component. Each component is compared separately: if the number it allows does
-- not change what pages show, nothing is announced.
create function announce_packages_of_product() returns trigger language plpgsql as $$
declare
  package record;
begin
  for package in
    select package_id from package_contents where product_id = new.id
       and least(old.stock / quantity, 6) is distinct from least(new.stock / quantity, 6)
  loop
    perform pg_notify('page_tags', 'product:' || package.package_id);
    perform pg_notify('page_tags', 'catalogue');
    perform nextval('page_version');
  end loop;
  return null;
end $$;
create trigger products_announce_packages after update of stock on products for each row
  when (old.stock is distinct from new.stock) execute function announce_packages_of_product();

create trigger products_announce_insert after insert on products
  for each statement execute function announce_page_tags('catalogue');
create trigger categories_announce after insert or update or delete on categories
  for each statement execute function announce_page_tags('catalogue', 'product');
create trigger product_images_announce after insert or update or delete on product_images
  for each statement execute function announce_page_tags('catalogue', 'product');
create trigger package_contents_announce after insert or update or delete on package_contents
  for each statement execute function announce_page_tags('catalogue', 'product');

-- ---------- Customers ------------------------------------------------------------------------------------------------

create table users (
  id integer generated always as identity primary key,
  -- In lower case: one mailbox, one account.
  email text not null unique
    constraint users_email_lower_case check (email = lower(email)),
  type text not null constraint users_type_valid check (type in ('member', 'franchise')),
  status text not null default 'pending',
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  cosmetology_id text not null,
  -- Argon2id with its parameters; null until the user sets a password through the mailed link.
  password_hash text,
  referral_code text not null unique,
  created_at timestamptz not null default now(),
  -- When the user confirmed the email by using a mailed link; null again after an email change.
  email_verified_at timestamptz,
  -- Only where the shop reviews licenses (setting approve_licenses).
  license_approved_at timestamptz,
  member_no text not null collate "C" default next_member_no(),
  -- A license is a state and a number; an approved one belongs to a single account (docs/plan §2).
  license_state text references states (code),
  -- Normalized for comparison. Must equal src/domain/account/license.ts; a test compares the two.
  license_number text collate "C" not null generated always as
    (upper(regexp_replace(normalize(cosmetology_id, NFKC) collate "C", '[^A-Za-z0-9]', '', 'g'))) stored,
  -- Reason given by staff; null unless they refused it.
  license_refusal text,
  -- Approved before licenses were unique although an earlier account had it: it stays approved, and is reported.
  license_shared boolean not null default false,
  license_type text constraint users_license_type_valid check (license_type in
    ('cosmetologist', 'esthetician', 'nail_technician', 'barber', 'hairstylist', 'instructor', 'establishment', 'other')),
  -- Last valid day in the shop's time zone; null if unknown.
  license_expires_on date,
  -- When the job processed the expiry; purchases depend on the day alone.
  license_expired_at timestamptz,
  renewal_type text constraint users_renewal_type_valid check (renewal_type in
    ('cosmetologist', 'esthetician', 'nail_technician', 'barber', 'hairstylist', 'instructor', 'establishment', 'other')),
  -- Null if no renewal is awaiting review.
  renewal_expires_on date,
  -- Reason why staff refused the renewal; the license does not change.
  renewal_refusal text,
  constraint users_status_valid check (status in ('pending', 'active', 'suspended', 'closed')),
  unique (member_no),
  constraint users_license_approved_or_refused check (license_refusal is null or license_approved_at is null),
  constraint users_expired_license_has_date check (license_expired_at is null or license_expires_on is not null),
  constraint users_renewal_has_date check
    (renewal_expires_on is not null or (renewal_type is null and renewal_refusal is null))
);
create unique index users_license_unique_idx on users (license_state, license_number)
  where license_approved_at is not null and license_number <> '' and not license_shared;
create index users_license_state_number_idx on users (license_state, license_number) where license_number <> '';
create index users_email_prefix_idx on users (email text_pattern_ops);
create index users_phone_number_idx on users (regexp_replace(phone_number, '[^0-9]', '', 'g') text_pattern_ops);
-- Members with a rare status, and those with a license to review, are found without scanning all users
-- (docs/decisions/0091).
create index users_not_active_idx on users (status, id) where status <> 'active';
create index users_license_expiry_idx on users (license_expires_on, id)
  where license_expires_on is not null and license_number <> '' and license_refusal is null
    and status in ('pending', 'active');
create index users_license_running_idx on users (license_expires_on)
  where license_expires_on is not null and license_expired_at is null and license_number <> '' and license_refusal is null;
create index users_renewal_pending_idx on users (id)
  where renewal_expires_on is not null and renewal_refusal is null and status in ('pending', 'active');
create index users_license_pending_idx on users (id)
  where (license_number <> '' and license_approved_at is null and license_refusal is null and status in ('pending', 'active'))
    or (renewal_expires_on is not null and renewal_refusal is null and status in ('pending', 'active'));
-- Member searches match a prefix of one of these.
create index users_search_name_idx on users (normalize_for_search(first_name || ' ' || last_name) text_pattern_ops);
create index users_search_last_name_idx on users (normalize_for_search(last_name) text_pattern_ops, normalize_for_search(first_name) text_pattern_ops);
create index users_license_number_prefix_idx on users (license_number text_pattern_ops) where license_number <> '';

create table user_addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  address_1 text not null,
  address_2 text not null default '',
  city text not null,
  state text not null references states (code),
  zip text not null,
  -- Entered in the Add User form.
  company text,
  constraint user_addresses_company_not_empty check (company <> '')
);
create index user_addresses_user_id_idx on user_addresses (user_id, id);
-- Finds accounts that share a house (docs/decisions/0011). ZIP and house number are a coarser key than the one that
-- src/domain/order/personal-order.ts compares.
create index user_addresses_house_idx on user_addresses
  ((left(zip, 5) || ' ' || coalesce(substring(address_1 from '[0-9]+'), '')) collate "C", id);
create index user_addresses_street_idx on user_addresses (normalize_for_search(address_1) text_pattern_ops, user_id);
create index user_addresses_street_name_idx on user_addresses
  (regexp_replace(normalize_for_search(address_1), '^[0-9][^ ]* ', '') text_pattern_ops, user_id);

create table sessions (
  -- SHA-256 of the cookie's token: reading this table signs nobody in.
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Set for a session in which staff view a member's account: at most one for each staff session, and it ends with it.
  staff_session_hash bytea,
  unique (staff_session_hash)
);
create index sessions_user_id_idx on sessions (user_id);

-- Mailed links to set a password, one for each user: a new link replaces the older one.
create table password_links (
  user_id integer primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- A user's authenticator app. Active since confirmed_at; being set up before that.
create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key derived from the shop's SECRET: a thief of this table cannot generate codes.
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- Time step of the last accepted code: a code works once.
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);

-- Each replaces one code of the app and is deleted when used.
create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  -- HMAC under the shop's SECRET.
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table email_verifications (
  user_id integer primary key references users (id) on delete cascade,
  -- Address the link was mailed to.
  email text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- A changed email. The owner of the old address can revert it for 7 days through a mailed link.
create table email_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  old_email text not null,
  -- Link to revert the change; created when the mail is composed, null before that and after its use.
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  -- Takes effect when the link mailed to it is used together with the password. Null for changes from before emails had
  -- to be confirmed.
  new_email text constraint email_changes_new_email_lower_case check (new_email = lower(new_email)),
  old_was_verified boolean not null default false,
  confirm_token_hash bytea unique,
  confirm_expires_at timestamptz,
  -- Link in the mail that notifies the old address of the request; token_hash is in the mail after the change.
  request_token_hash bytea unique,
  confirmed_at timestamptz,
  -- No longer pending, or no longer reserving the old address.
  ended_at timestamptz,
  reversed_at timestamptz
);
create index email_changes_user_id_idx on email_changes (user_id);
create unique index email_changes_one_pending_idx on email_changes (user_id) where confirmed_at is null and ended_at is null;
create index email_changes_reserved_email_idx on email_changes (old_email) where confirmed_at is not null and ended_at is null;

-- Add User creates an invitation. It becomes a user, and reserves the email, only when the invited person sets a
-- password.
create table invitations (
  id integer generated always as identity primary key,
  inviter_id integer not null references users (id) on delete cascade,
  email text not null constraint invitations_email_lower_case check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  company text,
  phone_number text not null,
  address_1 text not null,
  address_2 text not null,
  city text not null,
  state text not null references states (code),
  zip text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  -- A declined invitation keeps only the email until it expires, so that the sponsor cannot invite again before.
  declined_at timestamptz,
  -- SHA-256 of the mailed link's token; created when the mail is composed.
  token_hash bytea unique,
  unique (inviter_id, email),
  constraint invitations_company_not_empty check (company <> '')
);
-- The Sales page counts them and lists them after the members.
create index invitations_open_idx on invitations (inviter_id, invited_at, id) where declined_at is null;
create index invitations_email_idx on invitations (email);
create index invitations_expires_at_idx on invitations (expires_at);

-- Uploaded files by their name in the store: counted against the quotas, and deleted when nothing refers to them.
create table stored_files (
  name text primary key,
  user_id integer references users (id),
  bytes bigint not null constraint stored_files_bytes_not_negative check (bytes >= 0),
  stored_at timestamptz not null default now(),
  staff_id integer,
  constraint stored_files_one_owner check (num_nonnulls(user_id, staff_id) = 1)
);
create index stored_files_user_id_idx on stored_files (user_id);
create index stored_files_staff_id_idx on stored_files (staff_id);

-- Picture or PDF of a license, and of its renewal. The foreign key keeps the file from being deleted.
create table license_files (
  user_id integer not null references users (id),
  is_renewal boolean not null,
  file_name text not null references stored_files (name),
  -- Original file name.
  name text not null,
  primary key (user_id, is_renewal)
);
create unique index license_files_file_name_idx on license_files (file_name);

-- One row for each mailed reminder of an expiry.
create table license_reminders (
  user_id integer not null references users (id),
  expires_on date not null,
  days_before integer not null constraint license_reminders_days_positive check (days_before > 0),
  queued_at timestamptz not null default now(),
  primary key (user_id, expires_on, days_before)
);

-- A buyer who resells is not taxed in the certificate's state while it is approved and has not expired.
create table resale_certificates (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  state text not null references states (code),
  number text not null constraint resale_certificates_number_valid check (number ~ '\S' and length(number) <= 40),
  -- Last valid day in the shop's time zone.
  expires_on date not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  approved_at timestamptz,
  approved_by text,
  refused_at timestamptz,
  refused_by text,
  refusal_reason text,
  ended_at timestamptz,
  ended_by text,
  constraint resale_certificates_approval_complete check ((approved_at is null) = (approved_by is null)),
  constraint resale_certificates_refusal_complete check (
    (refused_at is null) = (refused_by is null) and (refused_at is null) = (refusal_reason is null)),
  constraint resale_certificates_end_complete check ((ended_at is null) = (ended_by is null)),
  constraint resale_certificates_approved_or_refused check (approved_at is null or refused_at is null),
  constraint resale_certificates_ended_if_approved check (ended_at is null or approved_at is not null)
);
create unique index resale_certificates_one_approved_idx on resale_certificates (user_id, state)
  where approved_at is not null and ended_at is null;
create unique index resale_certificates_one_submitted_idx on resale_certificates (user_id, state)
  where approved_at is null and refused_at is null;

-- Terms that users accept when they register. A published version never changes.
create table terms (
  version integer generated always as identity primary key,
  text text not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  constraint terms_text_not_blank check (text ~ '\S')
);

create table terms_acceptances (
  user_id integer not null references users (id),
  version integer not null references terms (version),
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);
create index terms_acceptances_version_idx on terms_acceptances (version, user_id);

-- Requests to erase a person (docs/back-office §4). Contains ids only: of a placeholder user, or of guest orders.
create table erasures (
  id integer generated always as identity primary key,
  user_id integer references users (id),
  order_ids integer[],
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- Earliest time of the erasure.
  due_at timestamptz not null default now(),
  -- When the last mail was queued; it is sent before the email is erased.
  final_mail_at timestamptz,
  canceled_at timestamptz,
  done_at timestamptz,
  constraint erasures_user_or_orders check ((user_id is null) <> (order_ids is null)),
  constraint erasures_canceled_or_done check (canceled_at is null or done_at is null)
);
create unique index erasures_one_per_user_idx on erasures (user_id) where user_id is not null and canceled_at is null;
create index erasures_pending_idx on erasures (due_at) where done_at is null and canceled_at is null;

-- Processes cache sessions for a second (docs/decisions/0006). No page depends on them, so page_version does not change.
create function announce_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'sessions');
  return null;
end
$$;
create trigger sessions_announce_end after delete on sessions
  for each statement execute function announce_sessions();
create trigger users_announce_session after update of status, type, first_name, last_name, email on users
  for each statement execute function announce_sessions();

create function reject_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'terms and their acceptances are append-only' using errcode = 'restrict_violation';
end $$;
create trigger terms_append_only before update or delete on terms
  for each row execute function reject_terms_change();
create trigger terms_acceptances_append_only before update or delete on terms_acceptances
  for each row execute function reject_terms_change();

-- Posts and comments show their authors' names.
create trigger users_announce_author after update on users for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function announce_page_tags('authors');
create trigger terms_announce after insert on terms
  for each statement execute function announce_page_tags('content');

-- ---------- Staff ----------------------------------------------------------------------------------------------------

create table staff (
  id integer generated always as identity primary key,
  email text not null
    unique
    constraint staff_email_lower_case check (email = lower(btrim(email)) and email like '%_@_%'),
  name text not null default '',
  role text not null constraint staff_role_valid check (role in ('clerk', 'manager', 'owner')),
  active boolean not null default true,
  password_hash text,
  last_signed_in_at timestamptz,
  created_at timestamptz not null default now()
);

alter table stored_files add foreign key (staff_id) references staff (id);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id integer not null references staff,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now()
);
create index staff_sessions_staff_id_idx on staff_sessions (staff_id);

alter table sessions add foreign key (staff_session_hash) references staff_sessions(token_hash) on delete cascade;

create table staff_second_factors (
  staff_id integer primary key references staff,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table staff_recovery_codes (
  staff_id integer not null references staff_second_factors on delete cascade,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

-- Mailed link to set the password, and the second factor if there is none: one at a time, used once.
create table staff_links (
  staff_id integer primary key references staff,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- A reset for an approver takes effect after a day, in which every other approver can stop it.
create table staff_resets (
  id integer generated always as identity primary key,
  staff_id integer not null references staff,
  kind text not null constraint staff_resets_kind_valid check (kind in ('password', 'second_factor')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  effective_at timestamptz not null,
  stopped_at timestamptz,
  stopped_by integer references staff,
  done_at timestamptz,
  constraint staff_resets_stopped_or_done check (stopped_at is null or done_at is null),
  constraint staff_resets_stopped_complete check ((stopped_at is null) = (stopped_by is null))
);
create unique index staff_resets_one_open_idx on staff_resets (staff_id, kind) where stopped_at is null and done_at is null;

-- Saved filters, sort order and columns of a list (docs/back-office §3, List).
create table staff_views (
  id integer generated always as identity primary key,
  staff_id integer not null references staff,
  area text not null constraint staff_views_area_valid check (area in ('orders')),
  name text not null constraint staff_views_name_valid check (name ~ '\S' and char_length(name) <= 60),
  query text not null constraint staff_views_query_length check (char_length(query) <= 2000),
  shared boolean not null default false,
  version integer not null default 1 constraint staff_views_version_positive check (version >= 1),
  created_at timestamptz not null default now()
);
comment on column staff_views.query is 'Query string of the list''s URL.';
create unique index staff_views_unique_name_idx on staff_views (staff_id, area, lower(name));
create index staff_views_shared_idx on staff_views (area) where shared;

-- `preview` is canonical JSON: preview_hash covers exactly what the approver saw.
create table approvals (
  id integer generated always as identity primary key,
  action text not null,
  subject text not null,
  payload jsonb not null,
  preview text not null,
  preview_hash bytea not null,
  reason text not null,
  proposed_by text not null,
  proposed_by_id integer references staff,
  proposed_at timestamptz not null default now(),
  state text not null default 'proposed'
    constraint approvals_state_valid check (state in ('proposed', 'approved', 'refused', 'void', 'done')),
  decided_by text,
  decided_by_id integer references staff,
  decided_at timestamptz,
  ended_at timestamptz,
  first_approved_by text,
  first_approved_by_id integer references staff,
  first_approved_at timestamptz,
  -- When the mail to the approvers was sent; approved_mailed_at is that of the mail to the proposer.
  pending_mailed_at timestamptz,
  approved_mailed_at timestamptz,
  constraint approvals_preview_hash_matches check (preview_hash = sha256(convert_to(preview, 'UTF8'))),
  constraint approvals_decided_by_other check (state not in ('approved', 'done') or decided_by_id <> proposed_by_id),
  constraint approvals_decision_complete check (state not in ('approved', 'done', 'refused')
    or (decided_by_id is not null and decided_by is not null and decided_at is not null)),
  constraint approvals_first_approval_complete check (
    (first_approved_by is null) = (first_approved_by_id is null) and (first_approved_by is null) = (first_approved_at is null)),
  constraint approvals_command_line_needs_two check (state not in ('approved', 'done') or proposed_by_id is not null
    or (first_approved_by_id is not null and first_approved_by_id <> decided_by_id))
);
create unique index approvals_one_open_idx on approvals (action, subject) where state in ('proposed', 'approved');

create function check_approval_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'approvals are never deleted';
  end if;
  if is_erasure(to_jsonb(old), to_jsonb(new), 'payload', 'reason') then return new; end if;
  if (old.action, old.subject, old.payload, old.preview, old.preview_hash, old.reason, old.proposed_by, old.proposed_by_id, old.proposed_at)
     is distinct from
     (new.action, new.subject, new.payload, new.preview, new.preview_hash, new.reason, new.proposed_by, new.proposed_by_id, new.proposed_at) then
    raise exception 'a proposal never changes';
  end if;
  if old.state in ('refused', 'void', 'done') then
    raise exception 'an ended approval never changes';
  end if;
  return new;
end $$;
create trigger approvals_check_change before update or delete on approvals for each row execute function check_approval_change();

-- ---------- Audit log ------------------------------------------------------------------------------------------------

create sequence audit_entry_ids;

-- Partitioned by month. Months without a partition are in the default one, so that every entry can be inserted.
create table audit_entries (
  id bigint not null default nextval('audit_entry_ids'),
  made_at timestamptz not null default clock_timestamp(),
  actor_kind text not null constraint audit_entries_actor_kind_valid check (actor_kind in ('staff', 'command_line', 'customer', 'system')),
  actor_id integer,
  actor_name text not null,
  role text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  request_id text,
  primary key (id, made_at)
) partition by range (made_at);
create index audit_entries_subject_idx on audit_entries (subject_kind, subject_id, id);
create index audit_entries_actor_name_idx on audit_entries (actor_name, id);
create index audit_entries_action_idx on audit_entries (action, id);
-- Entries of a day are stored together, so that this index has only a few pages.
create index audit_entries_made_at_idx on audit_entries using brin (made_at) with (pages_per_range = 32);

create table audit_entries_default partition of audit_entries default;

-- Personal data is separate from the entry: erasing a person deletes the payload, and the entry remains.
create table audit_payloads (
  entry_id bigint primary key,
  person_id integer,
  payload jsonb not null
);
create index audit_payloads_person_id_idx on audit_payloads (person_id) where person_id is not null;

-- Inserted with the entry, deleted by the sealer: a lower id may commit later than a higher one.
create table audit_unsealed (
  entry_id bigint primary key,
  made_at timestamptz not null
);

-- Random keys, encrypted under the shop's SECRET; the newest is in use.
create table audit_keys (
  id integer generated always as identity primary key,
  sealed_key bytea not null
);

create table audit_seals (
  number bigint primary key,
  entry_id bigint not null unique,
  made_at timestamptz not null,
  key_id integer not null references audit_keys,
  -- Keyed; null if the payload was erased before sealing.
  payload_hash bytea constraint audit_seals_payload_hash_sha256 check (octet_length(payload_hash) = 32),
  seal bytea not null constraint audit_seals_seal_sha256 check (octet_length(seal) = 32),
  sealed_at timestamptz not null default clock_timestamp()
);

-- One row: the head of the chain, with a keyed proof. Its lock serializes sealers.
create table audit_chain (
  is_only boolean default true primary key constraint audit_chain_single_row check (is_only),
  number bigint not null,
  seal bytea not null,
  key_id integer references audit_keys,
  proof bytea
);

insert into audit_chain (number, seal) values (0, decode(repeat('00', 32), 'hex'));

-- Last seal of each day (UTC), which is also written to the server log.
create table audit_days (
  day date primary key,
  number bigint not null,
  seal bytea not null
);

-- Erased payloads, each with the audit entry of its erasure.
create table audit_erasures (
  entry_id bigint primary key,
  erased_by bigint not null
);
create index audit_erasures_erased_by_entry_id_idx on audit_erasures (erased_by, entry_id);

create function reject_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function reject_audit_change();
create trigger audit_payloads_no_update before update on audit_payloads
  for each row execute function reject_audit_change();
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function reject_audit_change();
create trigger audit_days_append_only before update or delete on audit_days
  for each row execute function reject_audit_change();
create trigger audit_erasures_append_only before update or delete on audit_erasures
  for each row execute function reject_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function reject_audit_change();

create function require_erasure_reason() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_erasures where entry_id = old.entry_id) then
    raise exception 'a payload of the audit log can only be deleted with a recorded erasure' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger audit_payloads_erasure_has_reason before delete on audit_payloads
  for each row execute function require_erasure_reason();

create function reject_audit_chain_rollback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.number > old.number or (new.number = old.number and new.seal = old.seal) then return new; end if;
  end if;
  raise exception 'the chain of the audit log only grows' using errcode = 'restrict_violation';
end $$;
create trigger audit_chain_only_grows before update or delete on audit_chain
  for each row execute function reject_audit_chain_rollback();

-- Creates the partition of the month that starts on this day. Returns false if it exists, or if the default partition
-- has entries of that month.
create function create_audit_partition(first_day date) returns boolean language plpgsql as $$
declare
  name text := 'audit_entries_' || to_char(first_day, 'YYYY_MM');
  starts_at timestamptz := first_day::timestamp at time zone 'UTC';
  ends_at timestamptz := (first_day + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('public.' || name) is not null then return false; end if;
  if exists (select from audit_entries_default where made_at >= starts_at and made_at < ends_at) then return false; end if;
  -- Created separately and attached, so that inserts are not blocked.
  execute format('create table public.%I (like audit_entries including defaults including constraints)', name);
  execute format('alter table audit_entries attach partition public.%I for values from (%L) to (%L)', name, starts_at, ends_at);
  return true;
end $$;

-- ---------- Stock ----------------------------------------------------------------------------------------------------

-- Append-only ledger of stock (docs/back-office §3): the quantity on hand is the sum of the movements.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id integer not null,
  -- Added to the quantity on hand; 0 for a count that found the expected quantity.
  quantity integer not null,
  kind text not null constraint stock_movements_kind_valid check (
    kind in ('opening', 'order', 'cancel', 'return', 'receipt', 'count', 'correction', 'damage', 'write_off')),
  order_id integer,
  line_position integer,
  -- 1 for the order itself, 2 for what its first edit added, and so on.
  allocation integer,
  -- Pieces of the order line: for a package the number of packages, whatever each contains.
  line_quantity integer constraint stock_movements_line_quantity_positive check (line_quantity > 0),
  -- The movement of kind order that this one reverses, fully or in part.
  reverses bigint,
  reason text constraint stock_movements_reason_not_empty check (reason <> ''),
  made_by text not null,
  made_at timestamptz not null default now(),
  constraint stock_movements_order_line_complete check (
    num_nulls(order_id, line_position, allocation, line_quantity)
      = case when kind in ('order', 'cancel', 'return') then 0 else 4 end),
  constraint stock_movements_reverses_matches_kind check ((kind in ('cancel', 'return')) = (reverses is not null)),
  constraint stock_movements_quantity_sign check (case kind
    when 'opening' then quantity >= 0
    when 'order' then quantity < 0
    when 'damage' then quantity < 0
    when 'write_off' then quantity <= 0
    when 'correction' then quantity <> 0
    when 'count' then true
    else quantity > 0 end),
  constraint stock_movements_manual_has_reason check (kind not in ('receipt', 'count', 'correction', 'damage', 'write_off') or reason is not null),
  foreign key (product_id) references products (id),
  foreign key (reverses) references stock_movements (id)
);
create index stock_movements_product_id_idx on stock_movements (product_id, id) include (quantity);
create index stock_movements_reverses_idx on stock_movements (reverses) where reverses is not null;
create unique index stock_movements_one_per_allocation_idx on stock_movements (order_id, line_position, allocation, product_id)
  where kind = 'order';
create unique index stock_movements_one_opening_idx on stock_movements (product_id) where kind = 'opening';

create function reject_stock_movement_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  raise exception 'stock movements are append-only' using errcode = 'restrict_violation';
end $$;
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function reject_stock_movement_change();

-- Reversals never exceed the movement that they reverse.
create function check_stock_reversal() returns trigger language plpgsql as $$
declare
  original stock_movements;
begin
  -- Serializes concurrent reversals.
  select * into original from stock_movements where id = new.reverses for no key update;
  if original.kind <> 'order'
    or (original.product_id, original.order_id, original.line_position, original.allocation)
      is distinct from (new.product_id, new.order_id, new.line_position, new.allocation)
    or new.quantity::bigint * original.line_quantity <> -original.quantity::bigint * new.line_quantity then
    raise exception 'stock movement % does not reverse %', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
  if (select sum(line_quantity) from stock_movements where reverses = new.reverses) > original.line_quantity then
    raise exception 'reversals exceed stock movement %', new.reverses using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger stock_movements_reversal_within_original after insert on stock_movements for each row when (new.reverses is not null)
  execute function check_stock_reversal();

-- products.stock caches the sum of the movements. Null: not counted, until an opening or a count.
create function refresh_stock() returns trigger language plpgsql as $$
begin
  update products
     set stock = case when stock is null then (select sum(quantity) from stock_movements where product_id = products.id)
       else stock + changes.quantity end
    from (
      -- A product created with a stock includes its opening already.
      select product_id, coalesce(sum(quantity) filter (where kind <> 'opening'), 0) as quantity,
          bool_or(kind in ('opening', 'count')) as starts
        from added group by product_id) changes
   where products.id = changes.product_id
     and case when stock is null then changes.starts else changes.quantity <> 0 end;
  if exists (
    select from added join package_contents on package_id = added.product_id
     where kind in ('opening', 'order', 'receipt', 'count', 'correction', 'damage')) then
    raise exception 'a package with contents has no stock of its own' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger stock_movements_refresh_stock after insert on stock_movements referencing new table as added
  for each statement execute function refresh_stock();

-- ---------- Carts ----------------------------------------------------------------------------------------------------

create table carts (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token: reading this table opens no cart.
  token_hash bytea unique,
  -- Number of orders placed from this cart; with the id it identifies one filling of the cart.
  round integer not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  user_id integer references users (id) on delete cascade unique,
  -- Incremented by each change, to detect concurrent ones.
  version integer not null default 1,
  constraint carts_one_owner check ((token_hash is null) <> (user_id is null))
);
create index carts_last_used_at_idx on carts (last_used_at);

create table cart_line_items (
  id bigint generated always as identity primary key,
  cart_id bigint not null references carts (id) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  quantity integer not null constraint cart_line_items_quantity_1_to_99 check (quantity between 1 and 99),
  -- Price when the product was added; shown_price_cents is the price the visitor saw last.
  added_price_cents integer not null,
  shown_price_cents integer not null,
  unique (cart_id, product_id)
);

-- ---------- Orders ---------------------------------------------------------------------------------------------------

-- Order numbers have no gaps. Their sequence never returns a number, so this one stores the last one taken: a
-- transaction that finds no order with it knows that the other was rolled back, and uses it.
create sequence order_numbers_taken as integer;

create table orders (
  id integer generated always as identity (start with 100001) primary key,
  -- Filling of the cart that became this order; the cart itself may be deleted.
  cart_id bigint,
  cart_round integer,
  status text not null default 'processing'
    constraint orders_status_valid check (status in ('processing', 'completed', 'canceled')),
  type text not null constraint orders_type_valid check (type in ('D', 'P')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  sub_total_cents bigint not null constraint orders_sub_total_not_negative check (sub_total_cents >= 0),
  shipping_price_cents bigint not null constraint orders_shipping_price_not_negative check (shipping_price_cents >= 0),
  insurance_cents bigint not null constraint orders_insurance_not_negative check (insurance_cents >= 0),
  tax_cents bigint not null constraint orders_tax_not_negative check (tax_cents >= 0),
  total_cents bigint not null,
  pv bigint not null,
  cv_cents bigint not null,
  shipping_method text,
  shipping_description text not null,
  payment_type text not null,
  card_holder_name text,
  card_type text,
  card_last_four text constraint orders_card_last_four_digits check (card_last_four ~ '^[0-9]{4}$'),
  comments text not null default '',
  created_at timestamptz not null default now(),
  -- Null for a guest.
  user_id integer references users (id),
  -- Member credited with the volume (docs/plan §3): the buyer, or the owner of the referral code. Never changes.
  credited_user_id integer references users (id),
  paid_at timestamptz,
  completed_at timestamptz,
  canceled_at timestamptz,
  payment_state text not null default 'unpaid' constraint orders_payment_state_valid
    check (payment_state in ('unpaid', 'partly_paid', 'paid', 'overpaid', 'partly_refunded', 'refunded')),
  discount_cents bigint not null default 0,
  -- Entered percentage in thousandths of a percent; null if an amount was entered.
  discount_milli_percent integer constraint orders_discount_percent_range check (discount_milli_percent between 0 and 100000),
  discount_reason text,
  -- Resale certificate of the buyer, copied when the order is placed.
  certificate_state text,
  certificate_number text,
  fulfillment_state text not null default 'unfulfilled'
  constraint orders_fulfillment_state_valid check (fulfillment_state in ('unfulfilled', 'packed', 'ready_for_pickup', 'shipped',
    'delivered', 'picked_up', 'partly_packed', 'partly_ready_for_pickup', 'partly_shipped', 'partly_delivered',
    'partly_picked_up')),
  -- Banking days from the order to due_on (docs/back-office §3, Unpaid orders).
  payment_days smallint constraint orders_payment_days_range check (payment_days between 1 and 28),
  due_on date,
  -- Incremented by each edit, which first stores the previous version in order_versions.
  version integer not null default 1 constraint orders_version_positive check (version >= 1),
  taxed_when_canceled boolean not null default false,
  unique (cart_id, cart_round),
  constraint orders_shipping_method_matches_type check ((type = 'D') = (shipping_method is not null)),
  constraint orders_pickup_without_shipping check (type = 'D' or (shipping_price_cents = 0 and insurance_cents = 0)),
  constraint orders_completed_has_time check (status <> 'completed' or completed_at is not null),
  constraint orders_canceled_at_matches_status check ((status = 'canceled') = (canceled_at is not null)),
  constraint orders_completed_is_paid check (status <> 'completed' or paid_at is not null),
  constraint orders_discount_within_sub_total check (discount_cents between 0 and sub_total_cents),
  constraint orders_discount_has_reason check (
    (discount_cents = 0 and discount_milli_percent is null) or btrim(coalesce(discount_reason, '')) <> ''),
  constraint orders_certificate_complete check ((certificate_state is null) = (certificate_number is null)),
  constraint orders_certificate_not_taxed check (certificate_state is null or tax_cents = 0),
  constraint orders_total_adds_up check (
    total_cents = sub_total_cents - discount_cents + shipping_price_cents + insurance_cents + tax_cents),
  constraint orders_due_date_has_payment_days check ((due_on is null) = (payment_days is null)),
  constraint orders_due_date_matches_payment_type check (due_on is null or payment_type in ('quickpay', 'check')),
  constraint orders_payment_type_valid check (payment_type in ('quickpay', 'check', 'card', 'cash'))
);
create index orders_user_id_idx on orders (user_id, id desc) where user_id is not null;
-- Orders that somebody placed before they had an account.
create index orders_guest_email_idx on orders (email) where user_id is null;
-- Orders with a partial payment, and overpayments.
create index orders_partly_or_overpaid_idx on orders (payment_state, id) where payment_state in ('partly_paid', 'overpaid');
create index orders_payment_due_idx on orders (due_on, id)
  where status = 'processing' and paid_at is null and due_on is not null;
-- Read by the hourly job (docs/decisions/0091): paid orders with shipments that are not completed.
create index orders_to_complete_idx on orders (id)
  where status = 'processing' and paid_at is not null and fulfillment_state <> 'unfulfilled';
-- For filters. Frequent states are found newest first; rare ones have an index.
create index orders_processing_idx on orders (created_at, id) where status = 'processing';
create index orders_fulfillment_state_idx on orders (fulfillment_state, created_at, id);
-- The dashboard counts paid orders that are not completed, and shipments that have not left (docs/decisions/0051). The
-- indexes are as small as the open work.
create index orders_paid_processing_idx on orders (id) where status = 'processing' and paid_at is not null;
-- Index-only scans for filters and sort orders: counting, or a search with thousands of hits, fetches no row.
create index orders_list_idx on orders (id)
  include (created_at, total_cents, due_on, status, payment_state, fulfillment_state, type, payment_type);
-- Open bank transactions are matched with all orders that have a balance.
create index orders_with_balance_idx on orders (id) where status = 'processing' and payment_state in ('unpaid', 'partly_paid');
create index orders_created_at_idx on orders (created_at desc, id desc)
  include (status, payment_state, fulfillment_state, type, payment_type, total_cents, due_on, paid_at);
create index orders_total_idx on orders (total_cents, id)
  include (status, payment_state, fulfillment_state, type, payment_type, created_at, due_on, paid_at);
create index orders_due_date_idx on orders ((coalesce(due_on, 'infinity'::date)), id)
  include (status, payment_state, fulfillment_state, type, payment_type, total_cents, created_at, due_on, paid_at);
create index orders_name_idx on orders ((lower(last_name || ' ' || first_name)), id)
  include (last_name, first_name, status, payment_state, fulfillment_state, type, payment_type, total_cents, created_at,
    due_on, paid_at);
create index orders_not_paid_idx on orders (payment_state, created_at, id)
  include (status, fulfillment_state, type, payment_type, total_cents, due_on, paid_at) where payment_state <> 'paid';
create index orders_payment_type_idx on orders (payment_type, created_at, id)
  include (status, payment_state, fulfillment_state, type, total_cents, due_on, paid_at);
-- Unpaid orders without a due date that have left.
create index orders_sent_unpaid_idx on orders (id)
  where status = 'processing' and paid_at is null and due_on is null
    and fulfillment_state not in ('unfulfilled', 'packed', 'partly_packed', 'ready_for_pickup', 'partly_ready_for_pickup');

-- Statuses go together: canceled orders were seldom shipped. Without these statistics, each is estimated independently.
create statistics orders_by_states (dependencies, mcv)
  on status, payment_state, fulfillment_state, type, payment_type from orders;

alter table stock_movements add foreign key (order_id) references orders (id);

create table order_lines (
  order_id integer not null references orders (id) on delete cascade,
  position integer not null,
  product_id integer references products (id) on delete set null,
  name text not null,
  image_file text,
  quantity integer not null constraint order_lines_quantity_1_to_99 check (quantity between 1 and 99),
  price_cents integer not null,
  total_price_cents bigint not null,
  -- Copied when the order is placed; later edits of the product never affect the order (docs/plan §3).
  unit_pv integer not null,
  commissionable_bp integer not null,
  cv_cents bigint not null,
  discount_cents bigint not null default 0,
  tax_exempt boolean not null default false,
  tax_cents bigint not null default 0,
  -- PV of the whole line in proportion to the price paid, rounded half-up (docs/plan §1).
  pv bigint not null generated always as (coalesce(
  div(2 * unit_pv::numeric * quantity * (total_price_cents - discount_cents) + total_price_cents,
    2 * nullif(total_price_cents, 0)::numeric),
  unit_pv::numeric * quantity)::bigint) stored,
  primary key (order_id, position),
  constraint order_lines_total_adds_up check (total_price_cents = price_cents::bigint * quantity),
  constraint order_lines_discount_within_total check (discount_cents between 0 and total_price_cents),
  constraint order_lines_tax_not_negative check (tax_cents >= 0),
  constraint order_lines_exempt_not_taxed check (not tax_exempt or tax_cents = 0)
);
create index order_lines_product_id_idx on order_lines (product_id);

create table order_addresses (
  order_id integer primary key references orders (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  address_1 text not null,
  address_2 text not null default '',
  city text not null,
  state text not null,
  zip text not null,
  company text
  constraint order_addresses_company_not_empty check (company <> '')
);
create index order_addresses_state_order_id_idx on order_addresses (state, order_id);

-- Rates that the order was taxed with: later changes of the rates never affect it.
create table order_taxes (
  order_id integer not null references orders (id),
  position integer not null,
  state text not null,
  -- Null if the rate is unknown.
  milli_percent integer constraint order_taxes_rate_range check (milli_percent between 0 and 100000),
  on_goods boolean not null,
  on_shipping boolean not null,
  base_cents bigint not null constraint order_taxes_base_not_negative check (base_cents >= 0),
  tax_cents bigint not null constraint order_taxes_tax_not_negative check (tax_cents >= 0),
  zip_prefix text not null constraint order_taxes_zip_prefix_digits check (zip_prefix ~ '^[0-9]{0,5}$'),
  -- Part of the tax on shipping and insurance; the rest is allocated to the lines.
  shipping_tax_cents bigint not null default 0
    constraint order_taxes_shipping_tax_within_tax check (shipping_tax_cents between 0 and tax_cents),
  -- Taxes of a stored version are replaced by those of the next; current ones never change.
  version integer not null default 1,
  primary key (order_id, position)
);
-- The tax report is paged by rate.
create index order_taxes_rate_idx on order_taxes (state, milli_percent, order_id);

-- Every status change of an order, with its author and time.
create table order_changes (
  id bigint generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  change text not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  constraint order_changes_change_valid check (change in
    ('placed', 'paid', 'unpaid', 'completed', 'canceled', 'reopened', 'reinstated', 'edited', 'contact_corrected'))
);
create index order_changes_order_id_idx on order_changes (order_id);

-- A version that an edit replaced. The current one is in orders, order_lines, order_taxes and order_addresses.
create table order_versions (
  order_id integer not null references orders (id),
  version integer not null,
  -- Rows of the order, its lines, taxes and address; without payment and fulfillment state.
  snapshot jsonb not null,
  total_cents bigint not null,
  replaced_at timestamptz not null default now(),
  replaced_by text not null,
  reason text not null constraint order_versions_reason_not_blank check (reason ~ '\S'),
  primary key (order_id, version)
);

-- Internal notes of staff, never shown to the customer.
create table order_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  note text not null constraint order_notes_note_length check (char_length(note) <= 2000),
  made_by text not null,
  made_at timestamptz not null default now(),
  erased_at timestamptz,
  constraint order_notes_note_until_erased check ((erased_at is null) = (note ~ '\S'))
);
comment on table order_notes is
  'Append-only. Personal text about the customer: erasing a person clears the notes of their orders and sets erased_at.';
create index order_notes_order_id_idx on order_notes (order_id, id);

create table order_search (
  order_id integer primary key references orders on delete cascade,
  search_text text not null
);
comment on table order_search is 'Maintained by triggers; verify compares it with order_search_text.';
-- How common a word is decides the plan; few samples cannot tell.
alter table order_search alter column search_text set statistics 1000;
-- Pending entries are merged at 64 MB.
create index order_search_search_text_idx on order_search using gin (search_text gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 65536);

-- Response to a checkout, stored under the key that the visitor's page sent.
create table idempotency_keys (
  visitor_hash bytea not null,
  key text not null,
  body_hash bytea not null,
  order_id integer not null references orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (visitor_hash, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- Recent orders by IP address and by email. One statement counts and increments, safe under concurrency.
create table placement_counts (
  kind text not null constraint placement_counts_kind_valid check (kind in ('from', 'of')),
  key text not null,
  placed_at timestamptz[] not null,
  primary key (kind, key)
);

create function reject_order_tax_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.version < (select version from orders where id = old.order_id)
     and exists (select from order_versions where order_id = old.order_id and version = old.version) then
    return old;
  end if;
  raise exception 'taxes of an order never change' using errcode = 'restrict_violation';
end $$;
create trigger order_taxes_append_only before update or delete on order_taxes
  for each row execute function reject_order_tax_change();

create function check_order_version() returns trigger language plpgsql as $$
begin
  if not exists (select from orders where id = new.order_id and version = new.version and total_cents = new.total_cents) then
    raise exception 'only the current version of order % can be replaced', new.order_id
      using errcode = 'check_violation', constraint = 'order_versions_current';
  end if;
  return new;
end $$;
create trigger order_versions_current before insert on order_versions
  for each row execute function check_order_version();

create function reject_order_version_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'snapshot', 'reason') then return new; end if;
  raise exception 'order versions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger order_versions_append_only before update or delete on order_versions
  for each row execute function reject_order_version_change();

create function check_order_version_increment() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1
     or not exists (select from order_versions where order_id = old.id and version = old.version) then
    raise exception 'version % of order % is not stored', old.version, old.id
      using errcode = 'check_violation', constraint = 'orders_replaced_version_stored';
  end if;
  return new;
end $$;
create trigger orders_replaced_version_stored before update of version on orders
  for each row when (new.version <> old.version) execute function check_order_version_increment();

create function order_search_text(order_number integer) returns text language plpgsql stable as $$
begin
  return (select normalize_for_search(concat_ws(' ', '', first_name, last_name, email, regexp_replace(phone_number, '\D', '', 'g'),
    (select concat_ws(' ', first_name, last_name, company, address_1, address_2, city, state, zip, regexp_replace(phone_number, '\D', '', 'g'))
       from order_addresses where order_id = order_number),
    (select string_agg(concat_ws(' ', name, ':p' || product_id || ':'), ' ' order by position)
       from order_lines where order_id = order_number),
    (select string_agg(tracking_number, ' ' order by id)
       from shipments where order_id = order_number and tracking_number <> ''), ''))
    from orders where id = order_number);
end $$;
comment on function order_search_text(integer) is
  'Includes :p and the product id, so that an order is found by the current SKU of a product.';

create function refresh_order_search(order_ids integer[]) returns void language plpgsql as $$
begin
  insert into order_search (order_id, search_text)
  select id, order_search_text(id) from orders where id = any (order_ids) order by id
  on conflict (order_id) do update set search_text = excluded.search_text where order_search.search_text <> excluded.search_text;
end $$;

create function refresh_search_for_children() returns trigger language plpgsql as $$
declare
  -- Skips new orders, whose row is inserted when their transaction ends.
  changed integer[] := array(select distinct order_id from added join order_search using (order_id));
begin
  if changed <> '{}' then perform refresh_order_search(changed); end if;
  return null;
end $$;
create trigger order_lines_insert_search after insert on order_lines
  referencing new table as added for each statement execute function refresh_search_for_children();
create trigger order_addresses_insert_search after insert on order_addresses
  referencing new table as added for each statement execute function refresh_search_for_children();

create function refresh_search_for_order() returns trigger language plpgsql as $$
begin
  perform refresh_order_search(array[new.id]);
  return null;
end $$;
create trigger orders_update_search after update on orders for each row
  when ((old.first_name, old.last_name, old.email, old.phone_number)
    is distinct from (new.first_name, new.last_name, new.email, new.phone_number))
  execute function refresh_search_for_order();

create function refresh_search_for_child() returns trigger language plpgsql as $$
begin
  perform refresh_order_search(array[coalesce(new.order_id, old.order_id)]);
  return null;
end $$;
create trigger order_lines_update_search after update on order_lines for each row
  when ((old.name, old.product_id) is distinct from (new.name, new.product_id)) execute function refresh_search_for_child();
create trigger order_addresses_update_search after update on order_addresses for each row
  when (old.* is distinct from new.*) execute function refresh_search_for_child();
create trigger order_lines_delete_search after delete on order_lines for each row execute function refresh_search_for_child();
create trigger order_addresses_delete_search after delete on order_addresses for each row execute function refresh_search_for_child();

create function reject_order_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null and new.note = ''
       and (new.id, new.order_id, new.made_by, new.made_at) = (old.id, old.order_id, old.made_by, old.made_at) then
      return new;
    end if;
  end if;
  raise exception 'order notes are append-only, and cleared only by an erasure'
    using errcode = 'restrict_violation';
end $$;
create trigger order_notes_append_only before update or delete on order_notes
  for each row execute function reject_order_note_change();
create trigger order_notes_no_truncate before truncate on order_notes
  execute function reject_order_note_change();

create function insert_order_search() returns trigger language plpgsql as $$
begin
  -- Takes a single id: a query by a list is planned again for each list.
  insert into order_search (order_id, search_text)
  select id, order_search_text(id) from orders where id = new.id
  on conflict (order_id) do update set search_text = excluded.search_text where order_search.search_text <> excluded.search_text;
  return null;
end $$;
create constraint trigger orders_insert_search after insert on orders
  deferrable initially deferred for each row execute function insert_order_search();

create function mark_canceled_order_taxed() returns trigger language plpgsql as $$
begin
  new.taxed_when_canceled := (select received > 0 from order_payment_totals(new.id));
  return new;
end $$;
create trigger orders_mark_canceled_taxed before update of status on orders for each row
  when (new.status = 'canceled' and old.status <> 'canceled') execute function mark_canceled_order_taxed();

-- Returns the number of an order that can no longer be refused. Others wait for theirs until the transaction ends, so
-- this is its last lock.
create function take_order_number() returns integer language plpgsql as $$
declare
  last_number integer;
  is_taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('order numbers', 0));
  select last_value, is_called into last_number, is_taken from order_numbers_taken;
  if is_taken and not exists (select from orders where id = last_number) then return last_number; end if;
  last_number := nextval('orders_id_seq');
  perform setval('order_numbers_taken', last_number);
  return last_number;
end $$;

-- ---------- Payments -------------------------------------------------------------------------------------------------

-- Credit note numbers have no gaps: a transaction locks this row until its credit note is committed.
create table credit_note_numbers (
  only_row boolean primary key default true constraint credit_note_numbers_single_row check (only_row),
  last_number integer not null default 0
);

insert into credit_note_numbers default values;

-- Amounts no longer due. A cancellation without a number is of an order without payments; a reinstatement reverses it,
-- with negative amounts.
create table credit_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  kind text not null
    constraint credit_notes_kind_valid check (kind in ('return', 'cancellation', 'adjustment', 'reinstatement')),
  number integer unique,
  amount_cents bigint not null,
  goods_cents bigint not null,
  discount_cents bigint not null default 0,
  insurance_cents bigint not null default 0,
  shipping_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  reverses_id integer references credit_notes (id) unique,
  reason text not null default '',
  made_by text not null,
  created_at timestamptz not null default now(),
  constraint credit_notes_amount_adds_up
    check (amount_cents = goods_cents - discount_cents + insurance_cents + shipping_cents + tax_cents),
  constraint credit_notes_reverses_if_reinstatement check ((kind = 'reinstatement') = (reverses_id is not null)),
  constraint credit_notes_negative_if_reinstatement check ((kind = 'reinstatement') = (amount_cents < 0)),
  constraint credit_notes_number_matches_kind
    check (case kind when 'reinstatement' then number is null when 'cancellation' then true else number is not null end)
);
create index credit_notes_order_id_idx on credit_notes (order_id, id);
create index credit_notes_created_at_idx on credit_notes (created_at, id);

create table payments (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  kind text not null constraint payments_kind_valid check (kind in ('received', 'refunded', 'correction')),
  method text not null
    constraint payments_method_valid check (method in ('quickpay', 'check', 'cash', 'card', 'other')),
  -- A correction is signed: it changes received minus refunded.
  amount_cents bigint not null
    constraint payments_amount_sign check (amount_cents > 0 or (kind = 'correction' and amount_cents < 0)),
  reference text not null default '',
  -- Day of the payment in the shop's time zone.
  value_date date not null,
  reason text not null default '',
  corrects_id integer references payments (id) unique,
  -- The corrected check bounced.
  bounced boolean not null default false,
  credit_note_id integer references credit_notes (id),
  of_overpayment boolean not null default false,
  -- Recorded when the ledger was introduced; details are unknown.
  predates_ledger boolean not null default false,
  -- Largest balance at which the shop considered the order paid when this was booked; the last entry decides.
  tolerance_cents bigint not null default 0 constraint payments_tolerance_not_negative check (tolerance_cents >= 0),
  bank_transaction_id integer,
  made_by text not null,
  created_at timestamptz not null default now(),
  constraint payments_correction_complete
    check ((kind = 'correction') = (corrects_id is not null) and (kind <> 'correction' or reason <> '')),
  constraint payments_bounced_is_check check (not bounced or (kind = 'correction' and method = 'check' and amount_cents < 0)),
  constraint payments_refund_has_source check (case kind when 'refunded' then (credit_note_id is not null) <> of_overpayment
    else credit_note_id is null and not of_overpayment end),
  constraint payments_bank_transaction_if_received check (bank_transaction_id is null or kind = 'received')
);
create index payments_order_id_idx on payments (order_id, id);
create index payments_bank_transaction_id_idx on payments (bank_transaction_id) where bank_transaction_id is not null;
-- Checks that may not have cleared yet.
create index payments_checks_value_date_idx on payments (value_date, id) where kind = 'received' and method = 'check';
create index payments_value_date_idx on payments (value_date, id) include (kind, method);
create index payments_reversed_idx on payments (order_id) where kind = 'correction' and amount_cents < 0;

-- Checks that cleared.
create table payment_clearances (
  payment_id integer primary key references payments (id),
  cleared_on date not null,
  made_by text not null,
  created_at timestamptz not null default now()
);

-- A due date that staff changed.
create table due_date_changes (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  from_on date,
  to_on date not null,
  reason text not null constraint due_date_changes_reason_not_empty check (reason <> ''),
  made_by text not null,
  made_at timestamptz not null default now(),
  constraint due_date_changes_differ check (to_on is distinct from from_on)
);
create index due_date_changes_order_id_idx on due_date_changes (order_id, id);

-- Mailed reminders: one of each kind for each due date.
create table payment_reminders (
  order_id integer not null references orders on delete cascade,
  kind text not null constraint payment_reminders_kind_valid check (kind in ('first', 'last')),
  due_on date not null,
  mailed_at timestamptz not null default now(),
  primary key (order_id, kind, due_on)
);

-- "I have paid": reported by the customer. The order is not canceled until the payment is found or staff settle the
-- claim.
create table payment_claims (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  method text not null constraint payment_claims_method_valid check (method in ('quickpay', 'check', 'cash', 'card', 'other')),
  note text not null constraint payment_claims_note_length check (char_length(note) <= 500),
  claimed_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text constraint payment_claims_outcome_valid check (outcome in ('paid', 'canceled', 'settled')),
  ended_by text,
  reason text,
  constraint payment_claims_ended_complete check (num_nulls(ended_at, outcome, ended_by) in (0, 3)),
  constraint payment_claims_settled_has_reason check ((outcome is not distinct from 'settled') = (reason is not null and reason <> ''))
);
create unique index payment_claims_one_open_idx on payment_claims (order_id) where ended_at is null;
create index payment_claims_order_id_idx on payment_claims (order_id, id);

-- Append-only ledger of an order (docs/back-office §3): payments, refunds, credit notes and cleared checks. A mistake is
-- reversed by a correction.
create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reference', 'reason') then return new; end if;
  raise exception 'the payment ledger is append-only' using errcode = 'restrict_violation';
end $$;
create trigger payments_append_only before update or delete on payments
  for each row execute function reject_ledger_change();
create trigger credit_notes_append_only before update or delete on credit_notes
  for each row execute function reject_ledger_change();
create trigger payment_clearances_append_only before update or delete on payment_clearances
  for each row execute function reject_ledger_change();

-- Must equal src/domain/order/balance.ts.
create function calculate_payment_state(total bigint, credited bigint, received bigint, refunded bigint, tolerance bigint)
returns text language sql immutable as $$
  select case
    when total - credited - received + refunded < 0 then 'overpaid'
    when total - credited - received + refunded > tolerance
      then case when received - refunded > 0 then 'partly_paid' else 'unpaid' end
    when received - refunded > 0
      then case when refunded > 0 and credited > 0 then 'partly_refunded' else 'paid' end
    when refunded > 0 then 'refunded'
    when total = 0 then 'paid'
    else 'unpaid' end
$$;

create function calculate_paid_at(total bigint, credited bigint, received bigint, refunded bigint, tolerance bigint,
  previous timestamptz, at timestamptz) returns timestamptz language sql immutable as $$
  select case
    when total = 0 then coalesce(previous, at)
    when total - credited - received + refunded > tolerance then null
    when total - credited > 0 then case when received - refunded > 0 then coalesce(previous, at) end
    -- Nothing is due any more: paid_at stays, unless no payment remains.
    when received - refunded <= 0 and refunded = 0 then null
    else previous end
$$;

create function order_payment_totals(order_number integer, out credited bigint, out received bigint, out refunded bigint, out tolerance bigint)
language plpgsql stable as $$
begin
  select (select coalesce(sum(amount_cents), 0)::bigint from credit_notes where order_id = order_number),
    coalesce(sum(amount_cents) filter (where kind = 'received' or (kind = 'correction' and amount_cents < 0)), 0)::bigint,
    coalesce(sum(case kind when 'refunded' then amount_cents else -amount_cents end)
      filter (where kind = 'refunded' or (kind = 'correction' and amount_cents > 0)), 0)::bigint,
    coalesce((select tolerance_cents from payments where order_id = order_number order by id desc limit 1), 0)
    into credited, received, refunded, tolerance
    from payments where order_id = order_number;
end $$;

create function refresh_payment_state(order_number integer, at timestamptz) returns void language plpgsql as $$
declare money record;
begin
  -- Locks before it sums: of two concurrent entries, the second sees the first.
  perform from orders where id = order_number for update;
  select * into money from order_payment_totals(order_number);
  update orders set
    payment_state = calculate_payment_state(total_cents, money.credited, money.received, money.refunded, money.tolerance),
    paid_at = calculate_paid_at(total_cents, money.credited, money.received, money.refunded, money.tolerance, paid_at, at)
   where id = order_number;
end $$;

create function check_payment() returns trigger language plpgsql as $$
declare money record; corrected payments; note credit_notes; owed bigint;
begin
  perform refresh_payment_state(new.order_id, new.created_at);
  if new.kind = 'correction' then
    select * into corrected from payments where id = new.corrects_id;
    if (corrected.order_id, corrected.method) is distinct from (new.order_id, new.method)
       or corrected.kind = 'correction'
       or new.amount_cents <> (case corrected.kind when 'received' then -corrected.amount_cents else corrected.amount_cents end) then
      raise exception 'a correction reverses exactly one payment' using errcode = 'check_violation', constraint = 'payments_correction_matches_original';
    end if;
  end if;
  if new.kind = 'refunded' then
    select * into money from order_payment_totals(new.order_id);
    select total_cents - money.credited - money.received + money.refunded into owed from orders where id = new.order_id;
    if owed > 0 then
      raise exception 'the refund exceeds the overpayment' using errcode = 'check_violation', constraint = 'payments_refund_within_overpayment';
    end if;
    if new.credit_note_id is not null then
      select * into note from credit_notes where id = new.credit_note_id;
      if note.order_id <> new.order_id or note.number is null or note.amount_cents <
        (select sum(refund.amount_cents) from payments refund where refund.credit_note_id = note.id
           and not exists (select from payments undo where undo.corrects_id = refund.id)) then
        raise exception 'the refund exceeds the credit note' using errcode = 'check_violation', constraint = 'payments_refund_within_credit_note';
      end if;
    end if;
  end if;
  return null;
end $$;
create trigger payments_refresh_order after insert on payments for each row execute function check_payment();

create function check_credit_note() returns trigger language plpgsql as $$
declare reversed credit_notes; credited bigint;
begin
  perform refresh_payment_state(new.order_id, new.created_at);
  if new.kind = 'reinstatement' then
    select * into reversed from credit_notes where id = new.reverses_id;
    if reversed.kind <> 'cancellation' or reversed.number is not null or (reversed.order_id, -reversed.amount_cents,
        -reversed.goods_cents, -reversed.discount_cents, -reversed.insurance_cents, -reversed.shipping_cents, -reversed.tax_cents)
      is distinct from (new.order_id, new.amount_cents, new.goods_cents, new.discount_cents, new.insurance_cents,
        new.shipping_cents, new.tax_cents) then
      raise exception 'only a cancellation without a number can be reversed, and only in full'
        using errcode = 'check_violation', constraint = 'credit_notes_reinstatement_matches_cancellation';
    end if;
  end if;
  select sum(amount_cents) into credited from credit_notes where order_id = new.order_id;
  if not exists (select from orders where id = new.order_id and credited between 0 and total_cents) then
    raise exception 'the credit notes exceed the order total'
      using errcode = 'check_violation', constraint = 'credit_notes_within_order_total';
  end if;
  return null;
end $$;
create trigger credit_notes_refresh_order after insert on credit_notes for each row execute function check_credit_note();

create function check_clearance() returns trigger language plpgsql as $$
begin
  if not exists (select from payments where id = new.payment_id and kind = 'received' and method = 'check'
      and value_date <= new.cleared_on) then
    raise exception 'only a received check clears, not before its value date'
      using errcode = 'check_violation', constraint = 'payment_clearances_check_received';
  end if;
  return null;
end $$;
create trigger payment_clearances_check_received after insert on payment_clearances
  for each row execute function check_clearance();

-- An order with a total of zero is paid when it is placed.
create function mark_free_order_paid() returns trigger language plpgsql as $$
begin
  new.payment_state := 'paid';
  new.paid_at := coalesce(new.paid_at, new.created_at);
  return new;
end $$;
create trigger orders_free_are_paid before insert on orders
  for each row when (new.total_cents = 0) execute function mark_free_order_paid();

create function refresh_payment_state_for_total() returns trigger language plpgsql as $$
declare money record;
begin
  select * into money from order_payment_totals(new.id);
  if money.credited > new.total_cents then
    raise exception 'the credit notes exceed the order total'
      using errcode = 'check_violation', constraint = 'credit_notes_within_order_total';
  end if;
  new.payment_state := calculate_payment_state(new.total_cents, money.credited, money.received, money.refunded, money.tolerance);
  new.paid_at := calculate_paid_at(new.total_cents, money.credited, money.received, money.refunded, money.tolerance, new.paid_at, now());
  return new;
end $$;
create trigger orders_total_refreshes_payment before update of total_cents on orders
  for each row when (new.total_cents <> old.total_cents) execute function refresh_payment_state_for_total();

-- Callers lock the order before the bank transaction.
create function book_bank_transaction() returns trigger language plpgsql as $$
begin
  update bank_transactions set booked_cents = booked_cents + new.amount_cents
   where id = (select origin.bank_transaction_id from payments origin
     where origin.id = coalesce(new.corrects_id, new.id) and origin.kind = 'received');
  return null;
end $$;
create trigger payments_book_bank_transaction after insert on payments
  for each row when (new.bank_transaction_id is not null or new.corrects_id is not null) execute function book_bank_transaction();

create function reject_due_date_record_change() returns trigger language plpgsql as $$
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  raise exception 'due date changes and payment reminders are immutable' using errcode = 'restrict_violation';
end $$;
create trigger due_date_changes_no_update before update on due_date_changes
  for each row execute function reject_due_date_record_change();
create trigger payment_reminders_no_update before update on payment_reminders
  for each row execute function reject_due_date_record_change();

create function reject_payment_claim_change() returns trigger language plpgsql as $$
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), 'note', 'reason') then return new; end if;
  if old.ended_at is not null or (old.order_id, old.method, old.note, old.claimed_at) is distinct from
    (new.order_id, new.method, new.note, new.claimed_at) then
    raise exception 'payment claims are immutable, and end once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_claims_end_once before update on payment_claims
  for each row execute function reject_payment_claim_change();

-- An order that is paid in full or canceled has nothing left to claim.
create function close_payment_claims() returns trigger language plpgsql as $$
begin
  update payment_claims set ended_at = now(), ended_by = 'system',
      outcome = case when new.paid_at is not null then 'paid' else 'canceled' end
   where order_id = new.id and ended_at is null;
  return null;
end $$;
create trigger orders_close_payment_claims after update of paid_at, status on orders for each row
  when ((new.paid_at is not null and old.paid_at is null) or (new.status = 'canceled' and old.status <> 'canceled'))
  execute function close_payment_claims();

-- ---------- Fulfillment ----------------------------------------------------------------------------------------------

-- One parcel of a delivery, or the goods picked up at once (docs/back-office §3, Fulfillment).
create table shipments (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  kind text not null constraint shipments_kind_valid check (kind in ('delivery', 'pickup')),
  -- Null if unknown.
  carrier text constraint shipments_carrier_valid check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  tracking_number text not null default '' constraint shipments_tracking_length check (length(tracking_number) <= 40),
  packed_at timestamptz not null default now(),
  packed_by text not null,
  ready_at timestamptz,
  ready_by text,
  shipped_at timestamptz,
  shipped_by text,
  delivered_at timestamptz,
  delivered_by text,
  picked_up_at timestamptz,
  -- Staff member who recorded it; picked_up_name is the person who collected the goods.
  picked_up_by text,
  picked_up_name text,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  state text not null generated always as (
    case
      when voided_at is not null then 'voided'
      when picked_up_at is not null then 'picked_up'
      when delivered_at is not null then 'delivered'
      when shipped_at is not null then 'shipped'
      when ready_at is not null then 'ready_for_pickup'
      else 'packed'
    end) stored,
  unique (id, order_id),
  constraint shipments_steps_complete check (
    (ready_at is null) = (ready_by is null) and (shipped_at is null) = (shipped_by is null)
    and (delivered_at is null) = (delivered_by is null) and (picked_up_at is null) = (picked_up_by is null)
    and (voided_at is null) = (voided_by is null)),
  constraint shipments_delivery_steps check (kind = 'delivery' or (shipped_at is null and delivered_at is null)),
  constraint shipments_pickup_steps check (kind = 'pickup' or (ready_at is null and picked_up_at is null)),
  constraint shipments_delivered_if_shipped check (delivered_at is null or shipped_at is not null),
  constraint shipments_tracked_if_shipped
    check (shipped_at is not null or (carrier is null and tracking_number = '')),
  constraint shipments_tracking_has_carrier check (tracking_number = '' or carrier is not null),
  constraint shipments_pickup_has_name check ((picked_up_at is null) = (picked_up_name is null)),
  constraint shipments_void_has_reason
    check ((voided_at is null) = (void_reason is null) and (void_reason is null or void_reason <> '')),
  constraint shipments_voided_not_sent
    check (voided_at is null or (shipped_at is null and picked_up_at is null))
);
create index shipments_order_id_idx on shipments (order_id, id);
-- A parcel recorded twice is one parcel.
create unique index shipments_one_per_tracking_number_idx on shipments (order_id, carrier, tracking_number)
  where tracking_number <> '';
create index shipments_tracking_number_idx on shipments (tracking_number) where tracking_number <> '';
create index shipments_not_sent_idx on shipments (order_id) where state in ('packed', 'ready_for_pickup');

create table shipment_lines (
  shipment_id integer not null,
  order_id integer not null,
  -- Position of the order line. Not a foreign key: lines of an order whose shipments are all voided can be edited.
  position integer not null,
  quantity integer not null constraint shipment_lines_quantity_positive check (quantity > 0),
  primary key (shipment_id, position),
  foreign key (shipment_id, order_id) references shipments (id, order_id)
);
create index shipment_lines_order_id_position_idx on shipment_lines (order_id, position);

-- Goods returned before they were handed over cannot be shipped.
create function shippable_order_lines(order_number integer) returns table (line_position integer, shippable integer)
language sql stable as $$
  select line.position, line.quantity - coalesce((
      select sum(not_handed_over) from goods_return_lines returned
       where returned.order_id = order_number and returned.position = line.position), 0)::int
    from order_lines line where line.order_id = order_number
$$;

-- The furthest step that any goods of the order reached, and whether all did. Must equal domain/fulfillment/state.ts;
-- `verify` compares the two.
create function calculate_fulfillment_state(order_number integer) returns text language sql stable as $$
  with steps (step, rank) as (
    values ('packed', 1), ('ready_for_pickup', 2), ('shipped', 3), ('delivered', 4), ('picked_up', 5)),
  reached as (
    select steps.step, steps.rank, sum(line.quantity) as quantity
      from shipments shipment
      join steps on steps.step = shipment.state
      join shipment_lines line on line.shipment_id = shipment.id
     where shipment.order_id = order_number
     group by steps.step, steps.rank),
  furthest as (select step, quantity from reached order by rank desc limit 1)
  select coalesce((
    select case when quantity < (select coalesce(sum(shippable), 0) from shippable_order_lines(order_number))
        then 'partly_' else '' end || step
      from furthest), 'unfulfilled')
$$;

-- Callers lock the order's row.
create function refresh_fulfillment_state(order_number integer) returns void language sql as $$
  update orders set fulfillment_state = calculate_fulfillment_state(order_number)
   where id = order_number and fulfillment_state is distinct from calculate_fulfillment_state(order_number)
$$;

-- Locks the orders before it counts: of two clerks who pack the same line at once, the second sees the first.
create function check_packed_quantity() returns trigger language plpgsql as $$
declare
  ordered record;
  excess record;
begin
  for ordered in
    select id, status from orders where id in (select order_id from added) order by id for update
  loop
    if ordered.status = 'canceled' then
      raise exception 'order % is canceled and cannot be packed', ordered.id
        using errcode = 'check_violation', constraint = 'shipment_lines_order_not_canceled';
    end if;
    select packed.position into excess
      from (
        select line.position, sum(line.quantity) as quantity
          from shipment_lines line join shipments shipment on shipment.id = line.shipment_id
         where line.order_id = ordered.id and shipment.voided_at is null
         group by line.position) packed
      left join shippable_order_lines(ordered.id) on line_position = packed.position
     where packed.quantity > coalesce(shippable, 0)
     limit 1;
    if found then
      raise exception 'packed quantity of order %, line % exceeds the ordered quantity', ordered.id, excess.position
        using errcode = 'check_violation', constraint = 'shipment_lines_within_ordered';
    end if;
    perform refresh_fulfillment_state(ordered.id);
  end loop;
  return null;
end $$;
create trigger shipment_lines_within_ordered after insert on shipment_lines referencing new table as added
  for each statement execute function check_packed_quantity();

create function reject_shipment_line_change() returns trigger language plpgsql as $$
begin
  raise exception 'shipment lines are append-only; void the shipment and pack again'
    using errcode = 'restrict_violation';
end $$;
create trigger shipment_lines_append_only before update or delete on shipment_lines
  for each row execute function reject_shipment_line_change();
create trigger shipments_no_delete before delete on shipments
  for each row execute function reject_shipment_line_change();

create function check_new_shipment() returns trigger language plpgsql as $$
begin
  if new.kind <> (select case type when 'D' then 'delivery' else 'pickup' end from orders where id = new.order_id for update) then
    raise exception 'order % is not a %', new.order_id, new.kind
      using errcode = 'check_violation', constraint = 'shipments_match_order_type';
  end if;
  return new;
end $$;
create trigger shipments_match_order_type before insert on shipments
  for each row execute function check_new_shipment();

-- `state` is generated after the trigger has run.
create function check_shipment_step() returns trigger language plpgsql as $$
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), 'picked_up_name', 'void_reason', 'tracking_number', 'state') then
    return new;
  end if;
  if (new.id, new.order_id, new.kind, new.packed_at, new.packed_by)
       is distinct from (old.id, old.order_id, old.kind, old.packed_at, old.packed_by)
    or (old.ready_at is not null and (new.ready_at, new.ready_by) is distinct from (old.ready_at, old.ready_by))
    or (old.shipped_at is not null and (new.shipped_at, new.shipped_by, new.carrier, new.tracking_number)
       is distinct from (old.shipped_at, old.shipped_by, old.carrier, old.tracking_number))
    or old.delivered_at is not null or old.picked_up_at is not null or old.voided_at is not null
  then
    raise exception 'this step of shipment % is already recorded', old.id
      using errcode = 'check_violation', constraint = 'shipments_steps_immutable';
  end if;
  return new;
end $$;
create trigger shipments_steps_immutable before update on shipments
  for each row execute function check_shipment_step();

create function refresh_fulfillment_after_step() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for update;
  perform refresh_fulfillment_state(new.order_id);
  return null;
end $$;
create trigger shipments_refresh_fulfillment after update on shipments
  for each row execute function refresh_fulfillment_after_step();

-- An order line cannot be reduced below the quantity packed.
create function check_packed_line_edit() returns trigger language plpgsql as $$
declare
  packed bigint;
begin
  select coalesce(sum(line.quantity), 0) into packed
    from shipment_lines line join shipments shipment on shipment.id = line.shipment_id
   where line.order_id = old.order_id and line.position = old.position and shipment.voided_at is null;
  if packed > (case tg_op when 'DELETE' then 0 else new.quantity end) then
    raise exception 'order %, line %: % are already packed', old.order_id, old.position, packed
      using errcode = 'check_violation', constraint = 'order_lines_cover_packed';
  end if;
  return null;
end $$;
create trigger order_lines_cover_packed after update of quantity or delete on order_lines
  for each row execute function check_packed_line_edit();

create trigger shipments_insert_search after insert on shipments for each row
  when (new.tracking_number <> '') execute function refresh_search_for_child();
create trigger shipments_update_search after update on shipments for each row
  when (old.tracking_number <> new.tracking_number) execute function refresh_search_for_child();

-- ---------- Returns --------------------------------------------------------------------------------------------------

-- Returned goods (docs/back-office §3, Returns). Append-only, like the credit note of each.
create table goods_returns (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  credit_note_id integer not null references credit_notes (id) unique,
  reason text not null constraint goods_returns_reason_not_blank check (reason ~ '\S'),
  -- How much less than the preview was credited, and why; negative for more.
  withheld_cents bigint not null default 0,
  withheld_reason text,
  -- Whether its volume was reversed at once; goods returned before the order counts are never counted.
  was_counted boolean not null,
  made_by text not null,
  created_at timestamptz not null default now(),
  -- Part of withheld_cents that adjustments had already credited for these goods.
  credited_before_cents bigint not null default 0,
  unique (id, order_id),
  constraint goods_returns_withheld_has_reason check ((withheld_cents = 0) = (withheld_reason is null)),
  constraint goods_returns_credited_before_within_withheld check (credited_before_cents between 0 and withheld_cents)
);
create index goods_returns_order_id_idx on goods_returns (order_id, id);

create table goods_return_lines (
  goods_return_id integer not null,
  order_id integer not null,
  position integer not null,
  quantity integer not null constraint goods_return_lines_quantity_positive check (quantity > 0),
  -- Pieces that had never been handed over.
  not_handed_over integer not null,
  restocked boolean not null,
  goods_cents bigint not null,
  discount_cents bigint not null,
  tax_cents bigint not null,
  cv_cents bigint not null,
  pv bigint not null,
  primary key (goods_return_id, position),
  foreign key (goods_return_id, order_id) references goods_returns (id, order_id),
  foreign key (order_id, position) references order_lines (order_id, position),
  constraint goods_return_lines_not_handed_over_within_quantity check (not_handed_over between 0 and quantity)
);
create index goods_return_lines_order_id_position_idx on goods_return_lines (order_id, position);

create function reject_goods_return_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason', 'withheld_reason') then return new; end if;
  raise exception 'returns are append-only' using errcode = 'restrict_violation';
end $$;
create trigger goods_returns_append_only before update or delete on goods_returns
  for each row execute function reject_goods_return_change();
create trigger goods_return_lines_append_only before update or delete on goods_return_lines
  for each row execute function reject_goods_return_change();

-- Locks the order first: of two clerks who record the same return, the second sees the first.
create function check_returned_quantity() returns trigger language plpgsql as $$
declare excess record;
begin
  perform from orders where id in (select order_id from added) order by id for update;
  select line.order_id, line.position into excess
    from order_lines line join (
      select order_id, position, sum(quantity) as quantity from goods_return_lines
       where order_id in (select order_id from added) group by order_id, position) returned
      on returned.order_id = line.order_id and returned.position = line.position
   where returned.quantity > line.quantity limit 1;
  if found then
    raise exception 'returned quantity of order %, line % exceeds the ordered quantity', excess.order_id, excess.position
      using errcode = 'check_violation', constraint = 'goods_return_lines_within_ordered';
  end if;
  return null;
end $$;
create trigger goods_return_lines_within_ordered after insert on goods_return_lines referencing new table as added
  for each statement execute function check_returned_quantity();

-- ---------- Bank transactions ----------------------------------------------------------------------------------------

-- Incoming bank transactions (docs/back-office §3). A row stays as imported; booked_cents follows from the payments that
-- refer to it, including their corrections.
create table bank_transactions (
  id integer generated always as identity primary key,
  -- The bank's id, or the content with its position among equal ones.
  key text not null unique,
  origin text not null constraint bank_transactions_origin_valid check (origin in ('paste', 'csv', 'ofx')),
  amount_cents bigint not null constraint bank_transactions_amount_positive check (amount_cents > 0),
  value_date date,
  payer text not null,
  memo text not null,
  bank_id text,
  source text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  booked_cents bigint not null default 0,
  set_aside_reason text constraint bank_transactions_set_aside_reason_not_empty check (set_aside_reason <> ''),
  set_aside_by text,
  set_aside_at timestamptz,
  state text not null generated always as (
    case when set_aside_reason is not null then 'set_aside' when booked_cents = amount_cents then 'booked' else 'open' end
  ) stored,
  -- The direction is uncertain: neither sign nor text of the bank's file shows that the money is incoming, or they
  -- contradict each other. Nothing is booked before staff confirm it.
  unconfirmed boolean not null default false,
  constraint bank_transactions_booked_within_amount check (booked_cents between 0 and amount_cents),
  constraint bank_transactions_set_aside_not_booked check (set_aside_reason is null or booked_cents = 0),
  constraint bank_transactions_set_aside_complete
    check ((set_aside_reason is null) = (set_aside_by is null) and (set_aside_reason is null) = (set_aside_at is null)),
  constraint bank_transactions_unconfirmed_not_booked check (not unconfirmed or booked_cents = 0)
);
create index bank_transactions_state_idx on bank_transactions (state, id);

alter table payments add foreign key (bank_transaction_id) references bank_transactions;

create function reject_bank_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'key', 'payer', 'memo', 'source', 'set_aside_reason', 'state') then
    return new;
  end if;
  raise exception 'bank transactions are immutable' using errcode = 'restrict_violation';
end $$;
create trigger bank_transactions_no_delete before delete on bank_transactions
  for each row execute function reject_bank_transaction_change();
create trigger bank_transactions_immutable before update on bank_transactions for each row
  when ((old.key, old.origin, old.amount_cents, old.value_date, old.payer, old.memo, old.bank_id, old.source,
      old.imported_by, old.imported_at) is distinct from
    (new.key, new.origin, new.amount_cents, new.value_date, new.payer, new.memo, new.bank_id, new.source,
      new.imported_by, new.imported_at))
  execute function reject_bank_transaction_change();

-- ---------- Network --------------------------------------------------------------------------------------------------

-- Edges of the sponsor tree (docs/plan §2): each applies from its month until the member's next. The first is the enrollment.
create table sponsorships (
  member_id integer not null references users (id),
  from_month text collate "C" not null constraint sponsorships_from_month_format check (from_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  sponsor_id integer references users (id),
  -- Why staff moved the member; null for the enrollment.
  reason text,
  primary key (member_id, from_month),
  constraint sponsorships_not_self check (sponsor_id <> member_id)
);
create index sponsorships_sponsor_id_idx on sponsorships (sponsor_id);
-- Finds the month of the earliest enrollment, the first one to close.
create index sponsorships_from_month_idx on sponsorships (from_month);

-- Account status at the end of a month (docs/plan §4): a row applies from its month until the member's next.
create table member_statuses (
  member_id integer not null references users (id),
  from_month text collate "C" not null constraint member_statuses_from_month_format check (from_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  status text not null constraint member_statuses_status_valid check (status in ('pending', 'active', 'suspended', 'closed')),
  primary key (member_id, from_month)
);

-- Feed for processes that keep months in memory: an order of a month, a member from a month on, or, with neither, a
-- change so large that the month is loaded again. Stored for three days.
create table network_changes (
  id bigint generated always as identity primary key,
  month text collate "C",
  counted_order_id integer,
  member_id integer,
  made_at timestamptz not null default clock_timestamp(),
  -- Previous values, so that a month in memory can be rolled back to yesterday (docs/decisions/0011). Null if the order
  -- did not count before.
  before_cv_cents bigint,
  before_pv integer,
  -- For a status change: whether the member was active.
  was_active boolean,
  -- For an edge of the tree: a new member, rather than a new sponsor.
  is_enrollment boolean,
  return_id integer,
  correction_id integer,
  constraint network_changes_before_complete check (num_nulls(before_cv_cents, before_pv) in (0, 2))
);
create index network_changes_made_at_idx on network_changes (made_at);

create function enroll_user() returns trigger language plpgsql as $$
begin
  insert into sponsorships (member_id, from_month) values (new.id, month_of(new.created_at));
  insert into member_statuses (member_id, from_month, status) values (new.id, month_of(new.created_at), new.status);
  return null;
end $$;
create trigger users_enroll after insert on users
  for each row when (not is_bulk()) execute function enroll_user();

-- A status change at the end of a month may wait until that month is closed: it then counts from the next one. Shares
-- the month's row with orders, against a close.
create function record_status_change() returns trigger language plpgsql as $$
declare effective_month text := month_of(now());
begin
  insert into months (month) values (effective_month) on conflict do nothing;
  perform from months where month = effective_month for share;
  while exists (select from months where month = effective_month and closed_at is not null) loop
    effective_month := to_char((effective_month || '-01')::date + interval '1 month', 'YYYY-MM');
  end loop;
  insert into member_statuses (member_id, from_month, status) values (new.id, effective_month, new.status)
  on conflict (member_id, from_month) do update set status = excluded.status;
  return null;
end $$;
create trigger users_record_status after update of status on users
  for each row when (old.status <> new.status and not is_bulk()) execute function record_status_change();

-- A change of sponsor planned for the next month is canceled by deleting its edge: the edge that applies again must not
-- close a circle either (docs/plan §2.2).
create function reject_sponsor_cycle() returns trigger language plpgsql as $$
declare
  member integer := coalesce(new.member_id, old.member_id);
  first_month text := coalesce(new.from_month, old.from_month);
  sponsor integer := new.sponsor_id;
begin
  if tg_op = 'DELETE' then
    select sponsor_id into sponsor from sponsorships
     where member_id = member and from_month < first_month order by from_month desc limit 1;
  end if;
  if sponsor is null or not exists (select 1 from sponsorships where sponsor_id = member) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('sponsor tree'));
  if exists (
    with recursive upline as (
      select sponsor as member_id
      union
      select next.sponsor_id from upline cross join lateral (
        select sponsor_id from sponsorships
         where member_id = upline.member_id and from_month <= first_month
         order by from_month desc limit 1) next
       where next.sponsor_id is not null)
    select 1 from upline where member_id = member
    union all
    (with recursive upline as (
      select sponsor as member_id
      union
      select next.sponsor_id from upline cross join lateral (
        select sponsor_id from sponsorships where member_id = upline.member_id order by from_month desc limit 1) next
       where next.sponsor_id is not null)
    select 1 from upline where member_id = member)
  ) then
    raise exception 'member % would be in their own upline', member
      using errcode = 'check_violation', constraint = 'sponsorships_no_cycle';
  end if;
  return null;
end $$;
create constraint trigger sponsorships_no_cycle after insert or update or delete on sponsorships
  for each row when (not is_bulk()) execute function reject_sponsor_cycle();

-- Statuses are only written for the member's latest month: the previous value is the row itself, or the one before.
create function announce_status() returns trigger language plpgsql as $$
declare was_active boolean;
begin
  if tg_op = 'UPDATE' then
    was_active := old.status = 'active';
  else
    was_active := coalesce((select status = 'active' from member_statuses
      where member_id = new.member_id and from_month < new.from_month order by from_month desc limit 1), false);
  end if;
  insert into network_changes (month, member_id, was_active) values (new.from_month, new.member_id, was_active);
  return null;
end $$;
create trigger member_statuses_announce after insert or update on member_statuses
  for each row when (not is_bulk()) execute function announce_status();

create function announce_sponsorship() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, member_id, is_enrollment)
  values (coalesce(new.from_month, old.from_month), coalesce(new.member_id, old.member_id),
    tg_op = 'INSERT' and not exists (
      select from sponsorships where member_id = new.member_id and from_month <> new.from_month));
  return null;
end $$;
create trigger sponsorships_announce after insert or update or delete on sponsorships
  for each row when (not is_bulk()) execute function announce_sponsorship();

-- ---------- Compensation ---------------------------------------------------------------------------------------------

-- The compensation plan is data (docs/plan §5): a version applies from its first month on.
create table plans (
  version integer primary key,
  first_month text collate "C" not null unique
    constraint plans_first_month_format check (first_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  levels jsonb not null,
  direct_line_rate_bp integer not null,
  created_at timestamptz not null default now()
);

insert into plans (version, first_month, direct_line_rate_bp, levels) values (1, '2000-01', 300, '[
  {"code": 1, "name": "User", "personalPv": 0, "groupPv": 0, "customerPv": 0, "legs": 0, "legLevel": 0, "rateBp": 300},
  {"code": 2, "name": "Silver", "personalPv": 100, "groupPv": 500, "customerPv": 0, "legs": 0, "legLevel": 0, "rateBp": 600},
  {"code": 3, "name": "Ruby", "personalPv": 100, "groupPv": 1500, "customerPv": 0, "legs": 0, "legLevel": 0, "rateBp": 900},
  {"code": 4, "name": "Sapphire", "personalPv": 150, "groupPv": 4000, "customerPv": 50, "legs": 2, "legLevel": 2, "rateBp": 1200},
  {"code": 5, "name": "Emerald", "personalPv": 150, "groupPv": 8000, "customerPv": 50, "legs": 2, "legLevel": 2, "rateBp": 1500},
  {"code": 6, "name": "Diamond", "personalPv": 200, "groupPv": 15000, "customerPv": 100, "legs": 2, "legLevel": 3, "rateBp": 1800},
  {"code": 7, "name": "Double Diamond", "personalPv": 200, "groupPv": 30000, "customerPv": 100, "legs": 3, "legLevel": 3, "rateBp": 2000},
  {"code": 8, "name": "Triple Diamond", "personalPv": 200, "groupPv": 60000, "customerPv": 150, "legs": 3, "legLevel": 4, "rateBp": 2200},
  {"code": 9, "name": "Crown", "personalPv": 200, "groupPv": 120000, "customerPv": 150, "legs": 4, "legLevel": 4, "rateBp": 2400}
]');

-- A month is closed once and for all (docs/plan §4). Cards and lines of an open month belong to a close in progress and are
-- not read; closing_token identifies it.
create table months (
  month text collate "C" primary key constraint months_month_format check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  closing_token text,
  closing_heartbeat_at timestamptz,
  closed_at timestamptz,
  closed_by text,
  -- Closed in an older system, without figures here.
  closed_externally boolean not null default false,
  paid_at timestamptz,
  plan_version integer references plans (version),
  inputs_hash bytea,
  members integer,
  orders integer,
  lines bigint,
  total_sales_cents bigint,
  sales_bonus_cents bigint,
  level_bonus_cents bigint,
  breakage_cents bigint,
  -- A close that was overtaken by concurrent changes blocks changes to the month's orders until it ends.
  closing_locked boolean not null default false,
  minimum_payout_cents bigint constraint months_minimum_payout_not_negative check (minimum_payout_cents >= 0),
  constraint months_paid_if_closed check (paid_at is null or closed_at is not null),
  constraint months_closing_lock_has_token check (closing_token is not null or not closing_locked),
  constraint months_closed_complete check (closed_at is null or closed_externally
  or num_nulls(closed_by, plan_version, inputs_hash, minimum_payout_cents, members, orders, lines, total_sales_cents,
    sales_bonus_cents, level_bonus_cents, breakage_cents) = 0)
);

-- Orders that count (docs/plan §3), once each: the shop's own when completed, and imported ones.
create table counted_orders (
  id integer generated always as identity primary key,
  order_no text collate "C" not null unique,
  -- Null for an imported order.
  order_id integer references orders (id),
  -- Credited member; null counts in company figures only.
  member_id integer references users (id),
  customer boolean not null,
  completed_at timestamptz not null,
  month text collate "C" not null,
  cv_cents bigint not null constraint counted_orders_cv_not_negative check (cv_cents >= 0),
  pv integer not null constraint counted_orders_pv_not_negative check (pv >= 0),
  -- Value and points in its own month (docs/plan §8: v′ and PV′ as of the close); remaining_… is what is left now.
  month_cv_cents bigint not null,
  month_pv integer not null,
  remaining_cv_cents bigint not null,
  remaining_pv integer not null,
  -- A completed order whose check bounces is reopened, and counts again when it is completed again (docs/plan §3).
  occurrence integer not null default 1 constraint counted_orders_occurrence_positive check (occurrence >= 1),
  before_enrollment boolean not null default false,
  constraint counted_orders_remaining_within_total check (0 <= remaining_cv_cents and remaining_cv_cents <= month_cv_cents
    and month_cv_cents <= cv_cents and 0 <= remaining_pv and remaining_pv <= month_pv and month_pv <= pv),
  unique (order_id, occurrence)
);
create index counted_orders_month_idx on counted_orders (month, id);
create index counted_orders_member_id_idx on counted_orders (member_id, id);
create index counted_orders_personal_idx on counted_orders (month, id) where not customer;
-- Excluded from the points of a member.
create index counted_orders_before_enrollment_idx on counted_orders (id) where before_enrollment;

-- Reversed volume of a counted order (docs/plan §8): in its own month while that is open, in a later one after that.
create table order_returns (
  id integer generated always as identity primary key,
  counted_order_id integer not null references counted_orders (id),
  kind text not null constraint order_returns_kind_valid check (kind in ('cancellation', 'return')),
  returned_at timestamptz not null,
  -- Month it is booked in: the order's own, or the current one if that was closed.
  month text collate "C" not null constraint order_returns_month_format check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  cv_cents bigint not null constraint order_returns_cv_not_negative check (cv_cents >= 0),
  pv integer not null constraint order_returns_pv_not_negative check (pv >= 0),
  -- A refund without goods: the PV was reduced in proportion.
  money_only boolean not null default false,
  unique (counted_order_id, returned_at)
);
create unique index order_returns_one_cancellation_idx on order_returns (counted_order_id) where kind = 'cancellation';
create index order_returns_month_counted_order_id_idx on order_returns (month, counted_order_id);
create index order_returns_returned_at_idx on order_returns (returned_at, id);

-- My PVs (docs/plan §8): one row for each counted order, reversal or correction.
create table point_entries (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  cause text not null,
  -- Calendar month in New York, as YYYY-MM.
  month text not null constraint point_entries_month_format check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  points bigint not null,
  description text not null,
  created_at timestamptz not null default now(),
  counted_order_id integer not null references counted_orders (id),
  return_id integer references order_returns (id),
  constraint point_entries_cause_valid check (cause in ('order', 'cancellation', 'return')),
  constraint point_entries_return_matches_cause check ((cause = 'order') = (return_id is null)),
  -- Two concurrent changes of an order must not credit it twice.
  unique (return_id)
);
create index point_entries_user_id_idx on point_entries (user_id, id desc) include (points);
create unique index point_entries_one_credit_idx on point_entries (counted_order_id) where cause = 'order';

-- Bonus lines (docs/plan §6). Their inputs are frozen with the month: the path in cards, the value in counted_orders. Without
-- foreign keys and with one index, because a month may have many millions, inserted at once; `shop verify` checks the
-- references.
create table bonus_lines (
  month text collate "C" not null,
  counted_order_id integer not null,
  payee_id integer not null,
  -- 0 personal sale, 1 direct line, 2 differential
  kind smallint not null,
  depth integer not null,
  level smallint not null,
  rate_bp smallint not null,
  covered_bp smallint not null,
  covered_by_id integer,
  -- Value of the order, or for a reversal the change of it.
  cv_cents bigint not null,
  amount_cents bigint not null,
  -- For a reversal the return; 0 for lines of the close.
  return_id integer not null default 0,
  primary key (counted_order_id, payee_id, kind, return_id)
);
create index bonus_lines_reversals_month_idx on bonus_lines (month) where return_id <> 0;
-- Reversals of a member in a month, shown on the Sales page.
create index bonus_lines_reversals_payee_id_idx on bonus_lines (payee_id, month) where return_id <> 0;

-- Results of a member in a month (docs/plan §10), with their inputs and the payout (docs/plan §9).
create table cards (
  month text collate "C" not null,
  member_id integer not null,
  -- Position by time of enrollment: the order of tables, and of the hash of the inputs.
  member_index integer not null,
  sponsor_id integer,
  active boolean not null,
  level smallint not null,
  -- Highest level ever closed.
  title smallint not null,
  personal_pv bigint not null,
  customer_pv bigint not null,
  group_pv bigint not null,
  -- Legs that contain a member of the level required for the next level.
  next_legs integer not null,
  total_sales_cents bigint not null,
  sales_bonus_cents bigint not null,
  level_bonus_cents bigint not null,
  total_bonus_cents bigint not null,
  -- Bonus of the month at the next level.
  next_level_cents bigint not null,
  opening_cents bigint not null,
  payable_cents bigint not null,
  carried_cents bigint not null,
  primary key (month, member_id),
  constraint cards_amounts_add_up check (total_bonus_cents = sales_bonus_cents + level_bonus_cents
    and opening_cents + total_bonus_cents = payable_cents + carried_cents and payable_cents >= 0)
);
create index cards_month_sponsor_id_member_index_idx on cards (month, sponsor_id, member_index);

-- Corrections of a bonus by staff (docs/plan §8.5), booked like a reversal in an open month.
create table bonus_corrections (
  id integer generated always as identity primary key,
  month text not null constraint bonus_corrections_month_format check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  member_id integer not null references users,
  bonus text not null constraint bonus_corrections_bonus_valid check (bonus in ('sales', 'level')),
  amount_cents bigint not null constraint bonus_corrections_amount_not_zero check (amount_cents <> 0),
  corrected_month text not null
    constraint bonus_corrections_corrected_month_format check (corrected_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  counted_order_id integer references counted_orders,
  reason text not null
    constraint bonus_corrections_reason_not_blank check (reason ~ '\S')
    constraint bonus_corrections_reason_length check (char_length(reason) <= 500),
  requested_by text not null,
  requested_by_id integer references staff,
  approved_by text,
  approved_by_id integer references staff,
  booked_at timestamptz not null default now(),
  constraint bonus_corrections_corrected_month_not_later check (corrected_month <= month),
  constraint bonus_corrections_approved_by_other check (approved_by_id <> requested_by_id and (approved_by_id is null or approved_by is not null))
);
comment on table bonus_corrections is
  'Append-only. Counts in the bonus of its month, which was open when it was booked; the corrected bonus is of corrected_month.';
comment on column bonus_corrections.approved_by is 'Null if there was no other approver.';
create index bonus_corrections_month_idx on bonus_corrections (month, id);
create index bonus_corrections_member_id_idx on bonus_corrections (member_id, id);
create index bonus_corrections_counted_order_id_idx on bonus_corrections (counted_order_id) where counted_order_id is not null;

-- Background work on a month, which takes minutes: its page can be left, and the server may restart meanwhile.
create table month_runs (
  id integer generated always as identity primary key,
  month text not null constraint month_runs_month_format check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  kind text not null constraint month_runs_kind_valid check (kind in ('preview', 'close')),
  state text not null default 'queued'
    constraint month_runs_state_valid check (state in ('queued', 'running', 'done', 'refused', 'failed')),
  stage text,
  done integer not null default 0,
  total integer not null default 0,
  requested_by text not null,
  requested_by_id integer references staff,
  reason text not null default '',
  requested_at timestamptz not null default now(),
  token text,
  heartbeat_at timestamptz,
  ended_at timestamptz,
  refusal text,
  result jsonb,
  constraint month_runs_ended_matches_state check ((state in ('done', 'refused', 'failed')) = (ended_at is not null)),
  constraint month_runs_refusal_has_reason check ((state in ('refused', 'failed')) = (refusal is not null))
);
create unique index month_runs_one_open_idx on month_runs (month) where ended_at is null;
create index month_runs_month_kind_idx on month_runs (month, kind, id desc);

create function reject_point_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'point entries are append-only' using errcode = 'restrict_violation';
end $$;
create trigger order_returns_append_only before update or delete on order_returns
  for each row execute function reject_point_entry_change();
create trigger point_entries_append_only before update or delete on point_entries
  for each row execute function reject_point_entry_change();

create function reject_closed_month_change() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null and (tg_op = 'DELETE' or
      (to_jsonb(new) - 'paid_at') is distinct from (to_jsonb(old) - 'paid_at') or old.paid_at is not null) then
    raise exception 'month % is closed', old.month using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger months_closed_immutable before update or delete on months
  for each row execute function reject_closed_month_change();

create function reject_counted_order_change() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.order_id, new.member_id, new.customer, new.completed_at, new.month, new.cv_cents, new.pv) is distinct from
     (old.order_no, old.order_id, old.member_id, old.customer, old.completed_at, old.month, old.cv_cents, old.pv) then
    raise exception 'the values of a counted order never change' using errcode = 'restrict_violation';
  end if;
  if (new.month_cv_cents, new.month_pv, new.before_enrollment) is distinct from (old.month_cv_cents, old.month_pv, old.before_enrollment)
     and exists (select 1 from months where month = new.month and closed_at is not null) then
    raise exception 'order % belongs to a closed month', old.order_no using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger counted_orders_immutable before update on counted_orders
  for each row execute function reject_counted_order_change();

create function announce_counted_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into network_changes (month, counted_order_id) values (new.month, new.id);
  else
    insert into network_changes (month, counted_order_id, before_cv_cents, before_pv)
    values (new.month, new.id, old.month_cv_cents, old.month_pv);
  end if;
  return null;
end $$;
create trigger counted_orders_announce after insert or update on counted_orders
  for each row when (not is_bulk()) execute function announce_counted_order();

create function announce_return() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, counted_order_id, return_id) values (new.month, new.counted_order_id, new.id);
  return null;
end $$;
create trigger order_returns_announce after insert on order_returns
  for each row when (not is_bulk()) execute function announce_return();

create function reject_closed_bonus_line_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from removed where return_id <> 0)
     or exists (select 1 from (select distinct month from removed) lines join months using (month) where closed_at is not null) then
    raise exception 'bonus lines of a closed month, and reversals, are immutable' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger bonus_lines_closed_no_delete after delete on bonus_lines referencing old table as removed
  for each statement execute function reject_closed_bonus_line_change();
create trigger bonus_lines_closed_no_update after update on bonus_lines referencing old table as removed
  for each statement execute function reject_closed_bonus_line_change();

create function reject_closed_card_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from (select distinct month from removed) removed_cards join months using (month) where closed_at is not null) then
    raise exception 'cards of a closed month are immutable' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger cards_closed_no_delete after delete on cards referencing old table as removed
  for each statement execute function reject_closed_card_change();
create trigger cards_closed_no_update after update on cards referencing old table as removed
  for each statement execute function reject_closed_card_change();

create function reject_bonus_correction_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  raise exception 'bonus corrections are append-only' using errcode = 'restrict_violation';
end $$;
create trigger bonus_corrections_append_only before update or delete on bonus_corrections
  for each row execute function reject_bonus_correction_change();
create trigger bonus_corrections_no_truncate before truncate on bonus_corrections
  execute function reject_bonus_correction_change();

-- The use case locks the month's row; this trigger is the last guard.
create function reject_closed_month_correction() returns trigger language plpgsql as $$
begin
  if exists (select from months where month = new.month and closed_at is not null) then
    raise exception 'month % is closed', new.month using errcode = 'check_violation', constraint = 'bonus_corrections_month_open';
  end if;
  return new;
end $$;
create trigger bonus_corrections_month_open before insert on bonus_corrections
  for each row execute function reject_closed_month_correction();

create function announce_correction() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, correction_id) values (new.month, new.id);
  return null;
end $$;
create trigger bonus_corrections_announce after insert on bonus_corrections
  for each row execute function announce_correction();

-- Orders completed before the day their member enrolled, and their returns, count in company figures alone (docs/plan
-- §11, docs/decisions/0010). Compares days, because imports have no times.
create function is_before_enrollment(completed_at timestamptz, enrolled_at timestamptz) returns boolean language sql stable as
$$ select (completed_at at time zone 'America/New_York')::date < (enrolled_at at time zone 'America/New_York')::date $$;

-- ---------- Payouts --------------------------------------------------------------------------------------------------

-- Payout of a closed month to a member, and its state (docs/back-office §5).
create table payouts (
  month text not null,
  member_id integer not null,
  amount_cents bigint not null constraint payouts_amount_positive check (amount_cents > 0),
  state text not null default 'due' constraint payouts_state_valid check (state in ('due', 'held', 'failed', 'paid')),
  paid_cents bigint not null default 0,
  entries integer not null default 0,
  primary key (month, member_id),
  constraint payouts_paid_in_full check (paid_cents = case state when 'paid' then amount_cents else 0 end)
);
comment on table payouts is
  'One for each card with a payable amount, inserted by the close; triggers derive state and paid_cents from payout_entries.';
create index payouts_month_state_member_id_idx on payouts (month, state, member_id);
create index payouts_member_id_month_idx on payouts (member_id, month);

-- Append-only: a payout that was returned is a paid and a failed entry, which sum to zero.
create table payout_entries (
  id integer generated always as identity primary key,
  month text not null,
  member_id integer not null,
  kind text not null constraint payout_entries_kind_valid check (kind in ('held', 'released', 'paid', 'failed')),
  amount_cents bigint not null,
  method text constraint payout_entries_method_valid check (method in ('quickpay', 'check', 'cash', 'other')),
  destination text not null default '' constraint payout_entries_destination_length check (char_length(destination) <= 1000),
  reference text not null default '' constraint payout_entries_reference_length check (char_length(reference) <= 200),
  reason text not null default '' constraint payout_entries_reason_length check (char_length(reason) <= 500),
  sent_on date,
  made_by text not null,
  made_at timestamptz not null default now(),
  foreign key (month, member_id) references payouts,
  constraint payout_entries_amount_matches_kind check (
    case kind when 'paid' then amount_cents > 0 when 'failed' then amount_cents <= 0 else amount_cents = 0 end),
  constraint payout_entries_sent_complete check (
    case when amount_cents = 0 then sent_on is null else sent_on is not null end and (kind = 'paid') = (method is not null)),
  constraint payout_entries_hold_and_failure_reason check (kind not in ('held', 'failed') or reason ~ '\S')
);
comment on column payout_entries.destination is 'Phone number or address it was sent to; cleared when the person is erased.';
comment on column payout_entries.sent_on is 'For a failed payout that had been sent: the day of the payment that it reverses, whose year it belongs to.';
create index payout_entries_month_member_id_idx on payout_entries (month, member_id, id);
-- Sums the payouts made by hand in a month (docs/decisions/0058).
create index payout_entries_manual_idx on payout_entries (sent_on) include (amount_cents) where method in ('cash', 'other');
-- Finds the last payout of a member.
create index payout_entries_member_id_idx on payout_entries (member_id, id);

-- How a member wants to be paid: the latest row applies.
create table payout_methods (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null constraint payout_methods_kind_valid check (kind in ('quickpay', 'check')),
  destination text not null constraint payout_methods_destination_length check (char_length(destination) <= 1000),
  set_at timestamptz not null default now(),
  on_hold_until timestamptz not null,
  constraint payout_methods_destination_not_blank check (destination ~ '\S'),
  constraint payout_methods_hold_after_set check (on_hold_until >= set_at)
);
comment on table payout_methods is 'Append-only until the person is erased. The destination is a phone number, or the lines of an address.';
create index payout_methods_user_id_idx on payout_methods (user_id, id desc);

-- Number and sum of payouts by state: no page counts a million rows.
create table payout_totals (
  month text not null,
  state text not null,
  payouts integer not null,
  amount_cents bigint not null,
  primary key (month, state)
);
comment on table payout_totals is 'Maintained by triggers on payouts; verify recomputes it.';

-- Sum paid to a member in a calendar year of the shop's time zone.
create table payout_years (
  year integer not null,
  member_id integer not null,
  paid_cents bigint not null,
  primary key (year, member_id)
);
comment on table payout_years is 'Maintained by triggers on payout_entries; verify recomputes it.';
create index payout_years_year_paid_cents_member_id_idx on payout_years (year, paid_cents desc, member_id);

-- Progress of the mails to the payees of a month that was marked as paid.
create table payout_mailings (
  month text primary key references months,
  after_member integer not null default 0,
  ended_at timestamptz
);

-- A member's W-9 is on file; the form and its number are not stored here.
create table tax_forms (
  user_id integer primary key references users,
  w9_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null default now()
);
comment on table tax_forms is 'The day the W-9 was received. Tax numbers are never stored.';

create function reject_payout_entry_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'destination', 'reference', 'reason') then return new; end if;
  raise exception 'payout entries are append-only' using errcode = 'restrict_violation';
end $$;
create trigger payout_entries_append_only before update or delete on payout_entries
  for each row execute function reject_payout_entry_change();
create trigger payout_entries_no_truncate before truncate on payout_entries
  execute function reject_payout_entry_change();

create function reject_payout_method_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and coalesce(current_setting('salonfront.erasing', true), '') = 'on' then return old; end if;
  raise exception 'payout methods are append-only' using errcode = 'restrict_violation';
end $$;
create trigger payout_methods_append_only before update or delete on payout_methods
  for each row execute function reject_payout_method_change();
create trigger payout_methods_no_truncate before truncate on payout_methods
  execute function reject_payout_method_change();

create function refresh_payout_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payout_totals as totals (month, state, payouts, amount_cents)
    select month, state, count(*), sum(amount_cents) from added group by month, state order by month, state
    on conflict (month, state) do update
      set payouts = totals.payouts + excluded.payouts, amount_cents = totals.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    update payout_totals totals set payouts = totals.payouts - removed_totals.payouts, amount_cents = totals.amount_cents - removed_totals.amount_cents
      from (select month, state, count(*) as payouts, sum(amount_cents) as amount_cents from removed group by month, state) removed_totals
     where (totals.month, totals.state) = (removed_totals.month, removed_totals.state);
  else
    insert into payout_totals as totals (month, state, payouts, amount_cents)
    select month, state, sum(payouts), sum(amount_cents) from (
      select month, state, 1 as payouts, amount_cents from added union all select month, state, -1, -amount_cents from removed) changes
     group by month, state order by month, state
    on conflict (month, state) do update
      set payouts = totals.payouts + excluded.payouts, amount_cents = totals.amount_cents + excluded.amount_cents;
  end if;
  return null;
end $$;
create trigger payouts_insert_totals after insert on payouts
  referencing new table as added for each statement execute function refresh_payout_totals();
create trigger payouts_delete_totals after delete on payouts
  referencing old table as removed for each statement execute function refresh_payout_totals();
create trigger payouts_update_totals after update on payouts
  referencing old table as removed new table as added for each statement execute function refresh_payout_totals();

-- A payout is in the state of its latest entry. Paying it twice, or half, violates its constraint.
create function apply_payout_entries() returns trigger language plpgsql as $$
begin
  update payouts set
      state = case latest.kind when 'released' then 'due' else latest.kind end,
      paid_cents = payouts.paid_cents + latest.amount_cents,
      entries = payouts.entries + latest.entries
    from (select month, member_id, (array_agg(kind order by id desc))[1] as kind, sum(amount_cents) as amount_cents,
        count(*) as entries from added group by month, member_id) latest
   where (payouts.month, payouts.member_id) = (latest.month, latest.member_id);
  insert into payout_years as totals (year, member_id, paid_cents)
  select extract(year from sent_on)::int, member_id, sum(amount_cents) from added where amount_cents <> 0
   group by 1, 2 order by 1, 2
  on conflict (year, member_id) do update set paid_cents = totals.paid_cents + excluded.paid_cents;
  return null;
end $$;
create trigger payout_entries_update_payouts after insert on payout_entries
  referencing new table as added for each statement execute function apply_payout_entries();

-- Destination at which the member's last payout failed; null if it arrived, was retried since, or was handed over.
-- Applies until the member chooses another destination.
create function last_failed_destination(payee integer) returns text language sql stable as $$
  select case last.kind when 'failed' then coalesce(sent.destination, chosen.destination) end
    from payout_entries last
    left join lateral (
      select destination from payout_entries earlier
       where (earlier.month, earlier.member_id) = (last.month, last.member_id) and earlier.kind = 'paid' and earlier.id < last.id
       order by earlier.id desc limit 1) sent on true
    left join lateral (
      select destination from payout_methods method
       where method.user_id = last.member_id and method.set_at <= last.made_at order by method.id desc limit 1) chosen on true
   where last.member_id = payee
     and case last.kind when 'paid' then last.destination <> ''
       -- A returned manual payout has no destination.
       when 'failed' then sent.destination is distinct from ''
       when 'released' then exists (
         select from payout_entries failed
          where (failed.month, failed.member_id) = (last.month, last.member_id) and failed.kind = 'failed' and failed.id < last.id)
       else false end
   order by last.id desc limit 1
$$;

-- ---------- Content --------------------------------------------------------------------------------------------------

create table home_slides (
  id integer generated always as identity primary key,
  position integer not null,
  eyebrow text not null default '',
  heading text not null,
  text text not null default '',
  action_label text not null,
  action_path text not null constraint home_slides_action_path_local check (action_path ~ '^/([^/]|$)'),
  file text not null,
  alt text not null default ''
);

create table home_popups (
  id integer generated always as identity primary key,
  position integer not null,
  title text not null,
  text text not null,
  action_label text,
  action_path text constraint home_popups_action_path_local check (action_path ~ '^/([^/]|$)'),
  active boolean not null default true
);

create table faqs (
  id integer generated always as identity primary key,
  topic text not null,
  position integer not null,
  question text not null,
  answer_html text not null
);

create table posts (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  title text not null,
  language text not null constraint posts_language_valid check (language in ('en', 'kr', 'cn')),
  -- Sanitized when saved; excerpt and image derive from it, so that lists need not read whole posts.
  content_html text not null default '',
  excerpt text not null default '',
  image text,
  -- Name in the file store; attachment_name is the original one.
  attachment_file text unique,
  attachment_name text,
  -- waiting: for approval (setting review_posts). hidden: by staff; the author cannot change it.
  visibility text not null constraint posts_visibility_valid check (visibility in ('public', 'waiting', 'hidden')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Mailed to the author.
  hidden_reason text,
  hidden_by text,
  hidden_at timestamptz,
  constraint posts_attachment_complete check ((attachment_file is null) = (attachment_name is null)),
  constraint posts_hidden_complete check (
  (visibility = 'hidden') = (hidden_at is not null)
  and num_nulls(hidden_reason, hidden_by, hidden_at) in (0, 3))
);
create index posts_user_id_created_at_idx on posts (user_id, created_at desc, id desc);
create index posts_public_idx on posts (language, created_at desc, id desc) where visibility = 'public';
-- Queue of the moderators.
create index posts_pending_idx on posts (id) where visibility = 'waiting';
create index posts_created_at_idx on posts (created_at desc, id desc);

create table comments (
  id integer generated always as identity primary key,
  post_id integer not null references posts (id) on delete cascade,
  user_id integer not null references users (id),
  content text not null,
  created_at timestamptz not null default now(),
  hidden_reason text,
  hidden_by text,
  hidden_at timestamptz,
  constraint comments_hidden_complete check (num_nulls(hidden_reason, hidden_by, hidden_at) in (0, 3))
);
create index comments_post_id_idx on comments (post_id, id);
create index comments_created_at_idx on comments (created_at desc, id desc);

-- Replies refer to a comment, so that there are no replies to replies.
create table comment_replies (
  id integer generated always as identity primary key,
  comment_id integer not null references comments (id) on delete cascade,
  user_id integer not null references users (id),
  content text not null,
  created_at timestamptz not null default now(),
  hidden_reason text,
  hidden_by text,
  hidden_at timestamptz,
  constraint comment_replies_hidden_complete check (num_nulls(hidden_reason, hidden_by, hidden_at) in (0, 3))
);
create index comment_replies_comment_id_idx on comment_replies (comment_id, id);
create index comment_replies_created_at_idx on comment_replies (created_at desc, id desc);

-- The foreign key keeps a file that a post uses from being deleted.
create table post_files (
  post_id integer not null references posts (id) on delete cascade,
  file_name text not null references stored_files (name),
  primary key (post_id, file_name)
);
create index post_files_file_name_idx on post_files (file_name);

create function announce_post() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('page_tags', 'post:' || old.id); end if;
  perform pg_notify('page_tags', 'posts');
  perform nextval('page_version');
  return null;
end
$$;
create trigger posts_announce after insert or update or delete on posts
  for each row execute function announce_post();

-- Lists show no comments: only the post's own page changes.
create function announce_comment() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'post:' || coalesce(new.post_id, old.post_id));
  perform nextval('page_version');
  return null;
end
$$;
create trigger comments_announce after insert or update or delete on comments
  for each row execute function announce_comment();

create function announce_reply() returns trigger language plpgsql as $$
declare
  shown_at integer;
begin
  select post_id into shown_at from comments where id = coalesce(new.comment_id, old.comment_id);
  -- Not found if the comment was deleted with it, which announces itself.
  if found then
    perform pg_notify('page_tags', 'post:' || shown_at);
    perform nextval('page_version');
  end if;
  return null;
end
$$;
create trigger comment_replies_announce after insert or update or delete on comment_replies
  for each row execute function announce_reply();

create trigger home_slides_announce after insert or update or delete on home_slides
  for each statement execute function announce_page_tags('content');
create trigger home_popups_announce after insert or update or delete on home_popups
  for each statement execute function announce_page_tags('content');
create trigger faqs_announce after insert or update or delete on faqs
  for each statement execute function announce_page_tags('content');

-- ---------- Mail -----------------------------------------------------------------------------------------------------

-- Texts of mails edited by owners: one row for each change, the last one applies. Append-only, because sent mails are
-- shown with the text of their time.
create table mail_text_versions (
  mail text not null,
  version integer not null constraint mail_text_versions_version_positive check (version > 0),
  -- Null: the default applies from here on.
  subject text constraint mail_text_versions_subject_length check (length(subject) <= 200),
  body text constraint mail_text_versions_body_length check (length(body) <= 10000),
  made_at timestamptz not null default clock_timestamp(),
  -- Name as in the audit log.
  made_by text not null,
  reason text not null default '',
  -- Ensures that only one of two concurrent edits of a version succeeds.
  primary key (mail, version),
  constraint mail_text_versions_subject_and_body check ((subject is null) = (body is null))
);

-- Sent mails, because the queue deletes its jobs after a while (docs/decisions/0052). Contains neither text, which is
-- composed again from the ids, nor tokens.
create table sent_mails (
  -- Id of the job, and of the mail itself.
  id uuid primary key,
  payload jsonb not null,
  recipient text not null,
  subject text not null,
  queued_at timestamptz not null,
  sent_at timestamptz not null default now(),
  tries integer not null constraint sent_mails_attempts_positive check (tries >= 1),
  -- Number of times it was sent again, each as a separate mail.
  resends integer not null default 0 constraint sent_mails_resends_not_negative check (resends >= 0)
);
create index sent_mails_queued_at_idx on sent_mails (queued_at desc, id desc);
create index sent_mails_recipient_idx on sent_mails (lower(recipient) text_pattern_ops);
create index sent_mails_order_id_idx on sent_mails ((payload ->> 'order_id')) where payload ->> 'order_id' is not null;
create index sent_mails_return_id_idx on sent_mails ((payload ->> 'return_id')) where payload ->> 'return_id' is not null;
-- A member's page lists the mails they were sent, including those to earlier addresses.
create index sent_mails_user_id_idx on sent_mails ((payload ->> 'user_id')) where payload ->> 'user_id' is not null;

-- Mails that no server accepted, and those of a restored backup: staff can send them again.
create table undelivered_mails (
  -- Id of the job, and of the mail itself: a retry is the same mail.
  id uuid primary key,
  -- Ids only, never a token.
  payload jsonb not null,
  queued_at timestamptz not null,
  failed_at timestamptz not null default now(),
  tries integer not null constraint undelivered_mails_attempts_not_negative check (tries >= 0),
  reason text not null
);
create index undelivered_mails_queued_at_idx on undelivered_mails (queued_at, id);

create table newsletter_subscribers (
  email text primary key constraint newsletter_subscribers_email_lower_case check (email = lower(email)),
  created_at timestamptz not null default now(),
  id integer generated always as identity unique,
  state text not null default 'asked' constraint newsletter_subscribers_state_valid check (state in ('asked', 'confirmed', 'ended')),
  -- Place of the subscription; before: an entry from before subscriptions had to be confirmed.
  source text not null default 'before' constraint newsletter_subscribers_source_valid check (source in ('footer', 'before')),
  -- When the last confirmation mail was queued, to limit their number.
  mailed_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  token_hash bytea unique,
  token_expires_at timestamptz,
  -- The mailbox does not exist: nothing is sent until the subscription is confirmed again.
  bounced_at timestamptz,
  bounce_code text not null default '',
  constraint newsletter_subscribers_confirmed_complete check ((state = 'confirmed') <= (confirmed_at is not null)),
  constraint newsletter_subscribers_ended_complete check ((state = 'ended') <= (ended_at is not null)),
  constraint newsletter_subscribers_token_expires check ((token_hash is null) = (token_expires_at is null))
);
-- Prefix search, independent of the collation.
create index newsletter_subscribers_email_prefix_idx on newsletter_subscribers (email text_pattern_ops);
create index newsletter_subscribers_state_idx on newsletter_subscribers (state, id desc);
create index newsletter_subscribers_bounced_idx on newsletter_subscribers (id desc) where bounced_at is not null;

-- Newsletters (docs/back-office §4), sent once to each subscriber who had confirmed when sending began.
create table newsletters (
  id integer generated always as identity primary key,
  subject text not null,
  body text not null,
  -- Version of the draft; incremented by each change.
  version integer not null default 1,
  state text not null default 'draft' constraint newsletters_state_valid check (state in ('draft', 'sending', 'stopped', 'sent')),
  -- Staff, or the shop because no mail server answered for a day.
  stopped_by text constraint newsletters_stopped_by_valid check (stopped_by in ('staff', 'mail_server')),
  made_at timestamptz not null default now(),
  made_by text not null,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  started_at timestamptz,
  started_by text,
  ended_at timestamptz,
  -- Highest subscriber id at the start; after_subscriber is the last one processed.
  up_to integer not null default 0,
  after_subscriber integer not null default 0,
  recipients integer not null default 0,
  -- Maintained by trigger from the deliveries.
  sent_count integer not null default 0,
  refused_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  unsubscribed_count integer not null default 0,
  -- Process that is sending it, and its last sign of life.
  token text,
  heartbeat_at timestamptz,
  -- Number of consecutive failures to reach a mail server, and its message.
  faults integer not null default 0,
  fault text not null default '',
  constraint newsletters_started_matches_state check ((state = 'draft') = (started_at is null)),
  constraint newsletters_stopped_by_matches_state check ((state = 'stopped') = (stopped_by is not null)),
  constraint newsletters_ended_matches_state check ((state = 'sent') = (ended_at is not null))
);
create index newsletters_state_idx on newsletters (state, id desc);

-- One for each subscriber processed: the primary key prevents a second mail. No foreign key to the subscriber: after an
-- erasure the counts remain, without the person.
create table newsletter_deliveries (
  newsletter_id integer not null references newsletters (id),
  subscriber_id integer not null,
  -- Message-ID of the mail.
  mail_id uuid not null default gen_random_uuid(),
  -- unknown: the process or connection ended before the server confirmed; it is not sent again.
  state text not null default 'sending' constraint newsletter_deliveries_state_valid
    check (state in ('sending', 'waiting', 'sent', 'refused', 'failed', 'unknown', 'withdrawn')),
  tries integer not null default 1,
  -- Earliest time of the next attempt.
  next_attempt_at timestamptz,
  at timestamptz not null default now(),
  -- SMTP status codes.
  code text not null default '',
  unsubscribed_at timestamptz,
  primary key (newsletter_id, subscriber_id),
  constraint newsletter_deliveries_next_attempt_if_queued check ((state = 'waiting') = (next_attempt_at is not null))
);
create unique index newsletter_deliveries_mail_id_idx on newsletter_deliveries (mail_id);
create index newsletter_deliveries_subscriber_id_idx on newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_state_idx on newsletter_deliveries (newsletter_id, state, subscriber_id) where state <> 'sent';

create function reject_mail_text_change() returns trigger language plpgsql as $$
begin
  raise exception 'mail text versions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger mail_text_versions_append_only before update or delete on mail_text_versions
  for each row execute function reject_mail_text_change();

create function count_newsletter_deliveries() returns trigger language plpgsql as $$
begin
  update newsletters set
      sent_count = sent_count + changed.sent, refused_count = refused_count + changed.refused,
      failed_count = failed_count + changed.failed, unknown_count = unknown_count + changed.unknown,
      unsubscribed_count = unsubscribed_count + changed.unsubscribed
    from (
      select newsletter_id, coalesce(sum(n) filter (where state = 'sent'), 0) as sent,
          coalesce(sum(n) filter (where state = 'refused'), 0) as refused,
          coalesce(sum(n) filter (where state = 'failed'), 0) as failed,
          coalesce(sum(n) filter (where state = 'unknown'), 0) as unknown,
          coalesce(sum(n) filter (where unsubscribed_at is not null), 0) as unsubscribed
        from (select newsletter_id, state, unsubscribed_at, 1 as n from after
          union all select newsletter_id, state, unsubscribed_at, -1 from before) changes group by newsletter_id) changed
    where newsletters.id = changed.newsletter_id
      and (changed.sent, changed.refused, changed.failed, changed.unknown, changed.unsubscribed) <> (0, 0, 0, 0, 0);
  return null;
end $$;
-- Inserted in state sending, which no counter includes.
create trigger newsletter_deliveries_count after update on newsletter_deliveries
  referencing old table as before new table as after for each statement execute function count_newsletter_deliveries();

-- ---------- Reporting ------------------------------------------------------------------------------------------------

-- Figures of each day in the shop's time zone: orders placed on it and not canceled, with their current totals; points
-- counted minus points reversed on it; members enrolled. A day has several rows that add up: a change inserts a row with
-- the difference, so that no two orders wait for each other, and a job merges rows.
create table daily_figures (
  day date not null,
  orders integer not null default 0,
  total_cents bigint not null default 0,
  pv bigint not null default 0,
  members integer not null default 0
);
create index daily_figures_day_idx on daily_figures (day);

create table monthly_sales (
  month text not null,
  orders integer not null default 0,
  goods_cents bigint not null default 0,
  discount_cents bigint not null default 0,
  shipping_cents bigint not null default 0,
  insurance_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  total_cents bigint not null default 0,
  credit_notes integer not null default 0,
  credited_cents bigint not null default 0,
  credited_tax_cents bigint not null default 0,
  -- Range of all orders of the month, including canceled ones. Wider than needed after a deletion or a changed date,
  -- never narrower.
  first_order_id integer,
  last_order_id integer
);
create index monthly_sales_month_idx on monthly_sales (month);

create table monthly_taxes (
  month text not null,
  -- Empty if no rate of the order is known.
  state text not null,
  milli_percent integer,
  orders integer not null default 0,
  base_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  credited_cents bigint not null default 0
);
create index monthly_taxes_month_idx on monthly_taxes (month);

create table monthly_payments (
  month text not null,
  method text not null,
  received_cents bigint not null default 0,
  refunded_cents bigint not null default 0
);
create index monthly_payments_month_idx on monthly_payments (month);

create table monthly_volume (
  month text not null,
  kind text not null constraint monthly_volume_kind_valid check (kind in ('customer', 'personal', 'no_member')),
  orders integer not null default 0,
  cv_cents bigint not null default 0,
  pv bigint not null default 0,
  returned_cv_cents bigint not null default 0,
  returned_pv bigint not null default 0
);
create index monthly_volume_month_idx on monthly_volume (month);

create function add_new_orders_to_daily_figures() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, orders, total_cents)
    select shop_day(created_at), count(*), sum(total_cents) from added where status <> 'canceled' group by 1;
  return null;
end $$;
create trigger orders_insert_figures after insert on orders
  referencing new table as added for each statement execute function add_new_orders_to_daily_figures();

create function add_order_change_to_daily_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status <> 'canceled' then
    insert into daily_figures (day, orders, total_cents) values (shop_day(old.created_at), -1, -old.total_cents);
  end if;
  if tg_op <> 'DELETE' and new.status <> 'canceled' then
    insert into daily_figures (day, orders, total_cents) values (shop_day(new.created_at), 1, new.total_cents);
  end if;
  return null;
end $$;
create trigger orders_update_figures after update on orders for each row
  when ((old.status = 'canceled') <> (new.status = 'canceled') or old.total_cents <> new.total_cents
    or old.created_at <> new.created_at)
  execute function add_order_change_to_daily_figures();
create trigger orders_delete_figures after delete on orders for each row
  execute function add_order_change_to_daily_figures();

create function add_counted_orders_to_daily_figures() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, pv)
    select shop_day(completed_at), sum(pv) from added group by 1 having sum(pv) <> 0;
  return null;
end $$;
create trigger counted_orders_insert_figures after insert on counted_orders
  referencing new table as added for each statement execute function add_counted_orders_to_daily_figures();

-- The shop never changes these values; the trigger keeps the figures correct after manual repairs.
create function add_counted_order_change_to_daily_figures() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, pv) values (shop_day(old.completed_at), -old.pv);
  if tg_op = 'UPDATE' then insert into daily_figures (day, pv) values (shop_day(new.completed_at), new.pv); end if;
  return null;
end $$;
create trigger counted_orders_update_figures after update on counted_orders for each row
  when (old.completed_at <> new.completed_at or old.pv <> new.pv) execute function add_counted_order_change_to_daily_figures();
create trigger counted_orders_delete_figures after delete on counted_orders for each row
  execute function add_counted_order_change_to_daily_figures();

create function add_returns_to_daily_figures() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, pv)
    select shop_day(returned_at), -sum(pv) from added group by 1 having sum(pv) <> 0;
  return null;
end $$;
create trigger order_returns_insert_figures after insert on order_returns
  referencing new table as added for each statement execute function add_returns_to_daily_figures();

create function add_new_members_to_daily_figures() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, members) select shop_day(created_at), count(*) from added group by 1;
  return null;
end $$;
create trigger users_insert_figures after insert on users
  referencing new table as added for each statement execute function add_new_members_to_daily_figures();

create function add_member_change_to_daily_figures() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, members) values (shop_day(old.created_at), -1);
  if tg_op = 'UPDATE' then insert into daily_figures (day, members) values (shop_day(new.created_at), 1); end if;
  return null;
end $$;
create trigger users_update_figures after update on users for each row
  when (old.created_at <> new.created_at) execute function add_member_change_to_daily_figures();
create trigger users_delete_figures after delete on users for each row
  execute function add_member_change_to_daily_figures();

-- Computes the figures from their source tables; `verify` compares them.
create function calculate_daily_figures() returns table (day date, orders bigint, total_cents bigint, pv bigint, members bigint)
language sql stable as $$
  select day, sum(orders)::bigint as orders, sum(total_cents)::bigint as total_cents, sum(pv)::bigint as pv,
      sum(members)::bigint as members
    from (
      select shop_day(created_at) as day, 1 as orders, total_cents, 0::bigint as pv, 0 as members
        from orders where status <> 'canceled'
      union all select shop_day(completed_at), 0, 0, pv, 0 from counted_orders
      union all select shop_day(returned_at), 0, 0, -pv, 0 from order_returns
      union all select shop_day(created_at), 0, 0, 0, 1 from users) figures
   group by day
$$;

-- Merges the rows of each period. Rows that concurrent transactions add are merged another time.
create function merge_figures() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily figures', 0));
  with merged as (
    delete from daily_figures where day in (select day from daily_figures group by day having count(*) > 1) returning *)
  insert into daily_figures
    select day, sum(orders), sum(total_cents), sum(pv), sum(members) from merged group by day;
  with merged as (
    delete from monthly_sales where month in (select month from monthly_sales group by month having count(*) > 1) returning *)
  insert into monthly_sales
    select month, sum(orders), sum(goods_cents), sum(discount_cents), sum(shipping_cents), sum(insurance_cents), sum(tax_cents),
        sum(total_cents), sum(credit_notes), sum(credited_cents), sum(credited_tax_cents), min(first_order_id), max(last_order_id)
      from merged group by month;
  with merged as (
    delete from monthly_taxes where month in (
      select month from monthly_taxes group by month, state, milli_percent having count(*) > 1) returning *)
  insert into monthly_taxes
    select month, state, milli_percent, sum(orders), sum(base_cents), sum(tax_cents), sum(credited_cents)
      from merged group by month, state, milli_percent;
  with merged as (
    delete from monthly_payments where month in (
      select month from monthly_payments group by month, method having count(*) > 1) returning *)
  insert into monthly_payments
    select month, method, sum(received_cents), sum(refunded_cents) from merged group by month, method;
  with merged as (
    delete from monthly_volume where month in (
      select month from monthly_volume group by month, kind having count(*) > 1) returning *)
  insert into monthly_volume
    select month, kind, sum(orders), sum(cv_cents), sum(pv), sum(returned_cv_cents), sum(returned_pv)
      from merged group by month, kind;
end $$;

-- Called after bulk imports, during which triggers are disabled.
create function rebuild_figures() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily figures', 0));
  -- One statement for each table, so that concurrent commits are in both its halves or in neither.
  with deleted as (delete from daily_figures returning 1)
  insert into daily_figures select day, orders, total_cents, pv, members from calculate_daily_figures();
  with deleted as (delete from monthly_sales returning 1) insert into monthly_sales select * from calculate_monthly_sales();
  with deleted as (delete from monthly_taxes returning 1) insert into monthly_taxes select * from calculate_monthly_taxes();
  with deleted as (delete from monthly_payments returning 1) insert into monthly_payments select * from calculate_monthly_payments();
  with deleted as (delete from monthly_volume returning 1) insert into monthly_volume select * from calculate_monthly_volume();
end $$;

-- plpgsql, because a connection plans it once instead of at every call (docs/decisions/0030).
create function is_taxed_sale(order_number integer, order_status text) returns boolean language plpgsql stable as $$
begin
  if order_status <> 'canceled' then return true; end if;
  return (select taxed_when_canceled from orders where id = order_number);
end $$;

-- Allocates the tax of a credit note to the rates of its order, without losing a cent to rounding.
create function allocate_credited_tax(order_number integer, credited bigint)
returns table ("position" integer, state text, milli_percent integer, tax_cents bigint) language sql stable as $$
  select tax.position, tax.state, tax.milli_percent,
      (div(credited * tax.cumulative, tax.total) - div(credited * (tax.cumulative - tax.amount), tax.total))::bigint
    from (
      select taxes.position, taxes.state, taxes.milli_percent, taxes.tax_cents::numeric as amount,
          sum(taxes.tax_cents) over (order by taxes.position) as cumulative, sum(taxes.tax_cents) over () as total
        from order_taxes taxes where taxes.order_id = order_number) tax
   where tax.total > 0
  union all
  select 0, '', null, credited
   where not exists (select from order_taxes taxes where taxes.order_id = order_number and taxes.tax_cents > 0)
$$;

-- Orders that are not canceled, with current amounts, and their credit notes.
create function sale_entries() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$ select * from sale_order_entries() union all select * from sale_credit_entries() $$;

create function tax_entries() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$ select * from tax_order_entries() union all select * from tax_credit_entries() $$;

-- A correction reverses its payment on the day it was booked.
create function payment_entries() returns table (
  id integer, order_id integer, what text, method text, day date, reference text, received_cents bigint, refunded_cents bigint)
language sql stable as $$
  select id, order_id, kind, method, value_date, reference,
      case when kind = 'received' or kind = 'correction' and amount_cents < 0 then amount_cents else 0 end,
      case when kind = 'refunded' then -amount_cents when kind = 'correction' and amount_cents > 0 then amount_cents else 0 end
    from payments
$$;

-- Kind of buyer (docs/plan §1, §17).
create function volume_kind(member integer, is_customer boolean) returns text language sql immutable
  return case when member is null then 'no_member' when is_customer then 'customer' else 'personal' end;

-- Completed and returned volume, each in the month in which it happened.
create function volume_entries() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint)
language sql stable as $$
  select what, id, order_no, order_id, member_id, at, month, kind, cv_cents, pv from completed_volume_entries()
  union all
  select what, id, order_no, order_id, member_id, at, month, kind, cv_cents, pv from returned_volume_entries()
$$;

-- Computes the sales from the entries; `verify` compares them.
create function calculate_monthly_sales() returns setof monthly_sales language sql stable as $$
  select month_of(at), (count(*) filter (where what = 'order'))::integer,
      coalesce(sum(goods_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(discount_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(shipping_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(insurance_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(total_cents) filter (where what = 'order'), 0)::bigint,
      (count(*) filter (where what = 'credit_note'))::integer,
      coalesce(sum(total_cents) filter (where what = 'credit_note'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'credit_note'), 0)::bigint,
      min(order_id) filter (where what <> 'credit_note'), max(order_id) filter (where what <> 'credit_note')
    from (
      select what, order_id, at, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents
        from sale_entries()
      union all
      select 'no_sale', id, created_at, 0, 0, 0, 0, 0, 0 from orders where status = 'canceled') entry
   group by month_of(at)
$$;

create function calculate_monthly_taxes() returns setof monthly_taxes language sql stable as $$
  select month_of(at), state, milli_percent, (count(*) filter (where what = 'order'))::integer, sum(base_cents)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'credit_note'), 0)::bigint
    from tax_entries() group by month_of(at), state, milli_percent
$$;

create function calculate_monthly_payments() returns setof monthly_payments language sql stable as $$
  select to_char(day, 'YYYY-MM'), method, sum(received_cents)::bigint, sum(refunded_cents)::bigint
    from payment_entries() group by to_char(day, 'YYYY-MM'), method
$$;

create function calculate_monthly_volume() returns setof monthly_volume language sql stable as $$
  select month, kind, (count(*) filter (where what = 'completed'))::integer,
      coalesce(sum(cv_cents) filter (where what = 'completed'), 0)::bigint,
      coalesce(sum(pv) filter (where what = 'completed'), 0)::bigint,
      coalesce(sum(cv_cents) filter (where what = 'returned'), 0)::bigint,
      coalesce(sum(pv) filter (where what = 'returned'), 0)::bigint
    from volume_entries() group by month, kind
$$;

-- Adds an order to the sales of its month, or subtracts it with a sign of -1.
create function add_order_to_monthly_sales(sale orders, sign integer) returns void language sql as $$
  insert into monthly_sales (month, orders, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents)
  values (month_of(sale.created_at), sign, sign * sale.sub_total_cents, -sign * sale.discount_cents,
    sign * sale.shipping_price_cents, sign * sale.insurance_cents, sign * sale.tax_cents, sign * sale.total_cents)
$$;

create function add_order_to_monthly_taxes(order_number integer, placed_at timestamptz, sign integer) returns void language sql as $$
  insert into monthly_taxes (month, state, milli_percent, orders, base_cents, tax_cents)
    select month_of(placed_at), state, milli_percent, sign, sign * base_cents, sign * tax_cents
      from order_taxes where order_id = order_number
$$;

-- For all numbered credit notes of the order, or for one.
create function add_credit_notes_to_monthly_taxes(order_number integer, note_number integer, sign integer) returns void language sql as $$
  insert into monthly_taxes (month, state, milli_percent, credited_cents)
    select month_of(note.created_at), part.state, part.milli_percent, -sign * part.tax_cents
      from credit_notes note cross join lateral allocate_credited_tax(note.order_id, note.tax_cents) part
     where note.order_id = order_number and note.number is not null and (note_number is null or note.id = note_number)
       and part.tax_cents <> 0
$$;

create function add_new_orders_to_monthly_sales() returns trigger language plpgsql as $$
begin
  insert into monthly_sales (month, orders, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents,
      first_order_id, last_order_id)
    select month_of(created_at), sum(sales), sum(sales * sub_total_cents), -sum(sales * discount_cents),
        sum(sales * shipping_price_cents), sum(sales * insurance_cents), sum(sales * tax_cents), sum(sales * total_cents),
        min(id), max(id)
      from added cross join lateral (select case status when 'canceled' then 0 else 1 end) counted (sales) group by 1;
  return null;
end $$;
create trigger orders_insert_reports after insert on orders
  referencing new table as added for each statement execute function add_new_orders_to_monthly_sales();

create function apply_order_change_to_reports() returns trigger language plpgsql as $$
declare
  was_sale boolean := tg_op <> 'INSERT' and old.status <> 'canceled';
  is_sale boolean := tg_op <> 'DELETE' and new.status <> 'canceled';
  was_taxed boolean;
  is_taxed boolean;
begin
  if was_sale then perform add_order_to_monthly_sales(old, -1); end if;
  if is_sale then perform add_order_to_monthly_sales(new, 1); end if;
  if tg_op = 'DELETE' then return null; end if;
  if month_of(old.created_at) <> month_of(new.created_at) then
    insert into monthly_sales (month, first_order_id, last_order_id) values (month_of(new.created_at), new.id, new.id);
  end if;
  if was_sale <> is_sale then
    insert into monthly_sales (month, credit_notes, credited_cents, credited_tax_cents)
      select month_of(created_at), case when is_sale then 1 else -1 end,
          case when is_sale then -amount_cents else amount_cents end, case when is_sale then -tax_cents else tax_cents end
        from credit_notes where order_id = new.id and kind in ('return', 'adjustment');
  end if;
  was_taxed := was_sale or old.taxed_when_canceled;
  is_taxed := is_sale or new.taxed_when_canceled;
  if was_taxed and (not is_taxed or old.created_at <> new.created_at) then
    perform add_order_to_monthly_taxes(old.id, old.created_at, -1);
  end if;
  if is_taxed and (not was_taxed or old.created_at <> new.created_at) then
    perform add_order_to_monthly_taxes(new.id, new.created_at, 1);
  end if;
  if was_taxed <> is_taxed then
    perform add_credit_notes_to_monthly_taxes(new.id, null, case when is_taxed then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger orders_update_reports after update on orders for each row
  when ((old.status = 'canceled') <> (new.status = 'canceled') or old.created_at <> new.created_at
    or (old.sub_total_cents, old.discount_cents, old.shipping_price_cents, old.insurance_cents, old.tax_cents)
      <> (new.sub_total_cents, new.discount_cents, new.shipping_price_cents, new.insurance_cents, new.tax_cents))
  execute function apply_order_change_to_reports();
create trigger orders_delete_reports after delete on orders for each row
  execute function apply_order_change_to_reports();

create function add_new_taxes_to_monthly_taxes() returns trigger language plpgsql as $$
begin
  insert into monthly_taxes (month, state, milli_percent, orders, base_cents, tax_cents)
    select month_of(orders.created_at), added.state, added.milli_percent, count(*), sum(added.base_cents), sum(added.tax_cents)
      from added join orders on orders.id = added.order_id
     where is_taxed_sale(orders.id, orders.status) group by 1, 2, 3;
  return null;
end $$;
create trigger order_taxes_insert_reports after insert on order_taxes
  referencing new table as added for each statement execute function add_new_taxes_to_monthly_taxes();

-- An edit replaces the taxes of an order; orders with credit notes are not edited.
create function subtract_tax_from_monthly_taxes() returns trigger language plpgsql as $$
begin
  insert into monthly_taxes (month, state, milli_percent, orders, base_cents, tax_cents)
    select month_of(created_at), old.state, old.milli_percent, -1, -old.base_cents, -old.tax_cents
      from orders where id = old.order_id and is_taxed_sale(id, status);
  return null;
end $$;
create trigger order_taxes_delete_reports after delete on order_taxes for each row
  execute function subtract_tax_from_monthly_taxes();

create function apply_credit_note_to_reports() returns trigger language plpgsql as $$
declare sale orders;
begin
  select * into sale from orders where id = new.order_id;
  if new.kind in ('return', 'adjustment') and sale.status <> 'canceled' then
    insert into monthly_sales (month, credit_notes, credited_cents, credited_tax_cents)
      values (month_of(new.created_at), 1, -new.amount_cents, -new.tax_cents);
  end if;
  if new.number is null then return null; end if;
  if sale.status <> 'canceled' or sale.taxed_when_canceled then
    perform add_credit_notes_to_monthly_taxes(new.order_id, new.id, 1);
  elsif new.kind = 'cancellation' then
    -- The order was inserted as a canceled one.
    update orders set taxed_when_canceled = true where id = sale.id;
    perform add_order_to_monthly_taxes(sale.id, sale.created_at, 1);
    perform add_credit_notes_to_monthly_taxes(sale.id, null, 1);
  end if;
  return null;
end $$;
create trigger credit_notes_insert_reports after insert on credit_notes for each row
  execute function apply_credit_note_to_reports();

create function add_payments_to_monthly_payments() returns trigger language plpgsql as $$
begin
  insert into monthly_payments (month, method, received_cents, refunded_cents)
    select to_char(entry.day, 'YYYY-MM'), entry.method, sum(entry.received_cents), sum(entry.refunded_cents)
      from added join payment_entries() entry on entry.id = added.id group by 1, 2;
  return null;
end $$;
create trigger payments_insert_reports after insert on payments
  referencing new table as added for each statement execute function add_payments_to_monthly_payments();

create function add_counted_orders_to_monthly_volume() returns trigger language plpgsql as $$
begin
  insert into monthly_volume (month, kind, orders, cv_cents, pv)
    select month, volume_kind(member_id, customer), count(*), sum(cv_cents), sum(pv) from added group by 1, 2;
  return null;
end $$;
create trigger counted_orders_insert_reports after insert on counted_orders
  referencing new table as added for each statement execute function add_counted_orders_to_monthly_volume();

-- The shop never changes these values; the trigger keeps the reports correct after manual repairs.
create function apply_counted_order_change_to_monthly_volume() returns trigger language plpgsql as $$
begin
  insert into monthly_volume (month, kind, orders, cv_cents, pv)
    values (old.month, volume_kind(old.member_id, old.customer), -1, -old.cv_cents, -old.pv);
  if tg_op = 'UPDATE' then
    insert into monthly_volume (month, kind, orders, cv_cents, pv)
      values (new.month, volume_kind(new.member_id, new.customer), 1, new.cv_cents, new.pv);
  end if;
  return null;
end $$;
create trigger counted_orders_update_reports after update on counted_orders for each row
  when ((old.month, old.cv_cents, old.pv, old.customer) <> (new.month, new.cv_cents, new.pv, new.customer)
    or old.member_id is distinct from new.member_id)
  execute function apply_counted_order_change_to_monthly_volume();
create trigger counted_orders_delete_reports after delete on counted_orders for each row
  execute function apply_counted_order_change_to_monthly_volume();

create function add_returns_to_monthly_volume() returns trigger language plpgsql as $$
begin
  insert into monthly_volume (month, kind, returned_cv_cents, returned_pv)
    select month_of(added.returned_at), volume_kind(counted.member_id, counted.customer), -sum(added.cv_cents), -sum(added.pv)
      from added join counted_orders counted on counted.id = added.counted_order_id group by 1, 2;
  return null;
end $$;
create trigger order_returns_insert_reports after insert on order_returns
  referencing new table as added for each statement execute function add_returns_to_monthly_volume();

-- The parts of a report are separate functions: a union cannot be read in the order of an index, which the first page of
-- a list over a million orders needs (docs/decisions/0051).
create function sale_order_entries() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$
  select 'order'::text, id, null::integer, null::integer, created_at, sub_total_cents, -discount_cents, shipping_price_cents,
      insurance_cents, tax_cents, total_cents
    from orders where status <> 'canceled'
$$;

create function sale_credit_entries() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$
  select 'credit_note'::text, note.order_id, note.id, note.number, note.created_at, -note.goods_cents, note.discount_cents,
      -note.shipping_cents, -note.insurance_cents, -note.tax_cents, -note.amount_cents
    from credit_notes note join orders on orders.id = note.order_id
   where note.kind in ('return', 'adjustment') and orders.status <> 'canceled'
$$;

create function tax_order_entries() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$
  select 'order'::text, tax.order_id, tax.position, null::integer, null::integer, orders.created_at, tax.state,
      tax.milli_percent, tax.base_cents, tax.tax_cents
    from order_taxes tax join orders on orders.id = tax.order_id
   where is_taxed_sale(orders.id, orders.status)
$$;

-- Rates are looked up only for credit notes with a tax.
create function tax_credit_entries() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$
  select 'credit_note'::text, note.order_id, part.position, note.id, note.number, note.created_at, part.state,
      part.milli_percent, 0::bigint, -part.tax_cents
    from credit_notes note join orders on orders.id = note.order_id
   cross join lateral allocate_credited_tax(note.order_id, note.tax_cents) part
   where note.number is not null and note.tax_cents <> 0 and part.tax_cents <> 0 and is_taxed_sale(orders.id, orders.status)
$$;

create function completed_volume_entries() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint, customer boolean)
language sql stable as $$
  select 'completed'::text, id, order_no, order_id, member_id, completed_at, month, volume_kind(member_id, customer), cv_cents,
      pv::bigint, customer
    from counted_orders
$$;

create function returned_volume_entries() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint, customer boolean)
language sql stable as $$
  select 'returned'::text, returned.id, counted.order_no, counted.order_id, counted.member_id, returned.returned_at,
      month_of(returned.returned_at), volume_kind(counted.member_id, counted.customer), -returned.cv_cents, -returned.pv::bigint,
      counted.customer
    from order_returns returned join counted_orders counted on counted.id = returned.counted_order_id
$$;

-- ---------- Operations -----------------------------------------------------------------------------------------------

-- Attempts counted by limits that survive a restart (docs/security G11); stored for a day.
create table attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index attempts_kind_key_made_at_idx on attempts (kind, key, made_at);
create index attempts_made_at_idx on attempts (made_at);

-- Rate limits shared by processes and servers (docs/decisions/0068), with the columns of rate-limiter-flexible.
-- Unlogged: no commit waits for the disk or a standby; after a crash or a failover every count restarts.
create unlogged table rate_limits (
  -- The limit and the IP address or network that it counts.
  key text primary key,
  points integer not null,
  -- When the count restarts, in milliseconds since 1970.
  expire bigint
);

-- When backups, nightly checks and the daily cleanup last ran. Read by the status page and the metrics.
create table operations (
  id bigint generated always as identity primary key,
  kind text not null constraint operations_kind_valid check (kind in ('backup', 'verify', 'clean')),
  finished_at timestamptz not null default now(),
  -- Number of inconsistencies found; for a backup, the number of missing files.
  findings integer not null default 0 constraint operations_findings_not_negative check (findings >= 0),
  -- Description for owners, or the first finding.
  note text not null default ''
);
create index operations_kind_idx on operations (kind, id desc);

-- Problems mailed to the shop: once each, until they are resolved.
create table status_alerts (
  check_name text primary key,
  message text not null,
  advice text not null,
  since timestamptz not null default now()
);

-- Has a row while an empty database is filled with the demo shop: an interrupted one cannot be opened
-- (docs/decisions/0030).
create table demo_seed_runs (
  started_at timestamptz primary key default now()
);

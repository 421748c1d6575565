-- One fold for every search (docs/product §11.9). src/domain/search-fold.ts gives the same for the same text, and a test holds the two together.
create or replace function searched(given text) returns text language plpgsql immutable parallel safe as $$
declare
  ignored constant text := '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2800\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  folded text := given;
begin
  -- Most texts are ASCII, and need none of this.
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
comment on function searched(text) is 'Text as it is compared in searches; src/domain/search-fold.ts is the same in TypeScript.';

-- Words as products are found by: L'Oréal is found as loreal and as oreal.
create function searched_product(given text) returns text language plpgsql immutable parallel safe as $$
declare
  apostrophes constant text := '[''`\u00b4\u02b9-\u02bf\u02c8\u2018-\u201b\u2032\uff07]';
begin
  if given !~ apostrophes then return searched(given); end if;
  return searched(given) || ' ' || searched(regexp_replace(given, apostrophes, ' ', 'g'));
end $$;

-- contraction since 0081_sent_by_hand: the column is there again in the same statement, and is asked in the same way
alter table products drop column search,
  add column search tsvector not null generated always as (
    setweight(to_tsvector('english', searched_product(name)), 'A')
    || setweight(to_tsvector('english', searched_product(sku || ' ' || vendor)), 'B')
    || setweight(to_tsvector('english', searched_product(description_html)), 'C')
  ) stored;
create index products_found_by_text on products using gin (search);

-- The delivery address is searched as a whole.
create or replace function words_of_order(asked integer) returns text language plpgsql stable as $$
begin
  return (select searched(concat_ws(' ', '', first_name, last_name, email, regexp_replace(phone_number, '\D', '', 'g'),
    (select concat_ws(' ', first_name, last_name, company, address_1, address_2, city, state, zip, regexp_replace(phone_number, '\D', '', 'g'))
       from order_addresses where order_id = asked),
    (select string_agg(concat_ws(' ', name, ':p' || product_id || ':'), ' ' order by position)
       from order_lines where order_id = asked),
    (select string_agg(tracking_number, ' ' order by id)
       from shipments where order_id = asked and tracking_number <> ''), ''))
    from orders where id = asked);
end $$;

-- Each way of naming a member is the beginning of one of these.
create index users_by_searched_name on users (searched(first_name || ' ' || last_name) text_pattern_ops);
create index users_by_searched_names on users (searched(last_name) text_pattern_ops, searched(first_name) text_pattern_ops);
create index users_by_searched_licence on users (licence_number text_pattern_ops) where licence_number <> '';
create index user_addresses_by_street on user_addresses (searched(address_1) text_pattern_ops, user_id);
create index user_addresses_by_street_name on user_addresses
  (regexp_replace(searched(address_1), '^[0-9][^ ]* ', '') text_pattern_ops, user_id);
drop index users_by_name, users_by_last_name, users_by_both_names;

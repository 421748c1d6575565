-- What a scanner reads on a product, and where it lies (docs/back-office §3, §8; docs/decisions/0054). Checked at the end
-- of a statement, so that a file may swap the barcodes of two products.
alter table products
  add column barcode text,
  add column shelf text not null default '',
  add constraint barcode_once unique (barcode) deferrable initially immediate,
  add constraint barcode_says_something check (barcode <> '');

-- Staff find members by what they are told on the phone: by the beginning of a name, an email or a phone number.
create index users_by_both_names on users (lower(last_name) text_pattern_ops, lower(first_name) text_pattern_ops);
create index users_by_beginning_of_email on users (email text_pattern_ops);
create index users_by_phone on users (regexp_replace(phone_number, '[^0-9]', '', 'g') text_pattern_ops);

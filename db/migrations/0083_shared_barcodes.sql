-- contraction since 0081_sent_by_hand: variants may share a barcode. The release before checks a file by itself before it
-- writes, and finds a product by its barcode in lists that hold several.
alter table products drop constraint barcode_once;
create index products_by_barcode on products (barcode) where barcode is not null;

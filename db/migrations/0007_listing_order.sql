-- Every order that the listing can be read in, whole and within a category: a page of 20 is then 20 entries of an
-- index, however many products there are (architecture.md §6: 100,000 products, p99 of 20 ms).
drop index products_featured;
create index products_in_shop_order on products (featured_position, created_at desc, id desc) where active;
create index products_of_category_in_shop_order on products (category_id, featured_position, created_at desc, id desc) where active;
create index products_of_category_newest_first on products (category_id, created_at desc, id desc) where active;
create index products_of_category_by_price on products (category_id, price_cents, id) where active;
create index products_of_category_by_name on products (category_id, name, id) where active;

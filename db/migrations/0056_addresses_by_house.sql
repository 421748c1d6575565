-- Addresses of one house lie together, so that accounts that share one are found in passing (docs/decisions/0061): by ZIP
-- and number, a coarser key than the one that src/domain/order/personal-order.ts compares.
create index user_addresses_by_house on user_addresses
  ((left(zip, 5) || ' ' || coalesce(substring(address_1 from '[0-9]+'), '')) collate "C", id);

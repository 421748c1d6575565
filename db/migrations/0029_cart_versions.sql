-- How often a cart has changed: who read it and finds another number when writing has read too early.
alter table carts add column version integer not null default 1;

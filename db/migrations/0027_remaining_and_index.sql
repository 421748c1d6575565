-- One word for what is still there of an order after its returns, and one for where a member is in a month's columns.
alter table counted_orders rename column left_cv_cents to remaining_cv_cents;
alter table counted_orders rename column left_pv to remaining_pv;
alter table counted_orders rename constraint left_within_month_within_all to remaining_within_month_within_all;
alter table cards rename column place to member_index;

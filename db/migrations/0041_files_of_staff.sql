-- Staff store pictures, too (docs/back-office §1). A file is somebody's: a member's, or one of the staff's.
alter table stored_files
  alter column user_id drop not null,
  add column staff_id integer references staff (id),
  add constraint stored_by_one check (num_nonnulls(user_id, staff_id) = 1);
create index stored_files_of_staff on stored_files (staff_id);

-- Members as the back office lists them (docs/decisions/0056): those of a rare status, and those whose licence waits to
-- be approved, are found without going through everybody.
create index users_not_active on users (status, id) where status <> 'active';
create index users_with_licence_to_decide on users (id)
  where licence_number <> '' and licence_approved_at is null and licence_refusal is null and status in ('pending', 'active');

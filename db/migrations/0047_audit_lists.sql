-- The audit log is looked through by action and by day as well (docs/back-office §2), among millions of entries.
create index audit_entries_by_action on audit_entries (action, id);
-- A day's entries lie together; this index is a few pages.
create index audit_entries_by_day on audit_entries using brin (made_at) with (pages_per_range = 32);

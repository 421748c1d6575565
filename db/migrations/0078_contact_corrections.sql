-- The one timeline of customer and staff tells of a corrected contact, too (docs/back-office §3). Those of before this
-- migration are in the audit log.
alter table order_changes
  drop constraint order_change_known,
  add constraint order_change_known check (change in
    ('placed', 'paid', 'unpaid', 'completed', 'canceled', 'reopened', 'reinstated', 'edited', 'contact_corrected'));
insert into order_changes (order_id, change, changed_by, changed_at)
  select orders.id, 'contact_corrected', actor_name, made_at from audit_entries join orders on orders.id::text = subject_id
   where action = 'order.contact_corrected' and subject_kind = 'order' order by audit_entries.id;

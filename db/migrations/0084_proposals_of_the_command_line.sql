-- The shell can name anybody, so a proposal of the command line is nobody's: two people approve it, each signed in.
alter table approvals alter column proposed_by_id drop not null;
alter table approvals
  add column first_approved_by text,
  add column first_approved_by_id integer references staff,
  add column first_approved_at timestamptz,
  add constraint approval_is_first_given_by_somebody check (
    (first_approved_by is null) = (first_approved_by_id is null) and (first_approved_by is null) = (first_approved_at is null)),
  add constraint approval_of_command_line_takes_two check (state not in ('approved', 'done') or proposed_by_id is not null
    or (first_approved_by_id is not null and first_approved_by_id <> decided_by_id));
-- Times of the mails about an approval: to those who may decide it, and to the proposer once it is given.
alter table approvals
  add column waiting_mailed_at timestamptz,
  add column given_mailed_at timestamptz;

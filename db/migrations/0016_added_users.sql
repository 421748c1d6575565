-- Add User asks for the company; it stands with the address that the form makes.
alter table user_addresses add column company text not null default '';

-- What was taken back from a member in a month: the lines of the Sales page.
create index reversals_of_payee on bonus_lines (payee_id, month) where return_id <> 0;

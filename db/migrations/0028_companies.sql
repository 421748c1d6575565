-- An address may name a company, wherever one is kept: null where it names none.
alter table order_addresses add column company text
  constraint delivered_company_says_something check (company <> '');

alter table user_addresses alter column company drop default, alter column company drop not null;
update user_addresses set company = null where company = '';
alter table user_addresses add constraint saved_company_says_something check (company <> '');

alter table invitations alter column company drop not null;
update invitations set company = null where company = '';
alter table invitations add constraint invited_company_says_something check (company <> '');

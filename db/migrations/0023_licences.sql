-- A licence is a state and a number; one that is approved belongs to one account (plan §2).
alter table users
  add column licence_state text references states (code),
  -- As it is compared; src/domain/member/licence.ts says the same, and a test holds the two together.
  add column licence_number text collate "C" not null generated always as
    (upper(regexp_replace(normalize(cosmetology_id, NFKC) collate "C", '[^A-Za-z0-9]', '', 'g'))) stored,
  -- Why staff refused it; null unless they did.
  add column licence_refusal text,
  -- Approved before licences were unique, when an earlier account had it approved: stays so, and is reported.
  add column licence_shared boolean not null default false,
  add constraint refused_licence_is_not_approved check (licence_refusal is null or licence_approved_at is null);

update users set licence_state = address.state
  from (select distinct on (user_id) user_id, state from user_addresses order by user_id, id) address
 where address.user_id = users.id;
update users set licence_shared = true
  from (select id, row_number() over (partition by licence_state, licence_number order by licence_approved_at, id) as nth
          from users where licence_approved_at is not null and licence_number <> '' and licence_state is not null) approved
 where approved.id = users.id and nth > 1;

create unique index one_account_a_licence on users (licence_state, licence_number)
  where licence_approved_at is not null and licence_number <> '' and not licence_shared;
create index users_by_licence on users (licence_state, licence_number) where licence_number <> '';

-- What a licence is besides state and number, and its renewal, which waits beside the licence that it renews
-- (docs/back-office §4, docs/decisions/0059).
alter table users
  add column licence_type text constraint licence_type_known check (licence_type in
    ('cosmetologist', 'esthetician', 'nail_technician', 'barber', 'hairstylist', 'instructor', 'establishment', 'other')),
  -- The last day on which it is valid, by the shop's calendar. Null: nobody knows of one.
  add column licence_expires_on date,
  -- When the job found that the day was over; buying goes by the day alone.
  add column licence_expired_at timestamptz,
  add column renewal_type text constraint renewal_type_known check (renewal_type in
    ('cosmetologist', 'esthetician', 'nail_technician', 'barber', 'hairstylist', 'instructor', 'establishment', 'other')),
  -- Null: no renewal was sent, or it is decided.
  add column renewal_expires_on date,
  -- Why staff refused the renewal; the licence is what it was.
  add column renewal_refusal text,
  add constraint expired_licence_has_a_day check (licence_expired_at is null or licence_expires_on is not null),
  add constraint renewal_has_a_day check
    (renewal_expires_on is not null or (renewal_type is null and renewal_refusal is null));

-- The picture or PDF of a licence, and that of its renewal. The reference keeps the file from being swept.
create table licence_files (
  user_id integer not null references users (id),
  of_renewal boolean not null,
  file_name text not null constraint file_of_licence_is_stored references stored_files (name),
  -- As its owner named it.
  name text not null,
  constraint one_file_a_licence primary key (user_id, of_renewal)
);
create unique index licence_files_by_name on licence_files (file_name);

-- What was sent before an expiry: a row is one mail.
create table licence_reminders (
  user_id integer not null references users (id),
  expires_on date not null,
  days_before integer not null constraint licence_reminder_comes_before check (days_before > 0),
  queued_at timestamptz not null default now(),
  constraint one_licence_reminder primary key (user_id, expires_on, days_before)
);

create index users_by_licence_expiry on users (licence_expires_on, id)
  where licence_expires_on is not null and licence_number <> '' and licence_refusal is null
    and status in ('pending', 'active');
create index users_whose_licence_runs on users (licence_expires_on)
  where licence_expires_on is not null and licence_expired_at is null and licence_number <> '' and licence_refusal is null;
create index users_with_renewal_to_decide on users (id)
  where renewal_expires_on is not null and renewal_refusal is null and status in ('pending', 'active');
drop index users_with_licence_to_decide;
create index users_with_licence_to_decide on users (id)
  where (licence_number <> '' and licence_approved_at is null and licence_refusal is null and status in ('pending', 'active'))
    or (renewal_expires_on is not null and renewal_refusal is null and status in ('pending', 'active'));

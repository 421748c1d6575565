create table users (
  id integer generated always as identity primary key,
  -- In lower case: one mailbox, one account.
  email text not null constraint email_once unique
    constraint email_in_lower_case check (email = lower(email)),
  type text not null constraint user_type_known check (type in ('member', 'franchise')),
  status text not null default 'pending' constraint user_status_known check (status in ('pending', 'active')),
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  cosmetology_id text not null,
  -- Argon2id with its parameters; null until a password is set by the mailed link.
  password_hash text,
  referral_code text not null constraint referral_code_once unique,
  sponsor_id integer references users (id) constraint not_ones_own_sponsor check (sponsor_id <> id),
  created_at timestamptz not null default now()
);
create index users_by_sponsor on users (sponsor_id);

create table user_addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  address_1 text not null,
  address_2 text not null default '',
  city text not null,
  state text not null references states (code),
  zip text not null
);
create index addresses_of_user on user_addresses (user_id, id);

create table sessions (
  -- SHA-256 of the cookie's token: reading this table signs nobody in.
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

-- Links that were mailed to set a password, one a user: a new link ends the older one.
create table password_links (
  user_id integer primary key references users (id) on delete cascade,
  token_hash bytea not null constraint password_link_once unique,
  expires_at timestamptz not null
);

-- What is limited by count and must stay so over a restart (security.md G11); kept for a day.
create table attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index attempts_of_key on attempts (kind, key, made_at);
create index attempts_by_age on attempts (made_at);

create table newsletter_subscribers (
  email text primary key constraint subscriber_email_in_lower_case check (email = lower(email)),
  created_at timestamptz not null default now()
);

-- A user's authenticator app; it counts from confirmed_at on, before that it is being set up.
create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key made from the shop's SECRET: who steals this table cannot make codes.
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- Time step of the last code that was taken: a code works once.
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);

-- Each stands in for one code of the app and is deleted by its use.
create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  -- HMAC under the shop's SECRET.
  code_hash bytea not null,
  constraint recovery_code_once primary key (user_id, code_hash)
);

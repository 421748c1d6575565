-- Add User invites: nobody is a user, and no email is reserved, until the invited person sets a password.
create table invitations (
  id integer generated always as identity primary key,
  inviter_id integer not null references users (id) on delete cascade,
  email text not null constraint invited_email_in_lower_case check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  company text not null,
  phone_number text not null,
  address_1 text not null,
  address_2 text not null,
  city text not null,
  state text not null references states (code),
  zip text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  -- Only the email remains then, so that the same sponsor cannot ask again before the end.
  declined_at timestamptz,
  -- SHA-256 of the mailed link's token; made when the mail is written.
  token_hash bytea constraint invitation_link_once unique,
  constraint one_invitation_an_inviter_and_email unique (inviter_id, email)
);
-- The Sales page counts and shows them after the members.
create index open_invitations_of_inviter on invitations (inviter_id, invited_at, id) where declined_at is null;
create index invitations_by_email on invitations (email);
create index invitations_by_end on invitations (expires_at);

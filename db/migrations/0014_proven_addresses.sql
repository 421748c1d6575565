alter table users
  -- Since when it is known that the mailbox is theirs: a mailed link was used. A changed email begins anew.
  add column email_proven_at timestamptz,
  -- Where the shop looks at licences first (setting approve_licences).
  add column licence_approved_at timestamptz;

create table email_proofs (
  user_id integer primary key references users (id) on delete cascade,
  -- The address that the link was mailed to.
  email text not null,
  token_hash bytea not null constraint email_proof_once unique,
  expires_at timestamptz not null
);

-- What somebody ordered before they had an account.
create index guest_orders_by_email on orders (email) where user_id is null;

-- Who accepted a version is counted and listed for owners. Built beforehand on a large shop: see docs/decisions/0073.
create index if not exists terms_acceptances_of_version on terms_acceptances (version, user_id);

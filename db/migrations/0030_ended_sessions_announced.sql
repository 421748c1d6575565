-- Who is signed in is known from memory for a second (docs/decisions/0031): what changes it says so. No page shows it,
-- so that page_version stays.
create function announce_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_tags', 'sessions');
  return null;
end
$$;

create trigger ended_sessions_announced after delete on sessions
  for each statement execute function announce_sessions();
create trigger changed_users_announced after update of status, type, first_name, last_name, email on users
  for each statement execute function announce_sessions();

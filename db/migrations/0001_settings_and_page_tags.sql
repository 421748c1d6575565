-- Shop settings that staff changed. Keys, meanings and defaults live in the settings registry of the server.
create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

-- Moves with every change a cached page could show. PostgreSQL processes listen to the channel page_tags;
-- the embedded engine, whose connections cannot listen, is asked for this sequence instead.
create sequence page_version;

create function announce_page_tags() returns trigger language plpgsql as $$
declare
  tag text;
begin
  foreach tag in array tg_argv loop
    perform pg_notify('page_tags', tag);
  end loop;
  perform nextval('page_version');
  return null;
end
$$;

create trigger settings_announced after insert or update or delete on settings
  for each statement execute function announce_page_tags('settings');

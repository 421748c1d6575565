-- The media library: every picture of the shop once, with its alt text and size.
create table pictures (
  id integer generated always as identity primary key,
  -- Name of the files without size and format. A replaced picture gets another one.
  file text not null unique,
  -- Widths in which it is stored.
  widths integer[] not null default '{320,640,960,1280}',
  -- Name of the uploaded file; empty for pictures that were not uploaded to the library.
  name text not null default '',
  -- Suggested where the picture is used next.
  alt text not null default '',
  -- Size of the largest WebP file; null until it was measured.
  width integer,
  height integer,
  bytes bigint,
  added_at timestamptz not null default now(),
  added_by text not null default '',
  version integer not null default 1,
  list_search text not null generated always as (normalize_for_search(name || ' ' || alt)) stored,
  constraint pictures_measured_complete check (num_nulls(width, height, bytes) in (0, 3))
);
create index pictures_list_search_idx on pictures using gin (list_search gin_trgm_ops);

-- Files that pictures had before they were replaced. Content that names one shows the picture's present file.
create table picture_former_files (
  file text primary key,
  picture_id integer not null references pictures on delete cascade
);
create index on picture_former_files (picture_id);
create trigger picture_former_files_announce after insert or delete on picture_former_files
  for each statement execute function announce_page_tags('pictures');

create function register_picture(file text, alt text, widths integer[]) returns void language sql as $$
  insert into pictures (file, alt, widths)
  select $1, $2, $3
   where not exists (select from pictures where pictures.file = $1)
     and not exists (select from picture_former_files former where former.file = $1)
  on conflict do nothing
$$;

-- Adds the picture in a column, the first argument, with the alt text in another.
create function register_picture_of_row() returns trigger language plpgsql as $$
begin
  perform register_picture(to_jsonb(new) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[1], '{320,640,960,1280}');
  return null;
end $$;
create trigger product_images_register_picture after insert or update of file on product_images
  for each row when (new.file is not null) execute function register_picture_of_row('file', 'alt');
create trigger categories_register_picture after insert or update of picture_file on categories
  for each row when (new.picture_file is not null) execute function register_picture_of_row('picture_file', 'picture_alt');

-- Pictures in rich text have one size, and are deleted with their record.
create function register_stored_picture() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from pictures where file = left(old.name, 32) and widths = '{1280}';
  else
    perform register_picture(left(new.name, 32), '', '{1280}');
  end if;
  return null;
end $$;
create trigger stored_files_register_picture after insert on stored_files
  for each row when (new.name ~ '^[0-9a-f]{32}-1280\.webp$') execute function register_stored_picture();
create trigger stored_files_forget_picture after delete on stored_files
  for each row when (old.name ~ '^[0-9a-f]{32}-1280\.webp$') execute function register_stored_picture();

select register_picture(file, min(alt), '{320,640,960,1280}') from product_images where file is not null group by file;
select register_picture(picture_file, min(picture_alt), '{320,640,960,1280}') from categories
 where picture_file is not null group by picture_file;
select register_picture(file, min(alt), '{640,1280,1920}') from home_slides group by file;
select register_picture(left(name, 32), '', '{1280}') from stored_files where name ~ '^[0-9a-f]{32}-1280\.webp$';

-- Former products that show a picture, for which it is kept.
create index product_versions_images_idx on product_versions using gin ((content -> 'images') jsonb_path_ops);

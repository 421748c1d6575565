-- A change of sponsor that was planned for the next month is canceled by deleting its edge: what counts again then is
-- announced as every change of the tree is, and closes no circle either (docs/plan §2.2).
create or replace function refuse_sponsor_circle() returns trigger language plpgsql as $$
declare
  moved integer := coalesce(new.member_id, old.member_id);
  since text := coalesce(new.from_month, old.from_month);
  above integer := new.sponsor_id;
begin
  if tg_op = 'DELETE' then
    select sponsor_id into above from sponsorships
     where member_id = moved and from_month < since order by from_month desc limit 1;
  end if;
  if above is null or not exists (select 1 from sponsorships where sponsor_id = moved) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('sponsor tree'));
  if exists (
    with recursive upline as (
      select above as member_id
      union
      select next.sponsor_id from upline cross join lateral (
        select sponsor_id from sponsorships
         where member_id = upline.member_id and from_month <= since
         order by from_month desc limit 1) next
       where next.sponsor_id is not null)
    select 1 from upline where member_id = moved
    union all
    (with recursive upline as (
      select above as member_id
      union
      select next.sponsor_id from upline cross join lateral (
        select sponsor_id from sponsorships where member_id = upline.member_id order by from_month desc limit 1) next
       where next.sponsor_id is not null)
    select 1 from upline where member_id = moved)
  ) then
    raise exception 'member % would be in their own upline', moved
      using errcode = 'check_violation', constraint = 'no_circle_of_sponsors';
  end if;
  return null;
end $$;

create or replace function announce_edge() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, member_id, is_enrolment)
  values (coalesce(new.from_month, old.from_month), coalesce(new.member_id, old.member_id),
    tg_op = 'INSERT' and not exists (
      select from sponsorships where member_id = new.member_id and from_month <> new.from_month));
  return null;
end $$;

drop trigger no_circle_of_sponsors on sponsorships;
create constraint trigger no_circle_of_sponsors after insert or update or delete on sponsorships
  for each row when (not is_bulk()) execute function refuse_sponsor_circle();
drop trigger sponsorships_are_announced on sponsorships;
create trigger sponsorships_are_announced after insert or update or delete on sponsorships
  for each row when (not is_bulk()) execute function announce_edge();

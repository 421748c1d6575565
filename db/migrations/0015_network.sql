-- The network by months (docs/plan): who is whose sponsor, who is active, which orders count, and what a closed month paid.

create function month_of(instant timestamptz) returns text language sql stable as
$$ select to_char(instant at time zone 'America/New_York', 'YYYY-MM') $$;

-- Every user has a number of their own in the network; members taken over from elsewhere bring theirs.
create sequence member_numbers start with 1001;
create function next_member_no() returns text language plpgsql as $$
declare number text;
begin
  loop
    number := nextval('member_numbers')::text;
    exit when not exists (select 1 from users where member_no = number);
  end loop;
  return number;
end $$;

alter table users
  add column member_no text collate "C",
  drop constraint user_status_known,
  add constraint user_status_known check (status in ('pending', 'active', 'suspended', 'closed'));
update users set member_no = next_member_no() where id in (select id from users order by id);
alter table users
  alter column member_no set default next_member_no(),
  alter column member_no set not null,
  add constraint member_no_once unique (member_no);
-- The search of the downline explorer: a name's beginning, or the last name's.
create index users_by_name on users (lower(first_name || ' ' || last_name) text_pattern_ops);
create index users_by_last_name on users (lower(last_name) text_pattern_ops);

-- Edges of the sponsor tree (plan §2): one counts from its month until the member's next. The first is the enrolment.
create table sponsorships (
  member_id integer not null references users (id),
  from_month text collate "C" not null constraint sponsorship_month_is_a_month check (from_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  sponsor_id integer references users (id),
  -- Why staff moved the member; none for the enrolment.
  reason text,
  constraint one_sponsor_a_month primary key (member_id, from_month),
  constraint not_ones_own_sponsor check (sponsor_id <> member_id)
);
create index sponsorships_by_sponsor on sponsorships (sponsor_id);

-- Account status at a month's end (plan §4): a row counts from its month until the member's next.
create table member_statuses (
  member_id integer not null references users (id),
  from_month text collate "C" not null constraint status_month_is_a_month check (from_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  status text not null constraint month_status_known check (status in ('pending', 'active', 'suspended', 'closed')),
  constraint one_status_a_month primary key (member_id, from_month)
);

-- What happened in the network, for whoever keeps a month in memory: an order of a month, a member from a month on, or,
-- with neither, so much that the month is read anew. Kept for a day.
create table network_changes (
  id bigint generated always as identity primary key,
  month text collate "C",
  counted_order_id integer,
  member_id integer,
  made_at timestamptz not null default clock_timestamp()
);
create index network_changes_by_age on network_changes (made_at);

-- A bulk import checks the whole tree itself and announces itself once: these triggers would take hours.
create function is_bulk() returns boolean language sql stable as
$$ select coalesce(current_setting('salonfront.bulk', true), '') = 'on' $$;

insert into sponsorships (member_id, from_month, sponsor_id)
select id, month_of(created_at), sponsor_id from users;
insert into member_statuses (member_id, from_month, status)
select id, month_of(created_at), status from users;
alter table users drop column sponsor_id;

create function enrol_user() returns trigger language plpgsql as $$
begin
  insert into sponsorships (member_id, from_month) values (new.id, month_of(new.created_at));
  insert into member_statuses (member_id, from_month, status) values (new.id, month_of(new.created_at), new.status);
  return null;
end $$;
create trigger every_user_is_enrolled after insert on users
  for each row when (not is_bulk()) execute function enrol_user();

create function keep_status() returns trigger language plpgsql as $$
begin
  insert into member_statuses (member_id, from_month, status) values (new.id, month_of(now()), new.status)
  on conflict (member_id, from_month) do update set status = excluded.status;
  return null;
end $$;
create trigger status_counts_by_month after update of status on users
  for each row when (old.status <> new.status and not is_bulk()) execute function keep_status();

-- The tree has no circle (plan §2). Whoever has nobody below cannot close one; a move of anybody else waits for its turn.
create function refuse_sponsor_circle() returns trigger language plpgsql as $$
begin
  if new.sponsor_id is null or not exists (select 1 from sponsorships where sponsor_id = new.member_id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('sponsor tree'));
  if exists (
    with recursive upline as (
      select new.sponsor_id as member_id
      union
      select above.sponsor_id from upline cross join lateral (
        select sponsor_id from sponsorships
         where member_id = upline.member_id and from_month <= new.from_month
         order by from_month desc limit 1) above
       where above.sponsor_id is not null)
    select 1 from upline where member_id = new.member_id
    union all
    (with recursive upline as (
      select new.sponsor_id as member_id
      union
      select above.sponsor_id from upline cross join lateral (
        select sponsor_id from sponsorships where member_id = upline.member_id order by from_month desc limit 1) above
       where above.sponsor_id is not null)
    select 1 from upline where member_id = new.member_id)
  ) then
    raise exception 'member % would be in their own upline', new.member_id
      using errcode = 'check_violation', constraint = 'no_circle_of_sponsors';
  end if;
  return null;
end $$;
create constraint trigger no_circle_of_sponsors after insert or update on sponsorships
  for each row when (not is_bulk()) execute function refuse_sponsor_circle();

create function announce_member() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, member_id) values (new.from_month, new.member_id);
  return null;
end $$;
create trigger sponsorships_are_announced after insert or update on sponsorships
  for each row when (not is_bulk()) execute function announce_member();
create trigger statuses_are_announced after insert or update on member_statuses
  for each row when (not is_bulk()) execute function announce_member();

-- The plan is data (plan §5): a version counts from its first month on.
create table plans (
  version integer primary key,
  first_month text collate "C" not null constraint one_plan_a_month unique
    constraint plan_month_is_a_month check (first_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  levels jsonb not null,
  direct_line_rate_bp integer not null,
  created_at timestamptz not null default now()
);
insert into plans (version, first_month, direct_line_rate_bp, levels) values (1, '2000-01', 300, '[
  {"code": 1, "name": "User", "personalPv": 0, "groupPv": 0, "customerPv": 0, "legs": 0, "legLevel": 0, "rateBp": 300},
  {"code": 2, "name": "Silver", "personalPv": 100, "groupPv": 500, "customerPv": 0, "legs": 0, "legLevel": 0, "rateBp": 600},
  {"code": 3, "name": "Ruby", "personalPv": 100, "groupPv": 1500, "customerPv": 0, "legs": 0, "legLevel": 0, "rateBp": 900},
  {"code": 4, "name": "Sapphire", "personalPv": 150, "groupPv": 4000, "customerPv": 50, "legs": 2, "legLevel": 2, "rateBp": 1200},
  {"code": 5, "name": "Emerald", "personalPv": 150, "groupPv": 8000, "customerPv": 50, "legs": 2, "legLevel": 2, "rateBp": 1500},
  {"code": 6, "name": "Diamond", "personalPv": 200, "groupPv": 15000, "customerPv": 100, "legs": 2, "legLevel": 3, "rateBp": 1800},
  {"code": 7, "name": "Double Diamond", "personalPv": 200, "groupPv": 30000, "customerPv": 100, "legs": 3, "legLevel": 3, "rateBp": 2000},
  {"code": 8, "name": "Triple Diamond", "personalPv": 200, "groupPv": 60000, "customerPv": 150, "legs": 3, "legLevel": 4, "rateBp": 2200},
  {"code": 9, "name": "Crown", "personalPv": 200, "groupPv": 120000, "customerPv": 150, "legs": 4, "legLevel": 4, "rateBp": 2400}
]');

-- A month is open until it is closed, once, for good (plan §4). Cards and lines of a month that is not closed are a
-- closing on its way, which nobody reads; its token says whose.
create table months (
  month text collate "C" primary key constraint month_is_a_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  closing_token text,
  closing_seen_at timestamptz,
  closed_at timestamptz,
  closed_by text,
  -- Closed in an older system: no figures here.
  closed_elsewhere boolean not null default false,
  paid_at timestamptz,
  plan_version integer references plans (version),
  inputs_hash bytea,
  members integer,
  orders integer,
  lines bigint,
  total_sales_cents bigint,
  sales_bonus_cents bigint,
  level_bonus_cents bigint,
  kept_cents bigint,
  constraint closed_month_says_what_it_was check (closed_at is null or closed_elsewhere or num_nulls(closed_by, plan_version,
    inputs_hash, members, orders, lines, total_sales_cents, sales_bonus_cents, level_bonus_cents, kept_cents) = 0),
  constraint only_closed_months_are_paid check (paid_at is null or closed_at is not null)
);

create function refuse_change_of_closed_month() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null and (tg_op = 'DELETE' or
      (to_jsonb(new) - 'paid_at') is distinct from (to_jsonb(old) - 'paid_at') or old.paid_at is not null) then
    raise exception 'month % is closed', old.month using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger closed_months_stay before update or delete on months
  for each row execute function refuse_change_of_closed_month();

-- Orders that count (plan §3), once each: the shop's own when completed, and those taken over from an older system.
create table counted_orders (
  id integer generated always as identity primary key,
  order_no text collate "C" not null constraint order_no_once unique,
  -- None for an order taken over.
  order_id integer references orders (id) constraint order_counts_once unique,
  -- The credited member; nobody's order counts in company figures only.
  member_id integer references users (id),
  customer boolean not null,
  completed_at timestamptz not null,
  month text collate "C" not null,
  cv_cents bigint not null constraint counted_cv_not_negative check (cv_cents >= 0),
  pv integer not null constraint counted_pv_not_negative check (pv >= 0),
  -- What it counts in its own month (plan §8: v′ and PV′ as of the close), and what is left of it now.
  month_cv_cents bigint not null,
  month_pv integer not null,
  left_cv_cents bigint not null,
  left_pv integer not null,
  constraint left_within_month_within_all check (0 <= left_cv_cents and left_cv_cents <= month_cv_cents
    and month_cv_cents <= cv_cents and 0 <= left_pv and left_pv <= month_pv and month_pv <= pv)
);
create index counted_orders_by_month on counted_orders (month, id);
create index counted_orders_of_member on counted_orders (member_id, id);

create function refuse_change_of_counted_order() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.order_id, new.member_id, new.customer, new.completed_at, new.month, new.cv_cents, new.pv) is distinct from
     (old.order_no, old.order_id, old.member_id, old.customer, old.completed_at, old.month, old.cv_cents, old.pv) then
    raise exception 'what an order counted as never changes' using errcode = 'restrict_violation';
  end if;
  if (new.month_cv_cents, new.month_pv) is distinct from (old.month_cv_cents, old.month_pv)
     and exists (select 1 from months where month = new.month and closed_at is not null) then
    raise exception 'order % is of a closed month', old.order_no using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger counted_orders_stay before update on counted_orders
  for each row execute function refuse_change_of_counted_order();

create function announce_counted_order() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, counted_order_id) values (new.month, new.id);
  return null;
end $$;
create trigger counted_orders_are_announced after insert or update on counted_orders
  for each row when (not is_bulk()) execute function announce_counted_order();

-- What came back of a counted order (plan §8): inside its month while that is not closed, in a later one afterwards.
create table order_returns (
  id integer generated always as identity primary key,
  counted_order_id integer not null references counted_orders (id),
  kind text not null constraint return_kind_known check (kind in ('cancellation', 'return')),
  returned_at timestamptz not null,
  -- The month it is booked in: the order's own, or the current one when that was closed.
  month text collate "C" not null constraint return_month_is_a_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  cv_cents bigint not null constraint returned_cv_not_negative check (cv_cents >= 0),
  pv integer not null constraint returned_pv_not_negative check (pv >= 0),
  -- Money without goods: the PV fell in proportion.
  money_only boolean not null default false,
  constraint one_return_an_instant unique (counted_order_id, returned_at)
);
create unique index one_cancellation_an_order on order_returns (counted_order_id) where kind = 'cancellation';
create index order_returns_by_month on order_returns (month, counted_order_id);
create function announce_return() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, counted_order_id) values (new.month, new.counted_order_id);
  return null;
end $$;
create trigger returns_are_announced after insert on order_returns
  for each row when (not is_bulk()) execute function announce_return();
create trigger returns_are_append_only before update or delete on order_returns
  for each row execute function refuse_change_of_points();

-- Bonus lines (plan §6). What they are made of is frozen with the month: the path in cards, the value in counted_orders.
-- No foreign keys and one index: a month may have many millions, written at one go; `shop verify` checks the references.
create table bonus_lines (
  month text collate "C" not null,
  counted_order_id integer not null,
  payee_id integer not null,
  -- 0 own_sale, 1 direct_line, 2 differential
  kind smallint not null,
  depth integer not null,
  level smallint not null,
  rate_bp smallint not null,
  covered_bp smallint not null,
  covered_by_id integer,
  -- The order's value, or for a reversal its change.
  cv_cents bigint not null,
  amount_cents bigint not null,
  -- The return that a reversal is of; 0 for the lines of the close.
  return_id integer not null default 0,
  constraint bonus_line_once primary key (counted_order_id, payee_id, kind, return_id)
);
create index reversals_by_month on bonus_lines (month) where return_id <> 0;

-- A member's month (plan §10), with the inputs that made it and what is paid out (plan §9).
create table cards (
  month text collate "C" not null,
  member_id integer not null,
  -- The member's place by time of enrolment: the order of tables, and of the inputs' hash.
  place integer not null,
  sponsor_id integer,
  active boolean not null,
  level smallint not null,
  -- The highest level ever closed.
  title smallint not null,
  personal_pv bigint not null,
  customer_pv bigint not null,
  group_pv bigint not null,
  -- Legs with a member of the level that the next level asks for.
  next_legs integer not null,
  total_sales_cents bigint not null,
  sales_bonus_cents bigint not null,
  level_bonus_cents bigint not null,
  total_bonus_cents bigint not null,
  -- What the month would have paid more one level up.
  next_level_cents bigint not null,
  opening_cents bigint not null,
  payable_cents bigint not null,
  carried_cents bigint not null,
  constraint one_card_a_month primary key (month, member_id),
  constraint card_adds_up check (total_bonus_cents = sales_bonus_cents + level_bonus_cents
    and opening_cents + total_bonus_cents = payable_cents + carried_cents and payable_cents >= 0)
);
create index cards_by_sponsor on cards (month, sponsor_id, place);

create function refuse_change_of_closed_lines() returns trigger language plpgsql as $$
begin
  if exists (select 1 from gone where return_id <> 0)
     or exists (select 1 from (select distinct month from gone) lines join months using (month) where closed_at is not null) then
    raise exception 'the lines of a closed month, and reversals, stay' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger closed_lines_stay after delete on bonus_lines referencing old table as gone
  for each statement execute function refuse_change_of_closed_lines();
create trigger changed_lines_are_refused after update on bonus_lines referencing old table as gone
  for each statement execute function refuse_change_of_closed_lines();

create function refuse_change_of_closed_cards() returns trigger language plpgsql as $$
begin
  if exists (select 1 from (select distinct month from gone) kept join months using (month) where closed_at is not null) then
    raise exception 'the cards of a closed month stay' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger closed_cards_stay after delete on cards referencing old table as gone
  for each statement execute function refuse_change_of_closed_cards();
create trigger changed_cards_are_refused after update on cards referencing old table as gone
  for each statement execute function refuse_change_of_closed_cards();

-- What counted before there was this ledger.
insert into counted_orders (order_no, order_id, member_id, customer, completed_at, month, cv_cents, pv,
  month_cv_cents, month_pv, left_cv_cents, left_pv)
select id::text, id, credited_user_id, credited_user_id is not null and user_id is distinct from credited_user_id,
  completed_at, month_of(completed_at), cv_cents, pv, left_cv, left_pv, left_cv, left_pv
  from orders cross join lateral (select case when canceled_at is null then cv_cents else 0 end as left_cv,
    case when canceled_at is null then pv else 0 end as left_pv) kept
 where completed_at is not null order by completed_at, orders.id;
insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv)
select counted.id, 'cancellation', orders.canceled_at, counted.month, counted.cv_cents, counted.pv
  from counted_orders counted join orders on orders.id = counted.order_id where orders.canceled_at is not null;
insert into months (month) select distinct month from counted_orders;

-- My PVs name the counted order, which may be one taken over.
drop trigger point_entries_are_append_only on point_entries;
alter table point_entries
  add column counted_order_id integer references counted_orders (id),
  add column return_id integer references order_returns (id),
  drop constraint one_point_entry_per_cause,
  drop constraint point_cause_known;
update point_entries set counted_order_id = counted.id from counted_orders counted where counted.order_id = point_entries.order_id;
update point_entries set return_id = order_returns.id from order_returns
 where cause = 'cancellation' and order_returns.counted_order_id = point_entries.counted_order_id;
alter table point_entries
  alter column counted_order_id set not null,
  drop column order_id,
  add constraint point_cause_known check (cause in ('order', 'cancellation', 'return')),
  add constraint point_entry_names_its_return check ((cause = 'order') = (return_id is null)),
  -- Two changes of an order at once must not credit it twice.
  add constraint one_point_entry_a_return unique (return_id);
create unique index one_credit_an_order on point_entries (counted_order_id) where cause = 'order';
create trigger point_entries_are_append_only before update or delete on point_entries
  for each row execute function refuse_change_of_points();

import { sql } from 'kysely'
import { type Check, memberNumber } from './check.queries.ts'

export const networkChecks: Check[] = [
  {
    // One approved license per account (docs/plan §2.5). Older duplicates are marked, and stay.
    findings: sql`
      select format('License %s %s is approved for members %s.', license_state, license_number,
        string_agg(member_no, ', ' order by id)) as finding
      from users where license_approved_at is not null and license_number <> '' and license_state is not null
        and not license_shared
      group by license_state, license_number having count(*) > 1`,
  },
  {
    // The job marks licenses that have expired, in the order of their dates, so that no earlier one is unmarked.
    findings: sql`
      select format('Member %s has a license that is marked as expired, but is valid until %s.', member_no,
        license_expires_on) as finding
      from users where license_expired_at is not null
        and license_expires_on >= (now() at time zone 'America/New_York')::date
      union all
      select format('Member %s has a license that expired on %s and is not marked.', member_no, license_expires_on)
      from users, (select max(license_expires_on) as day, max(license_expired_at) as at from users
          where license_expired_at is not null) marked
      where license_expired_at is null and license_number <> '' and license_refusal is null
        and license_expires_on < least(marked.day, (now() at time zone 'America/New_York')::date)
        and coalesce(license_approved_at, created_at) < marked.at - interval '2 hours'`,
  },
  {
    findings: sql`
      select format('Member %s has a license that is marked as another account''s, but is not approved.', member_no) as finding
      from users where license_shared and license_approved_at is null`,
  },
  {
    // Each completed order of the shop counts once per completion, minus earlier returns. An order whose check bounced
    // does not count until it is completed again (docs/plan §3).
    findings: sql`
      select format('Order %s is completed, but does not count.', orders.id) as finding
      from orders where completed_at is not null
        and not exists (select 1 from counted_orders where order_id = orders.id)
      union all
      select format('Order %s counts as something else than it is.', orders.id)
      from (
        select *, lead(id) over earlier is null as latest, row_number() over earlier as nth from counted_orders
          where order_id is not null window earlier as (partition by order_id order by id)) counted
      join orders on orders.id = counted.order_id
      cross join lateral (
        select coalesce(sum(back.cv_cents), 0) as cv, coalesce(sum(back.pv), 0) as pv
          from order_returns back join counted_orders before on before.id = back.counted_order_id
         where before.order_id = orders.id and before.id < counted.id and back.kind = 'return') as counted_back
      cross join lateral (
        select counted_back.cv + coalesce(sum(line.cv_cents), 0) as cv, counted_back.pv + coalesce(sum(line.pv), 0) as pv
          from goods_returns back join goods_return_lines line on line.goods_return_id = back.id
         where back.order_id = orders.id and not back.was_counted and back.created_at <= counted.completed_at) as returned
      where (counted.member_id, counted.cv_cents, counted.pv, counted.occurrence) is distinct from
          (orders.credited_user_id, orders.cv_cents - returned.cv, orders.pv - returned.pv, counted.nth)
        or (counted.latest and orders.completed_at is not null and counted.completed_at <> orders.completed_at)
        or ((not counted.latest or orders.completed_at is null)
          and (counted.remaining_cv_cents, counted.remaining_pv) is distinct from (0, 0))`,
  },
  {
    findings: sql`
      select format('Order %s counts in %s, but was completed in %s.', order_no, month, month_of(completed_at)) as finding
      from counted_orders where month <> month_of(completed_at)`,
  },
  {
    // Imports contain such orders. A closed month's figures do not change even if an enrollment is moved later.
    findings: sql`
      select format('Order %s %s as one from before member %s enrolled, which it is%s.', order_no,
        case when before_enrollment then 'counts' else 'does not count' end, member_no,
        case when before_enrollment then ' not' else '' end) as finding
      from counted_orders join users on users.id = member_id
      where order_id is null and before_enrollment <> is_before_enrollment(completed_at, users.created_at)
        and not exists (select from months where month = counted_orders.month and closed_at is not null)`,
  },
  {
    // The remainder is the original minus all returns; the month counts the original minus returns in the same month.
    findings: sql`
      select format('Order %s: what counts and what is left do not come from its returns.', order_no) as finding
      from counted_orders counted left join (
        select back.counted_order_id, sum(back.cv_cents) as cv, sum(back.pv) as pv,
          sum(back.cv_cents) filter (where back.month = own.month) as inside_cv,
          sum(back.pv) filter (where back.month = own.month) as inside_pv
        from order_returns back join counted_orders own on own.id = back.counted_order_id group by 1
      ) back on back.counted_order_id = counted.id
      where cv_cents - coalesce(cv, 0) <> remaining_cv_cents or counted.pv - coalesce(back.pv, 0) <> remaining_pv
        or cv_cents - coalesce(inside_cv, 0) <> month_cv_cents or counted.pv - coalesce(inside_pv, 0) <> month_pv`,
  },
  {
    findings: sql`
      select format('Member %s has no place in the sponsor tree.', member_no) as finding
      from users where not exists (select 1 from sponsorships where member_id = users.id)
        or not exists (select 1 from member_statuses where member_id = users.id)`,
  },
  {
    // The sponsor in a closed month never changes: a change takes effect in the next month (docs/plan §2.3). A path
    // ends at a sponsor who enrolled in a later month.
    findings: sql`
      with spans as (
        select member_id, sponsor_id, from_month,
          lead(from_month) over (partition by member_id order by from_month) as until from sponsorships)
      select format('Month %s, member %s: closed below member %s, but the tree has %s above.', card.month,
        ${memberNumber('card.member_id')}, ${memberNumber('card.sponsor_id')}, ${memberNumber('spans.sponsor_id')}) as finding
      from cards card join months on months.month = card.month and closed_at is not null and not closed_externally
      join spans on spans.member_id = card.member_id and spans.from_month <= card.month
        and (spans.until is null or spans.until > card.month)
      where spans.sponsor_id is distinct from card.sponsor_id
        and (card.sponsor_id is not null or exists (select from sponsorships enrolled
          where enrolled.member_id = spans.sponsor_id and enrolled.from_month <= card.month))`,
  },
  {
    findings: sql`
      select format('Member %s is %s, but counts as %s.', member_no, users.status, counted.status) as finding
      from users cross join lateral (
        select status from member_statuses where member_id = users.id order by from_month desc limit 1) counted
      where counted.status <> users.status`,
  },
  {
    findings: sql`
      select format('Month %s is closed, but an earlier one, %s, is not.', closed.month, open.month) as finding
      from months closed join months open on open.month < closed.month
      where closed.closed_at is not null and open.closed_at is null`,
  },
  {
    // Sums of a closed month: month, cards and lines to the cent (docs/plan §13.4). A month before the first member has
    // no cards.
    findings: sql`
      select format('Month %s is not the sum of its cards.', month) as finding
      from months left join (
        select month, count(*) as members, sum(sales_bonus_cents) as sales, sum(level_bonus_cents) as level
          from cards group by month) card using (month)
      where closed_at is not null and not closed_externally and (months.members, months.sales_bonus_cents, months.level_bonus_cents)
        is distinct from (coalesce(card.members, 0), coalesce(card.sales, 0), coalesce(card.level, 0))`,
  },
  {
    findings: sql`
      with closed as (select month from months where closed_at is not null),
      card as (select month, member_id, sales_bonus_cents as sales, level_bonus_cents as level from cards join closed using (month)),
      line as (
        select month, member_id, coalesce(sum(amount_cents) filter (where not is_level), 0) as sales,
          coalesce(sum(amount_cents) filter (where is_level), 0) as level
          from (
            select month, payee_id as member_id, kind = 2 as is_level, amount_cents from bonus_lines
            union all select month, member_id, bonus = 'level', amount_cents from bonus_corrections) booked
          join closed using (month) group by 1, 2)
      select format('Month %s, member %s: lines come to %s and %s cents, the card says %s and %s.', month, ${memberNumber('member_id')},
        coalesce(line.sales, 0), coalesce(line.level, 0), card.sales, card.level) as finding
      from card full join line using (month, member_id)
      where (coalesce(card.sales, 0), coalesce(card.level, 0)) is distinct from (coalesce(line.sales, 0), coalesce(line.level, 0))`,
  },
  {
    // No order costs more than top rate and direct-line rate (docs/plan §13.1); reversals never exceed the posted
    // amount.
    findings: sql`
      select format('Order %s was paid %s cents, more than the plan allows or less than nothing.', order_no, paid) as finding
      from (select counted_order_id, sum(amount_cents) as paid from bonus_lines join months using (month)
             where closed_at is not null or return_id <> 0 group by 1) line
      join counted_orders counted on counted.id = counted_order_id
      join months on months.month = counted.month
      join plans on plans.version = months.plan_version
      where paid < 0 or paid > floor((counted.remaining_cv_cents * (levels -> 8 ->> 'rateBp')::bigint + 5000) / 10000)
        + floor((counted.remaining_cv_cents * direct_line_rate_bp + 5000) / 10000)`,
  },
  {
    findings: sql`
      select format('A bonus line of month %s names order %s or the member with the id %s, which is not there.', month,
        counted_order_id, payee_id) as finding
      from bonus_lines line
      where not exists (select 1 from counted_orders where id = line.counted_order_id)
        or not exists (select 1 from users where id = line.payee_id)
        or (return_id <> 0 and not exists (select 1 from order_returns where id = line.return_id and month = line.month))`,
  },
  {
    findings: sql`
      select format('Month %s, member %s: %s cents were carried in, but %s were carried on before.', card.month,
        ${memberNumber('card.member_id')}, card.opening_cents, coalesce(before.carried_cents, 0)) as finding
      from cards card
      left join cards before on before.member_id = card.member_id
        and before.month = to_char((card.month || '-01')::date - 1, 'YYYY-MM')
      join months on months.month = card.month
      where closed_at is not null and card.opening_cents <> coalesce(before.carried_cents, 0)`,
  },
  {
    findings: sql`
      select format('Month %s, member %s: %s cents are paid out of %s, at least %s are to be.', card.month, ${memberNumber('member_id')},
        payable_cents, opening_cents + total_bonus_cents, minimum_payout_cents) as finding
      from cards card join months using (month)
      where closed_at is not null and payable_cents <> case
        when opening_cents + total_bonus_cents >= greatest(minimum_payout_cents, 1) then opening_cents + total_bonus_cents
        else 0 end`,
  },
  {
    // A correction belongs to a member of its month, and to an order that counts in the month it concerns (docs/plan
    // §8.5).
    findings: sql`
      select format('Correction %s is of member %s, who was enrolled later than in %s.', correction.id, ${memberNumber('correction.member_id')},
        corrected_month) as finding
      from bonus_corrections correction
      where not exists (select from sponsorships edge
        where edge.member_id = correction.member_id and from_month <= corrected_month)
      union all
      select format('Correction %s concerns order %s, which counts in %s and not in %s.', correction.id, order_no,
        counted.month, corrected_month)
      from bonus_corrections correction join counted_orders counted on counted.id = counted_order_id
      where counted.month <> corrected_month
      union all
      select format('Correction %s was booked in %s after that was closed.', correction.id, month)
      from bonus_corrections correction join months using (month) where booked_at > closed_at`,
  },
]

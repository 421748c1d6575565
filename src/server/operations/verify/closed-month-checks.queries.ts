import { sql } from 'kysely'
import { type Check, memberNumber } from './check.queries.ts'

/** Cards of months that were closed here; those of an unfinished close do not count yet. */
const closedCards = sql`(select cards.* from cards join months using (month) where closed_at is not null)`

/** Checks the frozen figures of closed months against their inputs (docs/plan §4.2, §13.3, §13.4). */
export const closedMonthChecks: Check[] = [
  {
    // The part of the plan's maximum that was not paid stays with the company (docs/plan §0.6, §13.1).
    findings: sql`
      with line as (
        select month, count(*) as lines, sum(amount_cents) as cents from bonus_lines where return_id = 0 group by month),
      card as (select month, sum(total_sales_cents) as sales from cards group by month),
      counted as (
        select month, count(*) as orders, sum((month_cv_cents * (levels -> 8 ->> 'rateBp')::bigint + 5000) / 10000
            + (month_cv_cents * direct_line_rate_bp + 5000) / 10000) as most
          from counted_orders join months using (month) join plans on version = plan_version group by month)
      select format('Month %s says %s orders, %s lines, sales of %s and %s cents kept; it comes to %s, %s, %s and %s.',
        month, months.orders, months.lines, total_sales_cents, breakage_cents, coalesce(counted.orders, 0),
        coalesce(line.lines, 0), coalesce(sales, 0), coalesce(most, 0) - coalesce(cents, 0)) as finding
      from months left join line using (month) left join card using (month) left join counted using (month)
      where closed_at is not null and not closed_externally
        and (months.orders, months.lines, total_sales_cents, breakage_cents) is distinct from (coalesce(counted.orders, 0),
          coalesce(line.lines, 0), coalesce(sales, 0), coalesce(most, 0) - coalesce(cents, 0))`,
  },
  {
    // Balances and titles carry over from a month's cards to the next: a month without cards in between would lose
    // them.
    findings: sql`
      select format('Month %s is closed elsewhere, but %s was closed here before.', later.month, max(here.month)) as finding
      from months later join months here on here.month < later.month and here.closed_at is not null
      where later.closed_externally and not here.closed_externally group by later.month`,
  },
  {
    // A later return of an earlier month's order is in the month that booked it.
    findings: sql`
      with volume as (
        select month, member_id, sum(cv) as cv, sum(pv) as pv, coalesce(sum(pv) filter (where customer), 0) as customer_pv
          from (
            select month, member_id, customer, month_cv_cents as cv, month_pv as pv from counted_orders
             where not before_enrollment
            union all
            select back.month, member_id, customer, -back.cv_cents, -back.pv
              from order_returns back join counted_orders counted on counted.id = counted_order_id
             where counted.month <> back.month and not before_enrollment) counted
         group by 1, 2)
      select format('Month %s, member %s: orders come to %s cents, %s PV and %s PV of customers, the card says %s, %s and %s.',
        card.month, ${memberNumber('card.member_id')}, coalesce(volume.cv, 0), coalesce(volume.pv, 0), coalesce(volume.customer_pv, 0),
        card.total_sales_cents, card.personal_pv, card.customer_pv) as finding
      from ${closedCards} card left join volume using (month, member_id)
      where (card.total_sales_cents, card.personal_pv, card.customer_pv) is distinct from
        (coalesce(volume.cv, 0), coalesce(volume.pv, 0), coalesce(volume.customer_pv, 0))`,
  },
  {
    findings: sql`
      select format('Month %s, member %s: the card says %s group PV; member and direct line come to %s.', card.month, ${memberNumber('member_id')},
        group_pv, personal_pv + coalesce(legs.pv, 0)) as finding
      from ${closedCards} card
      left join (select month, sponsor_id, sum(group_pv) as pv from cards where sponsor_id is not null group by 1, 2) legs
        on (legs.month, legs.sponsor_id) = (card.month, card.member_id)
      where group_pv <> personal_pv + coalesce(legs.pv, 0)`,
  },
  {
    // A member who was Active at the end of a closed month stays so in it.
    findings: sql`
      with spans as (
        select member_id, status, from_month, lead(from_month) over (partition by member_id order by from_month) as until
          from member_statuses)
      select format('Month %s, member %s: the card says %s, but the status was %s.', card.month, ${memberNumber('card.member_id')},
        case when active then 'active' else 'not active' end, spans.status) as finding
      from ${closedCards} card
      join spans on spans.member_id = card.member_id and spans.from_month <= card.month
        and (spans.until is null or spans.until > card.month)
      where active <> (spans.status = 'active')`,
  },
  {
    findings: sql`
      select format('Month %s, member %s: the title is %s, with level %s and title %s before.', card.month, ${memberNumber('card.member_id')},
        card.title, card.level, coalesce(before.title, 0)) as finding
      from ${closedCards} card
      left join cards before on before.member_id = card.member_id
        and before.month = to_char((card.month || '-01')::date - 1, 'YYYY-MM')
      where card.title <> greatest(card.level, before.title)`,
  },
  {
    // Recomputes each line from its rates and its order's value (docs/plan §6, §7); its rate is that of the card's
    // level.
    findings: sql`
      select format('Month %s, member %s: the line of order %s is %s cents of %s; its level, rates and order say otherwise.',
        line.month, ${memberNumber('payee_id')}, order_no, amount_cents, line.cv_cents) as finding
      from (select * from bonus_lines where return_id = 0) line
      join months on months.month = line.month and closed_at is not null
      join plans on plans.version = months.plan_version
      join counted_orders counted on counted.id = counted_order_id
      left join cards card on (card.month, card.member_id) = (line.month, payee_id)
      where (line.month, line.cv_cents, line.level) is distinct from (counted.month, counted.month_cv_cents, card.level)
        or rate_bp <> case kind when 1 then direct_line_rate_bp else (levels -> (line.level - 1) ->> 'rateBp')::int end
        or amount_cents <> (line.cv_cents * rate_bp + 5000) / 10000 - (line.cv_cents * covered_bp + 5000) / 10000`,
  },
  {
    findings: sql`
      select format('The %s of %s names the member with the id %s, who is not there.', place, of, named) as finding
      from (
        select 'sponsor tree' as place, member_id::text as of, sponsor_id as named from sponsorships
        union all select 'credit', order_no, member_id from counted_orders
        union all select 'card', month, member_id from cards) reference
      where named is not null and not exists (select from users where id = named)`,
  },
]

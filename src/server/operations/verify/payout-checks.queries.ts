import { sql } from 'kysely'
import { type Check, memberNumber } from './check.queries.ts'

export const payoutChecks: Check[] = [
  {
    // Σ payouts = Σ payable of cards, member by member (docs/plan §13.4, docs/back-office §5).
    findings: sql`
      select format('Payout of month %s, member %s is of %s cents; the card says %s.', coalesce(payouts.month, card.month),
          ${memberNumber('coalesce(payouts.member_id, card.member_id)')}, coalesce(payouts.amount_cents, 0), coalesce(card.payable_cents, 0)) as finding
        from (select payouts.* from payouts join months using (month) where closed_at is not null) payouts
        full join (select month, member_id, payable_cents from cards join months using (month)
            where closed_at is not null and payable_cents > 0) card
          on (card.month, card.member_id) = (payouts.month, payouts.member_id)
       where coalesce(payouts.amount_cents, 0) <> coalesce(card.payable_cents, 0)`,
  },
  {
    findings: sql`
      select format('Payout of month %s, member %s: %s with %s of %s cents paid and %s entries; its entries say %s with %s and %s.',
          payouts.month, ${memberNumber('payouts.member_id')}, payouts.state, payouts.paid_cents, payouts.amount_cents, payouts.entries,
          coalesce(said.state, 'due'), coalesce(said.paid_cents, 0), coalesce(said.entries, 0)) as finding
        from payouts left join (
            select month, member_id, sum(amount_cents) as paid_cents, count(*) as entries,
                case (array_agg(kind order by id desc))[1] when 'released' then 'due' else (array_agg(kind order by id desc))[1] end as state
              from payout_entries group by month, member_id) said
          on (said.month, said.member_id) = (payouts.month, payouts.member_id)
       where (payouts.state, payouts.paid_cents, payouts.entries) is distinct from
         (coalesce(said.state, 'due'), coalesce(said.paid_cents, 0), coalesce(said.entries, 0))`,
  },
  {
    findings: sql`
      select format('Payout of month %s, member %s was sent, and the month is not paid.', month, ${memberNumber('member_id')}) as finding
        from payouts join months using (month) where paid_cents <> 0 and paid_at is null
      union all
      select format('Payout entry %s takes back what was not sent.', entry.id)
        from payout_entries entry where kind = 'failed' and amount_cents <> 0 and amount_cents <> 0 - coalesce((
          select amount_cents from payout_entries paid where (paid.month, paid.member_id) = (entry.month, entry.member_id)
             and paid.id < entry.id and paid.kind = 'paid' order by paid.id desc limit 1), 0)`,
  },
  {
    findings: sql`
      select format('The totals of month %s have %s payouts %s of %s cents; there are %s of %s.', coalesce(kept.month, made.month),
          coalesce(kept.payouts, 0), coalesce(kept.state, made.state), coalesce(kept.amount_cents, 0), coalesce(made.payouts, 0),
          coalesce(made.amount_cents, 0)) as finding
        from payout_totals kept full join (
            select month, state, count(*) as payouts, sum(amount_cents) as amount_cents from payouts group by month, state) made
          on (made.month, made.state) = (kept.month, kept.state)
       where (coalesce(kept.payouts, 0), coalesce(kept.amount_cents, 0)) <> (coalesce(made.payouts, 0), coalesce(made.amount_cents, 0))
      union all
      select format('Member %s was paid %s cents in %s; the entries say %s.',
          ${memberNumber('coalesce(kept.member_id, made.member_id)')},
          coalesce(kept.paid_cents, 0), coalesce(kept.year, made.year), coalesce(made.paid_cents, 0))
        from payout_years kept full join (
            select extract(year from sent_on)::int as year, member_id, sum(amount_cents) as paid_cents
              from payout_entries where amount_cents <> 0 group by 1, 2) made
          on (made.year, made.member_id) = (kept.year, kept.member_id)
       where coalesce(kept.paid_cents, 0) <> coalesce(made.paid_cents, 0)`,
  },
]

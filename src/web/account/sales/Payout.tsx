import type { SalesDetail } from '#contract/compensation/sales.ts'
import { paths } from '#web/api/paths.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { payoutLabel, payoutNote } from './payout-note.ts'
import { type MonthQuery, salesPaths } from './sales-paths.ts'

type PayoutProps = {
  payout: NonNullable<SalesDetail['payout']>
  bonus: number
  month: MonthQuery
  isMonthPaid: boolean
}

/** Payout of a closed month's bonus: carried in + bonus = paid out + carried over. */
export function Payout({ payout, bonus, month, isMonthPaid }: PayoutProps) {
  const note = payoutNote(payout.state, isMonthPaid)
  return (
    <div className="border-t border-hairline px-5 py-4 sm:px-7">
      <dl className="figures grid gap-y-1.5 text-note sm:flex sm:flex-wrap sm:gap-x-8">
        <Entry label="Brought forward" value={payout.opening} />
        <Entry label="Total bonus" value={bonus} />
        <Entry label={payoutLabel(payout.state)} value={payout.payable} strong />
        <Entry label="Carried forward" value={payout.carried} />
      </dl>
      {note !== undefined && <p className="pt-2 text-note">{note}</p>}
      {payout.carried !== 0 && (
        <p className="pt-2 text-note text-muted">
          {payout.carried < 0
            ? 'A negative balance carries over to next month. You don’t have to pay it.'
            : 'Amounts too small to pay out carry over to next month.'}
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-1 pt-3">
        <PageLink to={salesPaths.statement(month)} className="tap-target text-link">
          Monthly statement
        </PageLink>
        {payout.state !== null && (
          <PageLink to={paths.accountPayouts} className="tap-target text-link">
            My Payouts
          </PageLink>
        )}
      </p>
    </div>
  )
}

const Entry = ({ label, value, strong }: { label: string; value: number; strong?: boolean }) => (
  <div className="flex justify-between gap-2 sm:justify-start">
    <dt className="text-muted">{label}</dt>
    <dd className={strong ? 'font-[580]' : ''}>
      <Money value={value} />
    </dd>
  </div>
)

import type { ReactNode } from 'react'
import { formatDollars } from '#domain/money/money.ts'
import type { Preview } from './month-labels.ts'

type Sums = Preview['sums']

const formatCount = (value: number): string => value.toLocaleString('en-US')
/** One decimal. */
const formatShare = (part: number, total: number): string =>
  total <= 0 ? '–' : `${((100 * part) / total).toFixed(1)}%`

/** Figures of a month, most important first. */
export function MonthFigures({ sums }: { sums: Sums }) {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-4">
        <Figure name="To be paid out" note={`to ${formatCount(sums.payees)} of ${formatCount(sums.members)} members`}>
          {formatDollars(sums.payable)}
        </Figure>
        <Figure name="Bonuses" note={`${formatShare(sums.total_bonus, sums.total_sales)} of counted volume`}>
          {formatDollars(sums.total_bonus)}
        </Figure>
        <Figure name="Counted volume" note={`${formatCount(sums.orders)} orders`}>
          {formatDollars(sums.total_sales)}
        </Figure>
        <Figure name="Unclaimed bonuses" note="of the maximum payable">
          {formatDollars(sums.breakage)}
        </Figure>
      </dl>
      <p className="text-small break-words text-muted">
        Sales bonus {formatDollars(sums.sales_bonus)} and level bonus {formatDollars(sums.level_bonus)} in{' '}
        {formatCount(sums.lines)} lines; plan {sums.plan_version}; amounts under {formatDollars(sums.minimum_payout)}{' '}
        carry over. Inputs <code className="break-all">{sums.inputs_hash.slice(0, 16)}…</code>
      </p>
    </div>
  )
}

const Figure = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures display text-title">{children}</dd>
    <dd className="text-small text-muted">{note}</dd>
  </div>
)

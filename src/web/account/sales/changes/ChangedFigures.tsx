import type { ReactNode } from 'react'
import type { Difference } from '#contract/compensation/sales-changes.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Level } from '../Level.tsx'
import { BeforeAfter } from './BeforeAfter.tsx'
import { Direction } from './Direction.tsx'
import { SignedValue } from './SignedValue.tsx'

const amounts = [
  ['total_sales', 'Total sales'],
  ['sales_bonus', 'Sales bonus'],
  ['level_bonus', 'Level bonus'],
  ['total_bonus', 'Total bonus'],
] as const

/** Previous and current value of each figure of the card, with the difference. */
export const ChangedFigures = ({ difference: { before, after, change } }: { difference: Difference }) => (
  <ul className="grid">
    <Row
      name="Level"
      change={
        before.sales_level === after.sales_level ? undefined : (
          <Direction from={before.sales_level} to={after.sales_level} />
        )
      }
      from={<Level level={before.sales_level} name={before.level_name} />}
      to={<Level level={after.sales_level} name={after.level_name} />}
    />
    <Row
      name="Total PV"
      change={change.total_pv === 0 ? undefined : <SignedValue value={change.total_pv} unit="pv" />}
      from={<Pv points={before.total_pv} />}
      to={<Pv points={after.total_pv} />}
    />
    {amounts.map(([figure, name]) => (
      <Row
        key={figure}
        name={name}
        change={change[figure] === 0 ? undefined : <SignedValue value={change[figure]} unit="money" />}
        from={<Money value={before[figure]} />}
        to={<Money value={after[figure]} />}
      />
    ))}
  </ul>
)

/** `change` is undefined when the figure is unchanged. */
type RowProps = { name: string; change: ReactNode | undefined; from: ReactNode; to: ReactNode }

const Row = ({ name, change, from, to }: RowProps) => (
  <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-t border-hairline py-2.5 first:border-t-0 first:pt-0 last:border-ink last:font-[580]">
    <span>{name}</span>
    <span className="text-right">{change ?? <span className="font-[400] text-muted">Unchanged</span>}</span>
    <span className="figures col-span-2 text-note font-[400] text-muted">
      {change === undefined ? to : <BeforeAfter from={from} to={to} />}
    </span>
  </li>
)

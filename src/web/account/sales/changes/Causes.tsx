import type { ReactNode } from 'react'
import type { Difference, OrderCause } from '#contract/compensation/sales-changes.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { correctionFacts, correctionTitle } from '../explanation/correction-labels.ts'
import { lineTitle } from '../explanation/line-labels.ts'
import { Result } from '../explanation/Result.tsx'
import { depthLabel } from '../figures.ts'
import { Level } from '../Level.tsx'
import { BeforeAfter } from './BeforeAfter.tsx'
import { bonusLabel, causeFacts, causeNote, statusFacts, statusLabel } from './change-labels.ts'
import { Direction } from './Direction.tsx'
import { SignedValue } from './SignedValue.tsx'

/** All causes of the difference; with the remaining orders they add up to the change of the total bonus. */
export const Causes = ({ difference }: { difference: Difference }) => {
  const {
    orders,
    further_orders,
    corrections,
    further_corrections,
    statuses,
    further_statuses,
    levels,
    further_levels,
    remainder,
    change,
  } = difference
  return (
    <>
      {orders.length > 0 && (
        <Part title="Orders">
          {orders.map((order) => (
            <OrderItem key={`${order.order_no} ${order.changed_at}`} order={order} />
          ))}
          {further_orders && (
            <Item
              title={`${formatWhole(further_orders.count)} more ${further_orders.count === 1 ? 'order' : 'orders'}`}
              figure={<SignedValue value={further_orders.total_bonus} unit="money" />}
            >
              <p>
                <SignedValue value={further_orders.pv} unit="pv" /> · {bonusLabel(further_orders)}
              </p>
            </Item>
          )}
        </Part>
      )}
      {corrections.length > 0 && (
        <Part title="Corrections">
          {corrections.map((correction) => (
            <Item
              key={`${correction.booked_at} ${correction.amount} ${correction.reason}`}
              title={correctionTitle(correction)}
              figure={<SignedValue value={correction.amount} unit="money" />}
            >
              <p>{correctionFacts(correction)}</p>
              <p className="text-ink">{correction.reason}</p>
            </Item>
          ))}
          {further_corrections && (
            <Item
              title={`${formatWhole(further_corrections.count)} more ${further_corrections.count === 1 ? 'correction' : 'corrections'}`}
              figure={<SignedValue value={further_corrections.total_bonus} unit="money" />}
            >
              <p>{bonusLabel(further_corrections)}</p>
            </Item>
          )}
        </Part>
      )}
      {statuses.length > 0 && (
        <Part title="Statuses">
          {statuses.map((status) => (
            <Item key={status.member.member_no} title={memberName(status.member)}>
              <p className="text-ink">{statusLabel(status)}</p>
              <p>{statusFacts(status)}</p>
            </Item>
          ))}
          <More count={further_statuses} what="to statuses" />
        </Part>
      )}
      {levels.length > 0 && (
        <Part title="Levels">
          {levels.map(({ member, from, from_name, to, to_name }) => (
            <Item key={member.member_no} title={memberName(member)} figure={<Direction from={from} to={to} />}>
              <p className="text-ink">
                <BeforeAfter from={<Level level={from} name={from_name} />} to={<Level level={to} name={to_name} />} />
              </p>
              {member.depth > 0 && <p>{depthLabel(member.depth)}</p>}
            </Item>
          ))}
          <More count={further_levels} what="to levels" />
        </Part>
      )}
      {remainder.sales_bonus !== 0 || remainder.level_bonus !== 0 ? (
        <Part title="Earlier orders">
          <Item title="At different rates" figure={<SignedValue value={remainder.total_bonus} unit="money" />}>
            <p>{bonusLabel(remainder)}</p>
            <p>The orders are the same, but levels or statuses changed, and with them what the orders pay you.</p>
          </Item>
        </Part>
      ) : null}
      <Result label="Total change">
        <SignedValue value={change.total_bonus} unit="money" />
      </Result>
    </>
  )
}

const OrderItem = ({ order }: { order: OrderCause }) => (
  <Item title={lineTitle(order)} figure={<SignedValue value={order.total_bonus} unit="money" />}>
    <p>{causeFacts(order)}</p>
    <p>
      <SignedValue value={order.pv} unit="pv" /> · {bonusLabel(order)}
    </p>
    {order.reversal_of && <p>{causeNote(order)}</p>}
  </Item>
)

const memberName = ({ depth, name }: { depth: number; name: string }): string => (depth === 0 ? 'You' : name)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4">
    <h3 className="border-b border-hairline pb-2 font-[560]">{title}</h3>
    <ul className="grid gap-4">{children}</ul>
  </section>
)

const Item = ({ title, figure, children }: { title: string; figure?: ReactNode; children: ReactNode }) => (
  <li className="grid gap-0.5">
    <p className="flex items-baseline justify-between gap-6">
      <span className="min-w-0 break-words">{title}</span>
      {figure}
    </p>
    <div className="text-note text-muted">{children}</div>
  </li>
)

const More = ({ count, what }: { count: number; what: string }) =>
  count > 0 && (
    <li className="text-note text-muted">
      And {formatWhole(count)} more {count === 1 ? 'change' : 'changes'} {what}.
    </li>
  )

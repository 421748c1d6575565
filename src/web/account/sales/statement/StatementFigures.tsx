import type { ReactNode } from 'react'
import { monthName } from '#contract/compensation/month-labels.ts'
import type { Statement } from '#contract/compensation/statement.ts'
import { carriedLabel, conditionLabel, levelName } from '#contract/compensation/statement-labels.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { computeStatementConditions, computeStatementSums } from '#domain/compensation/statement/statement-sums.ts'
import { cx } from '#web/ui/cx.ts'
import { formatRate } from '../figures.ts'
import { Gem } from '../Gem.tsx'
import { CentsText } from './CentsText.tsx'
import { PvText } from './PvText.tsx'

/** The member, the level with every condition, and the sum of the figures. */
export const StatementFigures = ({ statement }: { statement: Statement }) => (
  <section
    aria-label={`Statement for ${monthName(statement.month)}`}
    className="rounded-card border border-hairline bg-raised print:border-0"
  >
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 p-5 sm:grid-cols-2 sm:p-7 print:grid-cols-2 print:px-0">
      <div>
        <p className="display text-title">{monthName(statement.month)}</p>
        <p className="mt-1 font-[560] break-words">{statement.member.name}</p>
        <p className="text-note text-muted">
          Member {statement.member.member_no} · closed {formatOrderDay(statement.closed_at)}
        </p>
      </div>
      <LevelReached statement={statement} />
    </div>
    <div className="grid grid-cols-1 gap-x-8 border-t border-hairline px-5 py-4 sm:grid-cols-2 sm:px-7 sm:py-6 print:grid-cols-2 print:px-0">
      <Volumes statement={statement} />
      <Bonuses statement={statement} />
    </div>
  </section>
)

function LevelReached({ statement }: { statement: Statement }) {
  const { card, member, plan } = statement
  const rateBp = plan.levels[card.level - 1]?.rate_bp ?? 0
  const conditions = computeStatementConditions(statement, card.level).flatMap(
    (condition) => conditionLabel(statement, condition) ?? [],
  )
  return (
    <div className="flex items-start gap-4">
      <Gem level={card.level} className="size-12 shrink-0" />
      <div className="min-w-0">
        <p className="font-[560]">
          {levelName(statement, card.level)}
          {member.active && ` at ${formatRate(rateBp)}`}
        </p>
        <ul className="text-note text-muted">
          {conditions.map((label) => (
            <li key={label}>{label}</li>
          ))}
          {!member.active && <li>Not active at the end of the month, so no bonus was earned.</li>}
        </ul>
      </div>
    </div>
  )
}

function Volumes({ statement }: { statement: Statement }) {
  const { card } = statement
  return (
    <dl>
      <Row label="Personal PV">
        <PvText points={card.personal_pv} />
      </Row>
      <Row label="PV of the legs">
        <PvText points={computeStatementSums(statement).legsPv} />
      </Row>
      <Row label="Group PV" sum>
        <PvText points={card.group_pv} />
      </Row>
      <Row label="Personal PV from customers">
        <PvText points={card.customer_pv} />
      </Row>
      <Row label="Total sales">
        <CentsText value={card.total_sales_cents} />
      </Row>
    </dl>
  )
}

function Bonuses({ statement }: { statement: Statement }) {
  const { card } = statement
  const sums = computeStatementSums(statement)
  return (
    <dl className="max-sm:mt-4 max-sm:border-t max-sm:border-hairline max-sm:pt-4">
      <Part label="Personal sales" value={sums.ownSaleCents} />
      <Part label="Direct line" value={sums.directLineCents} />
      <Part label="Reversed" value={sums.salesReversedCents} />
      <Part label="Corrections" value={sums.salesCorrectedCents} />
      <Row label="Sales bonus" sum>
        <CentsText value={card.sales_bonus_cents} />
      </Row>
      <Part label="Differential" value={sums.differentialCents} />
      <Part label="Reversed" value={sums.levelReversedCents} />
      <Part label="Corrections" value={sums.levelCorrectedCents} />
      <Row label="Level bonus" sum>
        <CentsText value={card.level_bonus_cents} />
      </Row>
      <Row label="Total bonus" sum>
        <CentsText value={card.total_bonus_cents} />
      </Row>
      <Row label="Brought forward">
        <CentsText value={card.opening_cents} />
      </Row>
      <Row label="To be paid out" sum>
        <CentsText value={card.payable_cents} />
      </Row>
      <Row label={carriedLabel(statement)}>
        <CentsText value={card.carried_cents} />
      </Row>
    </dl>
  )
}

const Part = ({ label, value }: { label: string; value: number }) =>
  value === 0 ? null : (
    <Row label={label}>
      <CentsText value={value} />
    </Row>
  )

const Row = ({ label, sum, children }: { label: string; sum?: boolean; children: ReactNode }) => (
  <div
    className={cx(
      'figures flex flex-wrap items-baseline justify-between gap-x-6 py-1',
      sum && 'mt-1 border-t border-ink pt-1.5 font-[580]',
    )}
  >
    <dt className={sum ? '' : 'text-muted'}>{label}</dt>
    <dd className="ml-auto text-right">{children}</dd>
  </div>
)

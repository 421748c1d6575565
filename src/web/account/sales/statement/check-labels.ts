import type { Statement } from '#contract/compensation/statement.ts'
import { levelName } from '#contract/compensation/statement-labels.ts'
import type { CheckedFigure, StatementCheck } from '#domain/compensation/statement/statement-check.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { formatRate } from '../figures.ts'

type Unit = 'cents' | 'count' | 'level' | 'rate' | 'checksum'

const figureLabels: Record<CheckedFigure, { name: string; unit: Unit }> = {
  personal_pv: { name: 'Personal PV', unit: 'count' },
  customer_pv: { name: 'Customer PV', unit: 'count' },
  group_pv: { name: 'Group PV', unit: 'count' },
  total_sales: { name: 'Total sales', unit: 'cents' },
  level: { name: 'Level', unit: 'level' },
  next_legs: { name: 'Legs for the next level', unit: 'count' },
  title: { name: 'Highest level so far', unit: 'level' },
  sales_bonus: { name: 'Sales bonus', unit: 'cents' },
  level_bonus: { name: 'Level bonus', unit: 'cents' },
  total_bonus: { name: 'Total bonus', unit: 'cents' },
  opening: { name: 'Brought forward', unit: 'cents' },
  payable: { name: 'To be paid out', unit: 'cents' },
  carried: { name: 'Carried forward', unit: 'cents' },
  own_sale: { name: 'Personal sale', unit: 'cents' },
  leg_direct_line: { name: 'Direct line', unit: 'cents' },
  leg_differential: { name: 'Differential', unit: 'cents' },
  line_rate: { name: 'Rate', unit: 'rate' },
  line_covered: { name: 'Rate already paid', unit: 'rate' },
  line_amount: { name: 'Amount', unit: 'cents' },
  reversal_posted: { name: 'Paid before the return', unit: 'cents' },
  reversal_due: { name: 'Due after the return', unit: 'cents' },
  reversal_amount: { name: 'Reversed', unit: 'cents' },
  checksum: { name: 'Checksum', unit: 'checksum' },
}

/** `Total bonus`, or for an order or a leg `Personal sale, order O1`. */
export function checkName({ figure, subject: of }: StatementCheck): string {
  const { name } = figureLabels[figure]
  if (of === undefined) return figure.startsWith('leg_') ? `${name}, legs not listed` : name
  return figure.startsWith('leg_') ? `${name}, leg of ${of}` : `${name}, order ${of}`
}

/** Formats a stated or recomputed value as the statement does. */
export function checkValue({ figure }: StatementCheck, value: number, statement: Pick<Statement, 'plan'>): string {
  switch (figureLabels[figure].unit) {
    case 'cents':
      // Sums of a foreign file may exceed the range of exact cents.
      return Number.isSafeInteger(value) ? formatCents(cents(value)) : formatWhole(value / 100)
    case 'level':
      return levelName(statement, value)
    case 'rate':
      return formatRate(value)
    case 'checksum':
      return value.toString(16).padStart(8, '0')
    case 'count':
      return formatWhole(value)
  }
}

/** Figures checked once per order, leg or line are reported as a count. */
const countedGroups: [name: string, figures: CheckedFigure[]][] = [
  ['Personal sales, order by order', ['own_sale']],
  ['Legs: direct line and differential', ['leg_direct_line', 'leg_differential']],
  ['Lines: rate, rate already paid, amount', ['line_rate', 'line_covered', 'line_amount']],
  ['Reversed: paid before, due after, amount', ['reversal_posted', 'reversal_due', 'reversal_amount']],
]

export type CheckGroup = { name: string; count: number; agree: number }

/** Lists the card's figures one by one, the others in groups, and everything that differs. */
export function sortChecks(checks: readonly StatementCheck[]) {
  const single = checks.filter(({ figure }) => !countedGroups.some(([, group]) => group.includes(figure)))
  const groups = countedGroups
    .map(([name, group]): CheckGroup => {
      const matching = checks.filter(({ figure }) => group.includes(figure))
      return { name, count: matching.length, agree: matching.filter(({ agrees }) => agrees).length }
    })
    .filter(({ count }) => count > 0)
  const wrong = checks.filter(({ agrees }) => !agrees)
  return { single, groups, wrong, groupedDifferences: wrong.filter((check) => !single.includes(check)) }
}

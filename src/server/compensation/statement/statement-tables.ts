import { monthName } from '#contract/compensation/month-labels.ts'
import type { Statement } from '#contract/compensation/statement.ts'
import { correctedBonusNames, formatRate, levelName, lineKindNames } from '#contract/compensation/statement-labels.ts'
import { dayFormat } from '#contract/orders/labels.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import type { Table } from '#server/platform/pdf/table.ts'

/** Maximum rows of a printed table: about six pages. The file has more. */
const MAX_ROWS = 200

const money = (value: number): string => formatCents(cents(value))
const formatDay = (instant: string): string => dayFormat.format(new Date(instant))
const formatPerson = ({ name, member_no }: { name: string; member_no: string }): string =>
  name === '' ? member_no : `${name} (${member_no})`

/** The details of the figures; tables without rows are omitted. */
export const buildStatementTables = (statement: Statement): Table[] =>
  [
    buildDirectLineTable,
    buildPersonalOrderTable,
    buildPersonalReturnTable,
    buildLineTable,
    buildReversalTable,
    buildCorrectionTable,
  ]
    .map((buildTable) => buildTable(statement))
    .filter(({ rows, remark }) => rows.length > 0 || remark !== undefined)

/** The first rows, and a remark about the omitted ones. */
function limitRows(rows: string[][], further: number, suffix: string): Pick<Table, 'rows' | 'remark'> {
  const more = Math.max(0, rows.length - MAX_ROWS) + further
  if (more === 0) return { rows }
  return { rows: rows.slice(0, MAX_ROWS), remark: `${formatWhole(more)} more ${suffix}` }
}
const IN_FILE = 'are not printed here but are included in the totals above. The JSON file of this statement has more.'

const buildDirectLineTable = (statement: Statement): Table => ({
  title: 'Direct line',
  columns: [
    { head: 'Member', at: 54, width: 180 },
    { head: 'Level', at: 242, width: 100 },
    { head: 'Group PV', at: 400, figures: true },
    { head: 'Direct line', at: 478, figures: true },
    { head: 'Differential', at: 558, figures: true },
  ],
  ...limitRows(
    statement.legs.map((leg) => [
      formatPerson(leg),
      leg.active ? levelName(statement, leg.level) : 'Not active',
      formatWhole(leg.group_pv),
      money(leg.direct_line_cents),
      money(leg.differential_cents),
    ]),
    statement.further_legs?.count ?? 0,
    `legs ${IN_FILE}`,
  ),
})

const buildPersonalOrderTable = ({ orders, further_orders }: Statement): Table => ({
  title: 'Personal orders',
  columns: [
    { head: 'Order', at: 54, width: 120 },
    { head: 'Completed', at: 182, width: 110 },
    { head: 'Bought by', at: 300, width: 90 },
    { head: 'Counts', at: 432, figures: true },
    { head: 'PV', at: 488, figures: true },
    { head: 'Personal sale', at: 558, figures: true },
  ],
  ...limitRows(
    orders.map((order) => [
      order.order_no,
      formatDay(order.completed_at),
      order.customer ? 'a customer' : 'yourself',
      money(order.cv_cents),
      formatWhole(order.pv),
      money(order.own_sale_cents),
    ]),
    further_orders?.count ?? 0,
    `orders ${IN_FILE}`,
  ),
})

const buildPersonalReturnTable = ({ returns, further_returns }: Statement): Table => ({
  title: 'Returns of orders from earlier months',
  columns: [
    { head: 'Order', at: 54, width: 120 },
    { head: 'Returned', at: 182, width: 110 },
    { head: 'Counted in', at: 300, width: 110 },
    { head: 'Counts', at: 488, figures: true },
    { head: 'PV', at: 558, figures: true },
  ],
  ...limitRows(
    returns.map((row) => [
      row.order_no,
      formatDay(row.returned_at),
      monthName(row.order_month),
      money(row.cv_cents),
      formatWhole(row.pv),
    ]),
    further_returns?.count ?? 0,
    `returns ${IN_FILE}`,
  ),
})

const LINE_COLUMNS: Table['columns'] = [
  { head: 'Order', at: 54, width: 70 },
  { head: 'By', at: 130, width: 118 },
  { head: 'Kind', at: 254, width: 62 },
  { head: 'Value', at: 368, figures: true },
  { head: 'Rate', at: 404, figures: true },
  { head: 'Already paid', at: 414, width: 88 },
  { head: 'Amount', at: 558, figures: true },
]

const toLineCells = (
  line: NonNullable<Statement['lines']>[number] | Statement['reversals'][number],
  value: number,
): string[] => [
  line.order_no,
  line.credited.depth === 0 ? 'you' : formatPerson(line.credited),
  lineKindNames[line.kind],
  money(value),
  formatRate(line.rate_bp),
  line.covered_bp === 0 ? '' : `${formatRate(line.covered_bp)} ${line.covered_by?.name ?? ''}`,
  money(line.amount_cents),
]

function buildLineTable({ lines: entries }: Statement): Table {
  const table = { title: 'Lines of orders below you', columns: LINE_COLUMNS }
  if (!entries)
    return {
      ...table,
      rows: [],
      remark: 'There are too many to list; the direct line above shows what each leg contributed.',
    }
  return {
    ...table,
    ...limitRows(
      entries.map((line) => toLineCells(line, line.value_cents)),
      0,
      `lines ${IN_FILE}`,
    ),
  }
}

const buildReversalTable = ({ reversals: entries, further_reversals }: Statement): Table => ({
  title: 'Reversed bonuses from earlier months',
  columns: LINE_COLUMNS,
  ...limitRows(
    entries.map((line) => toLineCells(line, line.remaining_cents - line.before_cents)),
    further_reversals?.count ?? 0,
    `lines ${IN_FILE}`,
  ),
})

const buildCorrectionTable = ({ corrections: entries = [], further_corrections }: Statement): Table => ({
  title: 'Corrections',
  columns: [
    { head: 'For', at: 54, width: 90 },
    { head: 'Order', at: 150, width: 60 },
    { head: 'Bonus', at: 216, width: 70 },
    { head: 'Reason', at: 292, width: 190 },
    { head: 'Amount', at: 558, figures: true },
  ],
  ...limitRows(
    entries.map((correction) => [
      monthName(correction.corrected_month),
      correction.order_no ?? '',
      correctedBonusNames[correction.bonus],
      correction.reason,
      money(correction.amount_cents),
    ]),
    further_corrections?.count ?? 0,
    `corrections ${IN_FILE}`,
  ),
})

import { monthName } from '#contract/compensation/month-labels.ts'
import type { Statement } from '#contract/compensation/statement.ts'
import { carriedLabel, conditionLabel, formatRate, levelName } from '#contract/compensation/statement-labels.ts'
import { dayFormat } from '#contract/orders/labels.ts'
import { computeStatementConditions, computeStatementSums } from '#domain/compensation/statement/statement-sums.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import {
  addPage,
  BOTTOM,
  COLUMN_WIDTH,
  type DocumentSettings,
  drawRule,
  INK,
  LEFT,
  LINE,
  MUTED,
  note,
  RIGHT,
  SECOND_COLUMN,
  type Sheet,
  strong,
  text,
  writeColumn,
  writeLetterhead,
  writeSheets,
} from '#server/platform/pdf/sheet.ts'
import { writeTable } from '#server/platform/pdf/table.ts'
import { buildStatementTables } from './statement-tables.ts'

const LEFT_END = LEFT + COLUMN_WIDTH
const ROW = 16
const money = (value: number): string => formatCents(cents(value))

/** A closed month as a PDF: how the figures add up first, then their details. Byte-for-byte reproducible. */
export function writeStatement(
  statement: Statement,
  settings: DocumentSettings,
  { compress = true } = {},
): Promise<Buffer> {
  const title = `Statement ${statement.month} of ${statement.member.member_no}`
  const properties = {
    title,
    author: settings.get('shop_name'),
    createdAt: new Date(statement.closed_at),
    compress,
    brand: settings.brand(),
  }
  return writeSheets(properties, async (sheet) => {
    writeLetterhead(sheet, settings, {
      title: 'Statement',
      facts: [
        ['Month', monthName(statement.month)],
        ['Member', statement.member.member_no],
        ['Closed', dayFormat.format(new Date(statement.closed_at))],
        ['At its end', statement.member.active ? 'Active' : 'Not active'],
      ],
    })
    writeMember(sheet, statement)
    writeFigures(sheet, statement)
    for (const table of buildStatementTables(statement)) await writeTable(sheet, table)
    writeProof(sheet, statement)
  })
}

function writeMember(sheet: Sheet, statement: Statement): void {
  const { pen, y } = sheet
  const { member, card, plan } = statement
  const rate = member.active ? (plan.levels[card.level - 1]?.rate_bp ?? 0) : 0
  pen.write('For', LEFT, y, note)
  const leftY = writeColumn(sheet, LEFT, y + LINE, [member.name], strong)
  pen.write('Level', SECOND_COLUMN, y, note)
  const level = [levelName(statement, card.level), member.active ? `at ${formatRate(rate)}` : 'without a rate']
  let rightY = writeColumn(sheet, SECOND_COLUMN, y + LINE, [level.join(' ')], strong)
  const conditions = computeStatementConditions(statement, card.level).flatMap(
    (condition) => conditionLabel(statement, condition) ?? [],
  )
  rightY = writeColumn(sheet, SECOND_COLUMN, rightY, conditions, note)
  sheet.y = Math.max(leftY, rightY) + 20
}

type Row = [label: string, value: string, look?: 'sum']

/** Points and sales on the left, what they paid on the right: each sum below its parts. */
function writeFigures(sheet: Sheet, statement: Statement): void {
  const { card } = statement
  const sums = computeStatementSums(statement)
  const toRows = (rows: [label: string, value: number][]): Row[] =>
    rows.filter(([, value]) => value !== 0).map(([label, value]) => [label, money(value)])
  const top = sheet.y
  writeRows(sheet, LEFT, LEFT_END, [
    ['Personal PV', formatWhole(card.personal_pv)],
    ['PV of the legs', formatWhole(sums.legsPv)],
    ['Group PV', formatWhole(card.group_pv), 'sum'],
    ['Personal PV from customers', formatWhole(card.customer_pv)],
    ['Total sales', money(card.total_sales_cents)],
  ])
  const leftY = sheet.y
  sheet.y = top
  writeRows(sheet, SECOND_COLUMN, RIGHT, [
    ...toRows([
      ['Personal sales', sums.ownSaleCents],
      ['Direct line', sums.directLineCents],
      ['Reversed', sums.salesReversedCents],
      ['Corrections', sums.salesCorrectedCents],
    ]),
    ['Sales bonus', money(card.sales_bonus_cents), 'sum'],
    ...toRows([
      ['Differential', sums.differentialCents],
      ['Reversed', sums.levelReversedCents],
      ['Corrections', sums.levelCorrectedCents],
    ]),
    ['Level bonus', money(card.level_bonus_cents), 'sum'],
    ['Total bonus', money(card.total_bonus_cents), 'sum'],
    ['Brought forward', money(card.opening_cents)],
    ['To be paid out', money(card.payable_cents), 'sum'],
    [carriedLabel(statement), money(card.carried_cents)],
  ])
  sheet.y = Math.max(leftY, sheet.y) + 18
}

function writeRows(sheet: Sheet, from: number, to: number, rows: readonly Row[]): void {
  const { pen, doc } = sheet
  for (const [label, value, style] of rows) {
    const isSum = style === 'sum'
    if (isSum) {
      doc.moveTo(from, sheet.y).lineTo(to, sheet.y).lineWidth(0.6).strokeColor(INK).stroke()
      sheet.y += 3
    }
    pen.write(label, from, sheet.y, isSum ? strong : { ...text, color: MUTED })
    pen.writeRight(value, to, sheet.y, isSum ? strong : text)
    sheet.y += ROW
  }
}

/** Hashes of the figures' inputs, for verifying that they are unchanged. */
function writeProof(sheet: Sheet, { plan, inputs_hash, checksum }: Statement): void {
  const lines = [
    `Compensation plan version ${plan.version}, from ${monthName(plan.first_month)} on. Checksum of this statement: ${checksum}.`,
    `SHA-256 of the month’s inputs: ${inputs_hash}`,
    'The statement page in your account can recalculate every figure, including from the JSON file.',
  ]
  if (sheet.y + lines.length * LINE + 16 > BOTTOM) addPage(sheet)
  drawRule(sheet, INK)
  sheet.y += 10
  for (const line of lines) {
    sheet.pen.write(line, LEFT, sheet.y, note)
    sheet.y += LINE
  }
}

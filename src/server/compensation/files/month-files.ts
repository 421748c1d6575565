import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Month } from '#domain/calendar/month.ts'
import { runMonth } from '#domain/compensation/month/run-month.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { type Cents, formatPlainDollars } from '#domain/money/money.ts'
import { type CsvWriter, csvCell, writeCsv } from '#server/platform/csv/write-csv.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { findMonth } from '../close/month-input.queries.ts'
import { buildIndexById, readMonth } from '../close/month-input.ts'
import {
  type LineHandler,
  readCards,
  readCorrections,
  readLines,
  readMemberNumbers,
  readOrderNumbers,
  readReversals,
} from './month-files.queries.ts'

const CARDS_HEADER =
  'month,member_no,level,personal_pv,customer_pv,group_pv,total_sales,sales_bonus,level_bonus,total_bonus'
const LINES_HEADER = 'month,order_no,payee_no,kind,credited_no,depth,cv,rate_bp,covered_bp,amount'

export type WrittenMonth = { cards: number; lines: number; totalBonusCents: number }
type OnProgress = (stage: string, done: number) => void

/**
 * Writes `cards.csv` and `lines.csv` of a month into a folder, which it creates (docs/product §9): the frozen
 * figures of a closed month, or the current preview of an open one. Files appear only when they are complete.
 * Undefined, and nothing written, for a month that was closed in an older system.
 */
export async function writeMonthFiles(
  connection: Connection,
  month: Month,
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<WrittenMonth | undefined> {
  const monthRow = await findMonth(connection.db, month)
  if (monthRow?.closed_externally) return undefined
  await mkdir(folder, { recursive: true })
  const write = monthRow?.closed_at ? writeClosed : writeProvisional
  return writeCsv(join(folder, 'cards.csv'), CARDS_HEADER, (cards) =>
    writeCsv(join(folder, 'lines.csv'), LINES_HEADER, async (lines) => {
      const totalBonusCents = await write(connection, month, { cards, lines, onProgress })
      return { cards: cards.rows(), lines: lines.rows(), totalBonusCents }
    }),
  )
}

type Files = { cards: CsvWriter; lines: CsvWriter; onProgress: OnProgress }

async function writeProvisional(connection: Connection, month: Month, files: Files): Promise<number> {
  const stored = await readMonth(connection, month)
  const { plan, input, memberIds, orderIds } = stored
  const members = await readMemberNumbers(connection, buildIndexById(memberIds), csvCell)
  const orders = await readOrderNumbers(connection, month, orderIds, csvCell)
  const slices = runMonth(plan, input)
  let step = slices.next()
  for (; !step.done; step = slices.next()) {
    const { lines, stage, done } = step.value
    files.onProgress(stage, done)
    if (!lines) continue
    for (let n = 0; n < lines.order.length; n++) {
      const order = lines.order[n] as number
      files.lines.add(
        `${month},${orders[order]},${members[lines.payee[n] as number]},${LINE_KINDS[lines.kind[n] as number]},` +
          `${members[input.orders.credited[order] as number]},${lines.depth[n]},` +
          `${formatPlainDollars(input.orders.cvCents[order] as Cents)},${lines.rateBp[n]},${lines.coveredBp[n]},` +
          formatPlainDollars(lines.amountCents[n] as Cents),
      )
    }
    await files.lines.drained()
  }
  await readReversals(connection, month, createLineWriter(month, files.lines), files.lines.drained)
  await writeCorrections(connection, month, files.lines)

  const { cards } = step.value
  for (let index = 0; index < memberIds.length; index++) {
    files.cards.add(
      `${month},${members[index]},${cards.level[index]},${cards.personalPv[index]},${cards.customerPv[index]},` +
        `${cards.groupPv[index]},${formatPlainDollars(cards.totalSalesCents[index] as Cents)},` +
        `${formatPlainDollars(cards.salesBonusCents[index] as Cents)},${formatPlainDollars(cards.levelBonusCents[index] as Cents)},` +
        formatPlainDollars(cards.totalBonusCents[index] as Cents),
    )
    if (index % 10_000 === 0) await files.cards.drained()
  }
  return cards.totalBonusCents.reduce((sum, cents) => sum + cents, 0)
}

async function writeClosed(connection: Connection, month: Month, files: Files): Promise<number> {
  let sum = 0
  await readCards(connection, month, (card, index) => {
    sum += card.totalBonusCents
    files.cards.add(
      `${month},${csvCell(card.memberNo)},${card.level},${card.personalPv},${card.customerPv},${card.groupPv},` +
        `${formatPlainDollars(card.totalSalesCents as Cents)},${formatPlainDollars(card.salesBonusCents as Cents)},` +
        `${formatPlainDollars(card.levelBonusCents as Cents)},${formatPlainDollars(card.totalBonusCents as Cents)}`,
    )
    if (index % 10_000 === 0) files.onProgress('cards', index)
  })
  await readLines(connection, month, createLineWriter(month, files.lines), files.lines.drained)
  await readReversals(connection, month, createLineWriter(month, files.lines), files.lines.drained)
  await writeCorrections(connection, month, files.lines)
  return sum
}

const createLineWriter =
  (month: Month, lines: CsvWriter): LineHandler =>
  (line) => {
    if (line.amountCents === 0) return
    lines.add(
      `${month},${csvCell(line.orderNo)},${csvCell(line.payeeNo)},${LINE_KINDS[line.kind]},${csvCell(line.creditedNo)},` +
        `${line.depth},${formatPlainDollars(line.cvCents as Cents)},${line.rateBp},${line.coveredBp},` +
        formatPlainDollars(line.amountCents as Cents),
    )
  }

/**
 * Staff corrections have no CV, rate or depth: only the member, the amount and, if they refer to one, the order
 * (docs/plan §8.5).
 */
const writeCorrections = (connection: Connection, month: Month, lines: CsvWriter): Promise<void> =>
  readCorrections(connection, month, ({ orderNo, memberNo, isLevel, amountCents }) =>
    lines.add(
      `${month},${csvCell(orderNo)},${csvCell(memberNo)},${isLevel ? 'level' : 'sales'}_correction,,,,,,` +
        formatPlainDollars(amountCents as Cents),
    ),
  )

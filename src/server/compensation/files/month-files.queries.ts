import type { Month } from '#domain/calendar/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { type CopiedRow, copyOut, splitIdRange } from '#server/platform/database/copy-out.ts'
import { countCards, findMaxUserId, findOrderRange } from '../close/month-input.queries.ts'

/** Members' numbers by member index, formatted by `toCell`. */
export async function readMemberNumbers(
  connection: Connection,
  indexById: Int32Array,
  toCell: (text: string) => string,
): Promise<string[]> {
  const cells: string[] = []
  for (const [after, to] of splitIdRange(connection.engine, 1, await findMaxUserId(connection.db))) {
    const query = `select id, member_no from users where id > ${after} and id <= ${to}`
    await copyOut(connection, query, ['int4', 'text'], ({ numbers, texts }) => {
      const index = indexById[numbers[0] as number] ?? -1
      if (index !== -1) cells[index] = toCell(String(texts[1]))
    })
  }
  return cells
}

/** Numbers of the month's orders, ordered by id. */
export async function readOrderNumbers(
  connection: Connection,
  month: Month,
  orderIds: Int32Array,
  toCell: (text: string) => string,
): Promise<string[]> {
  const cells: string[] = []
  let index = 0
  const { lowest, highest } = await findOrderRange(connection.db, month)
  for (const [after, to] of splitIdRange(connection.engine, lowest, highest)) {
    const query = `select id, order_no from counted_orders where month = '${month}' and id > ${after} and id <= ${to} order by id`
    await copyOut(connection, query, ['int4', 'text'], ({ numbers, texts }) => {
      // Excludes an order that was counted since.
      if (orderIds[index] === numbers[0]) cells[index++] = toCell(String(texts[1]))
    })
  }
  return cells
}

export type FileCard = {
  memberNo: string
  level: number
  personalPv: number
  customerPv: number
  groupPv: number
  totalSalesCents: number
  salesBonusCents: number
  levelBonusCents: number
  totalBonusCents: number
}

export async function readCards(
  connection: Connection,
  month: Month,
  visit: (card: FileCard, index: number) => void,
): Promise<void> {
  let count = 0
  for (const [after, to] of splitIdRange(connection.engine, 0, await countCards(connection.db, month))) {
    const query = `select member_no, level, personal_pv, customer_pv, group_pv, total_sales_cents, sales_bonus_cents,
      level_bonus_cents, total_bonus_cents from cards join users on users.id = member_id
      where month = '${month}' and member_index > ${after} and member_index <= ${to} order by member_index`
    const fields = ['text', 'int2', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8'] as const
    await copyOut(connection, query, fields, ({ numbers, texts }) => {
      const [
        ,
        level,
        personalPv,
        customerPv,
        groupPv,
        totalSalesCents,
        salesBonusCents,
        levelBonusCents,
        totalBonusCents,
      ] = numbers as unknown as [number, number, number, number, number, number, number, number, number]
      const figures = { level, personalPv, customerPv, groupPv, totalSalesCents }
      visit({ memberNo: String(texts[0]), ...figures, salesBonusCents, levelBonusCents, totalBonusCents }, count++)
    })
  }
}

export type FileLine = {
  orderNo: string
  payeeNo: string
  creditedNo: string
  kind: number
  depth: number
  cvCents: number
  rateBp: number
  coveredBp: number
  amountCents: number
}
export type LineHandler = (line: FileLine) => void
type DrainHandler = () => Promise<void>

const LINE_SELECT = `select order_no, payee.member_no, credited.member_no, kind, depth, line.cv_cents, rate_bp, covered_bp, amount_cents
  from bonus_lines line join counted_orders counted on counted.id = line.counted_order_id
  join users payee on payee.id = payee_id join users credited on credited.id = counted.member_id`

async function readLineQuery(
  connection: Connection,
  query: string,
  visit: LineHandler,
  onDrain: DrainHandler,
): Promise<void> {
  const fields = ['text', 'text', 'text', 'int2', 'int4', 'int8', 'int2', 'int2', 'int8'] as const
  const onRow = ({ numbers, texts }: CopiedRow) =>
    visit({
      orderNo: String(texts[0]),
      payeeNo: String(texts[1]),
      creditedNo: String(texts[2]),
      kind: numbers[3] as number,
      depth: numbers[4] as number,
      cvCents: numbers[5] as number,
      rateBp: numbers[6] as number,
      coveredBp: numbers[7] as number,
      amountCents: numbers[8] as number,
    })
  await copyOut(connection, query, fields, onRow, onDrain)
}

/** The lines of a closed month, order by order, from the credited member up. */
export async function readLines(
  connection: Connection,
  month: Month,
  visit: LineHandler,
  onDrain: DrainHandler,
): Promise<void> {
  const { lowest, highest } = await findOrderRange(connection.db, month)
  for (const [after, to] of splitIdRange(connection.engine, lowest, highest)) {
    const query = `${LINE_SELECT} where line.month = '${month}' and return_id = 0
      and counted_order_id > ${after} and counted_order_id <= ${to} order by counted_order_id, depth, kind`
    await readLineQuery(connection, query, visit, onDrain)
  }
}

/** The reversal lines booked in a month. */
export const readReversals = (
  connection: Connection,
  month: Month,
  visit: LineHandler,
  onDrain: DrainHandler,
): Promise<void> =>
  readLineQuery(
    connection,
    `${LINE_SELECT} where line.month = '${month}' and return_id <> 0 order by return_id, depth, kind`,
    visit,
    onDrain,
  )

export type FileCorrection = { orderNo: string; memberNo: string; isLevel: boolean; amountCents: number }

/** Staff corrections in a month, by id; the number of an order only if it refers to one. */
export const readCorrections = (
  connection: Connection,
  month: Month,
  visit: (correction: FileCorrection) => void,
): Promise<void> =>
  copyOut(
    connection,
    `select coalesce(order_no, ''), member_no, bonus = 'level', amount_cents from bonus_corrections correction
       join users member on member.id = correction.member_id
       left join counted_orders counted on counted.id = counted_order_id
      where correction.month = '${month}' order by correction.id`,
    ['text', 'text', 'bool', 'int8'],
    ({ numbers, texts }) =>
      visit({
        orderNo: String(texts[0]),
        memberNo: String(texts[1]),
        isLevel: numbers[2] === 1,
        amountCents: numbers[3] as number,
      }),
  )

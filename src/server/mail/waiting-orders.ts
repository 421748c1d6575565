import { listDueCounts } from '#server/catalog/list-stock.ts'
import { countOpenNotices } from '#server/notice/count-open-notices.ts'
import { listOverpaid } from '#server/payment/read-ledger.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { listUnpaidForStaff } from '#server/unpaid/list-unpaid.ts'

/** Beyond so many the line says that there are more. */
const MOST_COUNTED = 1000

/** For `shop todo`: what goes to staff of orders, the bank's notices and stock (docs/back-office §3). */
export async function listWaitingOrders(db: Database): Promise<string[]> {
  const overpaid = await listOverpaid(db, { limit: MOST_COUNTED })
  const held = await listUnpaidForStaff(db, new Date())
  const counts = new Set((await listDueCounts(db)).map(({ product_id }) => product_id))
  return [
    ...line('Orders of which money is to be given back', overpaid.length, 'order overpaid'),
    ...line('Unpaid orders past their due date that were not canceled', held.length, 'order due'),
    ...line('Notices of the bank that wait', await countOpenNotices(db), 'notices list'),
    ...line('Products that are to be counted', counts.size, 'stock due'),
  ]
}

const line = (what: string, count: number, command: string): string[] =>
  count === 0 ? [] : [`${what}: ${count === MOST_COUNTED ? `${count} or more` : count}. "${command}" shows them.`]

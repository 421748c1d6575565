import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shopDayOf } from '#domain/calendar/month.ts'
import { type Cents, cents, formatPlainDollars } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findUnpaidDemoOrders } from './demo.queries.ts'

const FILE = 'demo-notices.csv'
const DAY_MS = 24 * 60 * 60 * 1000
/** Amount by which the third buyer underpaid. */
const FORGOTTEN = cents(500)

/**
 * Writes a bank file for staff to try `bank import` with (docs/back-office §3): of the shop's own open orders, two
 * with the right reference and amount, one with another amount and one by its buyer's name alone, plus a transaction
 * that matches no order.
 */
export async function writeDemoNotices(db: Database, dataDir: string, now: Date): Promise<void> {
  const orders = await findUnpaidDemoOrders(db)
  const times = (values: readonly string[], value: string) => values.filter((one) => one === value).length
  const names = orders.map(({ last_name }) => last_name)
  const amounts = orders.map(({ total_cents }) => String(total_cents))
  const named = orders.find(
    ({ last_name, total_cents }) => times(names, last_name) === 1 && times(amounts, String(total_cents)) === 1,
  )
  const [first, second, third] = orders.filter((order) => order !== named && order.total_cents > FORGOTTEN)
  if (!named || !first || !second || !third)
    throw new Error('The demo shop has too few open orders for its bank transactions.')

  const day = shopDayOf(now.getTime() - DAY_MS)
  const row = (number: number, description: string, amount: Cents) => [
    day,
    description,
    formatPlainDollars(amount),
    `DEMO${String(number).padStart(6, '0')}`,
  ]
  const paid = (order: (typeof orders)[number], words: string) =>
    `Zelle payment from ${order.first_name} ${order.last_name}${words}`.toUpperCase()
  const withCode = (order: (typeof orders)[number]) => paid(order, ` for ${encodePaymentReference(order.id)}`)
  const unlike = cents(Math.max(...orders.map(({ total_cents }) => total_cents)) + 1_337)
  const rows = [
    row(1, withCode(first), cents(first.total_cents)),
    row(2, withCode(second), cents(second.total_cents)),
    row(3, withCode(third), cents(third.total_cents - FORGOTTEN)),
    row(4, paid(named, ''), cents(named.total_cents)),
    row(5, 'DEPOSIT', unlike),
  ]
  const lines = [['Date', 'Description', 'Amount', 'Transaction ID'], ...rows].map((cells) => cells.map(csvCell).join())
  await writeFile(join(dataDir, FILE), `${lines.join('\n')}\n`)
}

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
const UNDERPAYMENT = cents(500)

/**
 * Writes a bank file for staff to try `bank import` with (docs/back-office §3): of the shop's own open orders, two
 * with the right reference and amount, one with a different amount and one by its buyer's name alone, plus a
 * transaction that matches no order.
 */
export async function writeDemoBankFile(db: Database, dataDir: string, now: Date): Promise<void> {
  const orders = await findUnpaidDemoOrders(db)
  const countOccurrences = (values: readonly string[], value: string) =>
    values.filter((candidate) => candidate === value).length
  const names = orders.map(({ last_name }) => last_name)
  const amounts = orders.map(({ total_cents }) => String(total_cents))
  const uniqueOrder = orders.find(
    ({ last_name, total_cents }) =>
      countOccurrences(names, last_name) === 1 && countOccurrences(amounts, String(total_cents)) === 1,
  )
  const [first, second, third] = orders.filter((order) => order !== uniqueOrder && order.total_cents > UNDERPAYMENT)
  if (!uniqueOrder || !first || !second || !third)
    throw new Error('The demo shop has too few open orders for its bank transactions.')

  const day = shopDayOf(now.getTime() - DAY_MS)
  const createRow = (number: number, description: string, amount: Cents) => [
    day,
    description,
    formatPlainDollars(amount),
    `DEMO${String(number).padStart(6, '0')}`,
  ]
  const describePayment = (order: (typeof orders)[number], suffix: string) =>
    `Zelle payment from ${order.first_name} ${order.last_name}${suffix}`.toUpperCase()
  const describeWithReference = (order: (typeof orders)[number]) =>
    describePayment(order, ` for ${encodePaymentReference(order.id)}`)
  const unmatchedAmount = cents(Math.max(...orders.map(({ total_cents }) => total_cents)) + 1_337)
  const rows = [
    createRow(1, describeWithReference(first), cents(first.total_cents)),
    createRow(2, describeWithReference(second), cents(second.total_cents)),
    createRow(3, describeWithReference(third), cents(third.total_cents - UNDERPAYMENT)),
    createRow(4, describePayment(uniqueOrder, ''), cents(uniqueOrder.total_cents)),
    createRow(5, 'DEPOSIT', unmatchedAmount),
  ]
  const lines = [['Date', 'Description', 'Amount', 'Transaction ID'], ...rows].map((cells) => cells.map(csvCell).join())
  await writeFile(join(dataDir, FILE), `${lines.join('\n')}\n`)
}

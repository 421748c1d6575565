import { sql } from 'kysely'
import type { BankTransaction } from '#contract/orders/bank-transactions.ts'
import { computeOrderVersion, type OrderVersionFacts } from '#server/orders/order-version.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { orderVersionFacts } from '#server/platform/database/order-version-facts.ts'
import type { Browser } from './browser.ts'

type Reader = { get(path: string): Promise<Pick<Awaited<ReturnType<Browser['get']>>, 'json'>> }

/**
 * Adds to the body of a call the current version of the order or bank transaction that it changes, as its page does;
 * a body that names one, even undefined, stays as it is.
 */
export async function withCurrentVersion(browser: Reader, path: string, body: object): Promise<object> {
  if ('expected_version' in body) return body
  const orderId =
    /^\/admin\/orders\/(\d+)\//.exec(path)?.[1] ?? ('order_id' in body ? String(body.order_id) : undefined)
  const transactionId = /^\/admin\/bank-transactions\/(\d+)\//.exec(path)?.[1]
  if (transactionId) return { ...body, expected_version: await readTransactionVersion(browser, Number(transactionId)) }
  return orderId ? { ...body, expected_version: await readOrderVersion(browser, orderId) } : body
}

/** Makes a call that changes the current version of an order or a bank transaction. */
export const postCurrent = async (browser: Browser, path: string, body: object = {}) =>
  browser.post(path, await withCurrentVersion(browser, path, body))

/** Finds the current version of an order without a browser. */
export async function findOrderVersion(db: Database, id: number): Promise<string> {
  const { rows } = await sql<{ facts: OrderVersionFacts }>`
    select ${orderVersionFacts} as facts from orders where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`there is no order ${id}`)
  return computeOrderVersion(rows[0].facts)
}

/** Returns any version of an order that does not exist, which its calls refuse with 404. */
export const readOrderVersion = async (browser: Reader, id: number | string): Promise<string> =>
  (await browser.get(`/admin/orders/${id}.json`)).json().version ?? 'none'

export async function readTransactionVersion(browser: Reader, id: number): Promise<string> {
  for (const state of ['open', 'booked', 'set_aside']) {
    const { data } = (await browser.get(`/admin/bank-transactions.json?state=${state}`)).json()
    const transaction = data.find((candidate: BankTransaction) => candidate.id === id)
    if (transaction) return transaction.version
  }
  return 'none'
}

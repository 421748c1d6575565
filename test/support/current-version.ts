import type { BankTransaction } from '#contract/orders/bank-transactions.ts'
import type { Browser } from './browser.ts'

type Reader = Pick<Browser, 'get'>

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

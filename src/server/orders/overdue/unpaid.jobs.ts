import { refuse } from '#domain/result.ts'
import { findMatchedOrders, getBankTransactionsVersion } from '#server/orders/bank-transactions/find-matched-orders.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { ErrorCollector } from '#server/platform/jobs/error-collector.ts'
import type { Services } from '#server/platform/services.ts'
import { cancelIfUnpaid, findOverdue } from './cancel-unpaid.ts'
import { remindOfPayment } from './remind.ts'

/** Orders per batch; requests of visitors run between batches. */
const BATCH = 50

type UnpaidJobDeps = Pick<Services, 'db' | 'jobs' | 'settings'>

/** Reminds customers of unpaid orders and cancels overdue ones; switched off by `payment_days` 0. */
export const processUnpaidOrders = (services: UnpaidJobDeps): Promise<void> =>
  services.jobs.work('unpaid', async () => {
    await services.settings.reload()
    await remindAndCancel(services, new Date())
  })

/**
 * Runs the job at a given time; returns the number of queued reminders and the canceled orders. An order that cannot be
 * canceled does not stop the others.
 *
 * @throws {AggregateError} after all were tried, if some failed
 */
export async function remindAndCancel(
  { db, jobs, settings }: UnpaidJobDeps,
  now: Date,
): Promise<{ reminded: number; canceled: number[] }> {
  if (settings.get('payment_days') === 0) return { reminded: 0, canceled: [] }
  let reminded = 0
  for (;;) {
    const added = await inTransaction(db, (trx) => remindOfPayment(trx, now, BATCH, jobs))
    reminded += added
    if (added < BATCH) break
  }
  const cancel = (orderId: OrderId, { version, orders }: BankTransactionMatches) =>
    inTransaction(db, async (trx) => {
      const order = { orderId, now, hasProbableTransaction: orders.has(orderId) }
      const isCanceled = await cancelIfUnpaid(trx, order, { jobs, settings })
      // A bank transaction for this order may have been imported in the meantime.
      return (await getBankTransactionsVersion(trx)) === version
        ? { ok: true as const, isCanceled }
        : refuse({ code: 'other_notices' })
    })
  const canceled: number[] = []
  const errors = new ErrorCollector()
  let lastId = 0
  for (;;) {
    const ids = await findOverdue(db, now, lastId, BATCH)
    if (ids.length === 0) break
    let matches = await findOpenBankTransactions(db)
    for (const id of ids) {
      await errors.collect(async () => {
        let result = await cancel(id, matches)
        while (!result.ok) {
          matches = await findOpenBankTransactions(db)
          result = await cancel(id, matches)
        }
        if (result.isCanceled) canceled.push(id)
      })
    }
    lastId = ids.at(-1) ?? lastId
  }
  errors.throwIfAny()
  return { reminded, canceled }
}

type BankTransactionMatches = { version: string; orders: ReadonlySet<number> }

/** Reads the version first, so that later imports are noticed. */
async function findOpenBankTransactions(db: Database): Promise<BankTransactionMatches> {
  const version = await getBankTransactionsVersion(db)
  return { version, orders: await findMatchedOrders(db) }
}

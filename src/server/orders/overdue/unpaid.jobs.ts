import { refuse } from '#domain/result.ts'
import { findOrdersWithNotice, noticesVersion } from '#server/orders/bank-transactions/find-orders-with-notice.ts'
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
export const workOnUnpaid = (services: UnpaidJobDeps): Promise<void> =>
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
  at: Date,
): Promise<{ reminded: number; canceled: number[] }> {
  if (settings.get('payment_days') === 0) return { reminded: 0, canceled: [] }
  let reminded = 0
  for (;;) {
    const more = await inTransaction(db, (trx) => remindOfPayment(trx, at, BATCH, jobs))
    reminded += more
    if (more < BATCH) break
  }
  const cancel = (orderId: OrderId, { mark, orders }: Notices) =>
    inTransaction(db, async (trx) => {
      const order = { orderId, at, hasProbableNotice: orders.has(orderId) }
      const isCanceled = await cancelIfUnpaid(trx, order, { jobs, settings })
      // A bank transaction for this order may have been imported in the meantime.
      return (await noticesVersion(trx)) === mark
        ? { ok: true as const, isCanceled }
        : refuse({ code: 'other_notices' })
    })
  const canceled: number[] = []
  const faults = new ErrorCollector()
  let last = 0
  for (;;) {
    const ids = await findOverdue(db, at, last, BATCH)
    if (ids.length === 0) break
    let notices = await findOpenBankTransactions(db)
    for (const id of ids) {
      await faults.collect(async () => {
        let done = await cancel(id, notices)
        while (!done.ok) {
          notices = await findOpenBankTransactions(db)
          done = await cancel(id, notices)
        }
        if (done.isCanceled) canceled.push(id)
      })
    }
    last = ids.at(-1) ?? last
  }
  faults.throwIfAny()
  return { reminded, canceled }
}

type Notices = { mark: string; orders: ReadonlySet<number> }

/** Reads the mark first, so that later imports are noticed. */
async function findOpenBankTransactions(db: Database): Promise<Notices> {
  const mark = await noticesVersion(db)
  return { mark, orders: await findOrdersWithNotice(db) }
}

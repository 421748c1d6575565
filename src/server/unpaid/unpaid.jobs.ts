import { findOrdersWithNotice } from '#server/notice/find-orders-with-notice.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { cancelIfUnpaid, findOverdue } from './cancel-unpaid.ts'
import { remindOfPayment } from './remind.ts'

/** So many orders a step: the shop's visitors come between two of them. */
const BATCH = 50

type Needs = Pick<Services, 'db' | 'jobs' | 'settings'>

/** Reminds of unpaid orders and cancels those whose time is over; switched off by `payment_days` 0. */
export const workOnUnpaid = (services: Needs): Promise<void> =>
  services.jobs.work('unpaid', async () => {
    await services.settings.reload()
    await remindAndCancel(services, new Date())
  })

/** What the job does at an instant; returns how many reminders it queued and which orders it canceled. */
export async function remindAndCancel(
  { db, jobs, settings }: Needs,
  at: Date,
): Promise<{ reminded: number; canceled: number[] }> {
  if (settings.get('payment_days') === 0) return { reminded: 0, canceled: [] }
  let reminded = 0
  for (;;) {
    const more = await inTransaction(db, (trx) => remindOfPayment(trx, at, BATCH, jobs))
    reminded += more
    if (more < BATCH) break
  }
  const canceled: number[] = []
  let last = 0
  for (;;) {
    const ids = await findOverdue(db, at, last, BATCH)
    const withNotice = ids.length > 0 ? await findOrdersWithNotice(db) : undefined
    for (const id of ids) {
      const hasProbableNotice = withNotice?.has(id) ?? false
      const isCanceled = await inTransaction(db, (trx) =>
        cancelIfUnpaid(trx, { orderId: id, at, hasProbableNotice }, { jobs, settings }),
      )
      if (isCanceled) canceled.push(id)
    }
    last = ids.at(-1) ?? last
    if (ids.length < BATCH) return { reminded, canceled }
  }
}

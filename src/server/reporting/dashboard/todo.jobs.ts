import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { listOpenWork } from './list-open-work.ts'

/** Emails the open work to `shop_email` once a day, if there is any. */
export async function workOnTodo(services: Pick<Services, 'db' | 'jobs' | 'settings'>): Promise<void> {
  const { db, jobs, settings } = services
  await jobs.work('todo', async () => {
    if (settings.get('shop_email') === '') return
    const waiting = await listOpenWork(services, new Date())
    if (waiting.length === 0) return
    await inTransaction(db, (trx) => jobs.queue(trx, 'mail', [{ mail: 'todo', todo: true, waiting }]))
  })
}

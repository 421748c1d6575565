import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { listTodo } from './todo.ts'

/** Once a day what waits for staff is mailed to `shop_email`, if anything does. */
export async function workOnTodo({ db, jobs, settings }: Pick<Services, 'db' | 'jobs' | 'settings'>): Promise<void> {
  await jobs.work('todo', async () => {
    if (settings.get('shop_email') === '' || (await listTodo(db)).length === 0) return
    await inTransaction(db, (trx) => jobs.queue(trx, 'mail', [{ mail: 'todo', todo: true }]))
  })
}

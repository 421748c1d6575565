import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { type ErasureResult, eraseOrders, eraseUser } from './erase-personal-data.ts'
import { type ErasedId, findNotErased } from './erasure.queries.ts'

const actor = { kind: 'command_line' } as const
const REASON = 'Erased before, and again after a backup was restored'

/** Repeats in a restored shop the erasures of the listed people who exist again; returns their data on disk. */
export async function repeatErasures(
  trx: Transaction,
  ids: readonly ErasedId[],
): Promise<ErasureResult & { people: number }> {
  const total = { files: [] as string[], mails: [] as string[], orders: 0, people: 0 }
  const addResult = ({ files, mails, orders }: ErasureResult, people: number) => {
    total.files.push(...files)
    total.mails.push(...mails)
    total.orders += orders
    total.people += people
  }
  const { members, orders } = await findNotErased(trx, ids)
  for (const id of members) {
    const result = await eraseUser(trx, actor, id as UserId, REASON)
    if (result.ok) addResult(result.erased, 1)
  }
  if (orders.length > 0) addResult(await eraseOrders(trx, actor, orders, REASON), orders.length)
  return total
}

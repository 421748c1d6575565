import type { Transaction } from '#server/platform/database/connection.ts'
import { lockContents } from './content.queries.ts'

/** Locks the products in the order of their ids. Returns the versions of those that exist. */
export async function lockProducts(trx: Transaction, ids: readonly number[]): Promise<Map<number, number>> {
  const contents = await lockContents(trx, ids)
  return new Map([...contents.values()].map(({ id, version }) => [id, version]))
}

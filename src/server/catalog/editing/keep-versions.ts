import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { insertPresentVersions, type VersionOrigin } from './content.queries.ts'

/**
 * Keeps versions of products that `change` writes with SQL. It must add 1 to their `version`, and the caller has locked
 * them.
 */
export async function keepVersions(
  trx: Transaction,
  actor: Actor,
  { ids, source, fileName }: { ids: readonly number[] } & Omit<VersionOrigin, 'madeBy'>,
  change: () => Promise<void>,
): Promise<void> {
  const madeBy = formatActorName(actor)
  await insertPresentVersions(trx, ids, { source: 'first', madeBy })
  await change()
  await insertPresentVersions(trx, ids, { source, madeBy, fileName })
}

/** Keeps the first version of products that were added with SQL. */
export const keepFirstVersions = (
  trx: Transaction,
  actor: Actor,
  { ids, fileName }: { ids: readonly number[]; fileName: string },
): Promise<void> => insertPresentVersions(trx, ids, { source: 'first', madeBy: formatActorName(actor), fileName })

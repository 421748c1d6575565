import { AsyncLocalStorage } from 'node:async_hooks'
import { refuse } from '#domain/result.ts'
import type { Database, Transaction } from './connection.ts'
import { retryOnConnectionLoss } from './outage.ts'
import { pipelineStatements, type SendStatement, type StatementResults, sendWithCommit } from './pipelined.ts'
import { isAbortedForConflict, retryOnConflict } from './retry-on-conflict.ts'
import { isStalePlan } from './statement-names.ts'
import { findCause } from './transaction-error.ts'

type Scope = { db: object; open: boolean; committed: (() => void)[]; attempt: Attempt }
/** `outcomeIsKnown` until the commit is sent: a failure before that has no effect. */
type Attempt = { outcomeIsKnown: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** Carries a refusal past Kysely, which rolls back only when an error is thrown. */
class RolledBack {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws or returns a
 * refusal (domain/result.ts). A deadlock, a serialization failure or a connection lost before the commit runs `work`
 * again, so it must not do anything but query. Concurrent queries of `work` (`Promise.all`) are sent together and run
 * in the order of the calls, each seeing the effects of the earlier ones.
 */
export async function inTransaction<Value>(db: Database, work: (trx: Transaction) => Promise<Value>): Promise<Value> {
  const attempt: Attempt = { outcomeIsKnown: true }
  return retryOnConnectionLoss(
    () => attemptAll(db, work, attempt),
    () => attempt.outcomeIsKnown,
  )
}

/** Rolls back whatever `work` returns: it only took locks, and a commit would wait for the disk. */
export async function readInTransaction<Value>(
  db: Database,
  work: (trx: Transaction) => Promise<Value>,
): Promise<Value> {
  const { refusal } = await inTransaction(db, async (trx) => refuse({ code: 'rolled_back', value: await work(trx) }))
  return refusal.value as Value
}

async function attemptAll<Value>(
  db: Database,
  work: (trx: Transaction) => Promise<Value>,
  current: Attempt,
): Promise<Value> {
  try {
    return await retryOnConflict(
      () => attemptOnce(db, work, current),
      (error) => isAbortedForConflict(error) || isStalePlan(error),
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Value
    throw error
  }
}

async function attemptOnce<Value>(
  db: Database,
  work: (trx: Transaction) => Promise<Value>,
  current: Attempt,
): Promise<Value> {
  current.outcomeIsKnown = true
  const scope: Scope = { db, open: true, committed: [], attempt: current }
  try {
    const value = await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        const pipelined = await pipelineStatements(trx)
        const result = await scopes.run(scope, () => work(pipelined))
        if (isRefusal(result)) throw new RolledBack(result)
        current.outcomeIsKnown = false
        return result
      })
    for (const callback of scope.committed) callback()
    return value
  } catch (error) {
    throw findCause(error)
  } finally {
    // Work that was started in the transaction but outlives it may use `db` again.
    scope.open = false
  }
}

function isRefusal(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

/**
 * Throws if `db` itself is used inside its running transaction. On the embedded engine, which has one connection, such
 * a query would wait for itself forever; on PostgreSQL it would not see the transaction's changes.
 */
export function refuseQueryOutsideTransaction(db: object): void {
  const scope = scopes.getStore()
  if (scope?.open && scope.db === db) {
    throw new Error('A query outside its transaction: inside inTransaction use the given trx, not db.')
  }
}

/**
 * Ends the current transaction: each of `statements` sends at most one with the `trx` passed to it, and the commit
 * follows in the same packet, which saves a round trip. Conditions of the commit must fail in the database, since a
 * refusal comes too late once the results have arrived. A later statement throws.
 */
export function commitWith<const Statements extends readonly SendStatement[]>(
  trx: Transaction,
  statements: Statements,
): Promise<StatementResults<Statements>> {
  const scope = scopes.getStore()
  if (!scope?.open) throw new Error('There is no transaction to commit.')
  return sendWithCommit(trx, statements, () => {
    scope.attempt.outcomeIsKnown = false
  })
}

/** Calls `callback` once the current transaction has committed; never if it does not. */
export function afterCommit(callback: () => void): void {
  const scope = scopes.getStore()
  if (!scope?.open) throw new Error('There is no transaction to wait for.')
  scope.committed.push(callback)
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Transaction } from './connection.ts'
import { againAfterOutage } from './outage.ts'
import { type Ask, type ResultsOf, sendWithCommit, sentAtOnce } from './pipelined.ts'
import { isStalePlan } from './statement-names.ts'
import { causeOf } from './transaction-fault.ts'
import { isEndedForAnother, tryAgain } from './try-again.ts'

type Scope = { db: object; open: boolean; committed: (() => void)[]; attempt: Attempt }
/** `outcomeIsKnown` until the commit is sent: whatever ends before was not done. */
type Attempt = { outcomeIsKnown: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** Carries a refusal past Kysely, which rolls back only when something is thrown. */
class RolledBack {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws or returns a
 * refusal (domain/result.ts). A deadlock, a serialization failure or a connection that was lost before the commit runs
 * `work` again, so it must do nothing but queries.
 * Queries that `work` asks at the same time (`Promise.all`) are sent together, and run one after the other as they were
 * called, each seeing what those before it wrote.
 */
export async function inTransaction<Value>(db: Database, work: (trx: Transaction) => Promise<Value>): Promise<Value> {
  const last: Attempt = { outcomeIsKnown: true }
  return againAfterOutage(
    () => attemptAll(db, work, last),
    () => last.outcomeIsKnown,
  )
}

async function attemptAll<Value>(
  db: Database,
  work: (trx: Transaction) => Promise<Value>,
  current: Attempt,
): Promise<Value> {
  try {
    return await tryAgain(
      () => attemptOnce(db, work, current),
      (fault) => isEndedForAnother(fault) || isStalePlan(fault),
    )
  } catch (fault) {
    if (fault instanceof RolledBack) return fault.result as Value
    throw fault
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
        const together = await sentAtOnce(trx)
        const result = await scopes.run(scope, () => work(together))
        if (isRefusal(result)) throw new RolledBack(result)
        current.outcomeIsKnown = false
        return result
      })
    for (const tell of scope.committed) tell()
    return value
  } catch (fault) {
    throw causeOf(fault)
  } finally {
    // Work that was started in the transaction but outlives it may use `db` again.
    scope.open = false
  }
}

function isRefusal(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

/**
 * Throws when `db` itself is used inside its running transaction. On the embedded engine, which has one connection,
 * such a query would wait for itself forever; on PostgreSQL it would not see what the transaction wrote.
 */
export function refuseQueryOutsideTransaction(db: object): void {
  const scope = scopes.getStore()
  if (scope?.open && scope.db === db) {
    throw new Error('A query outside its transaction: inside inTransaction use the given trx, not db.')
  }
}

/**
 * Ends the transaction that is under way: each of `asks` sends one statement by the `trx` that it is given, or none, and the
 * commit follows in the same packet, a round trip less. Whatever speaks against the commit must fail in the database:
 * a refusal comes too late when the answers are there. A statement behind it throws.
 */
export function commitWith<const Asks extends readonly Ask[]>(trx: Transaction, asks: Asks): Promise<ResultsOf<Asks>> {
  const scope = scopes.getStore()
  if (!scope?.open) throw new Error('There is no transaction that could be committed.')
  return sendWithCommit(trx, asks, () => {
    scope.attempt.outcomeIsKnown = false
  })
}

/** Calls `tell` once the transaction that is under way has committed; never if it does not. */
export function afterCommit(tell: () => void): void {
  const scope = scopes.getStore()
  if (!scope?.open) throw new Error('There is no transaction whose commit could be waited for.')
  scope.committed.push(tell)
}

import { type RawBuilder, sql } from 'kysely'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { AccountTables } from './account-tables.ts'

export type SessionPolicy = {
  longestSeconds: number
  /** Time without a use after which a session ends. */
  idleSeconds: number
  /** A use is written at most once in this time. */
  slideSeconds: number
  /** An additional condition on the row `session`. */
  also?: RawBuilder<boolean>
}

/** Creates the functions for the sessions of one kind of account. Only hashes of tokens are stored. */
export function makeSessionStore<Id extends number>(
  { sessions, owner }: AccountTables<Id>,
  { longestSeconds, idleSeconds, slideSeconds, also = sql<boolean>`true` }: SessionPolicy,
) {
  const table = sql.table(sessions)
  const ownerId = sql.ref(owner)
  const toInterval = (count: number) => sql`make_interval(secs => ${sql.lit(count)})`
  const isLive = sql<boolean>`session.last_used_at > now() - ${toInterval(idleSeconds)}
    and session.created_at > now() - ${toInterval(longestSeconds)} and ${also}`
  return {
    /** Condition on a row of the sessions named `session`. */
    isLive,
    /** Whether the use of a session found now must be written with `slide`. */
    isStale: sql<boolean>`session.last_used_at < now() - ${toInterval(slideSeconds)}`,

    /** Returns the token for the cookie. */
    async open(trx: Transaction, id: Id): Promise<string> {
      const token = makeToken()
      await sql`insert into ${table} (token_hash, ${ownerId}) values (${hashToken(token)}, ${id})`.execute(trx)
      return token
    },

    async slide(db: Database, tokenHash: Buffer): Promise<void> {
      await sql`update ${table} set last_used_at = now() where token_hash = ${tokenHash}`.execute(db)
    },

    /** Returns whether the session still exists, and keeps it until the transaction ends. */
    async lock(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
      const { rows } = await sql`select 1 from ${table} where token_hash = ${tokenHash} for key share`.execute(trx)
      return rows.length === 1
    },

    /** Returns the owner, if there was such a session. */
    async end(trx: Transaction, token: string): Promise<Id | undefined> {
      const { rows } = await sql<{ id: Id }>`
        delete from ${table} where token_hash = ${hashToken(token)} returning ${ownerId} as id`.execute(trx)
      return rows[0]?.id
    },

    /** Ends all sessions of the account, except the one with `exceptTokenHash`. Returns their number. */
    async endAll(trx: Transaction, id: Id, exceptTokenHash?: Buffer): Promise<number> {
      const exception = exceptTokenHash ? sql`and token_hash <> ${exceptTokenHash}` : sql``
      const { numAffectedRows } = await sql`delete from ${table} where ${ownerId} = ${id} ${exception}`.execute(trx)
      return Number(numAffectedRows ?? 0)
    },

    async deleteExpired(db: Database): Promise<void> {
      await sql`delete from ${table} as session where not (${isLive})`.execute(db)
    },
  }
}

import type { Pool } from 'pg'
import { expect, vi } from 'vitest'

/** A limit for tests that hang. It measures nothing: a busy machine only takes longer. */
const HANG_MS = 100_000

/** Repeats `check` until it no longer throws, and returns its result. */
export const waitFor = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: HANG_MS, interval: 20 })

type Queries = Pick<Pool, 'query'>

/**
 * Waits until a session of this database waits for a lock, or for a lock of one kind. Other databases of the server
 * belong to other tests.
 */
export const waitForBlocked = (pool: Queries, kind?: 'advisory' | 'transactionid'): Promise<void> =>
  waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event = coalesce($1, wait_event)`,
      [kind],
    )
    expect(rows).toHaveLength(1)
  })

/** Waits until no job of the queue is running or due. Jobs with a later next attempt count as settled. */
export const waitForSettledJobs = (pool: Queries, queue = 'mail'): Promise<void> =>
  waitFor(async () => {
    const { rows } = await pool.query(
      `select id, state from pgboss.job
       where name = $1 and (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
      [queue],
    )
    expect(rows).toEqual([])
  })

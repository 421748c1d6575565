import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import type { Transaction } from './connection.ts'
import { prepared } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const readBackendPid = prepared<{ seconds: number }, { pid: number }>(
  ({ seconds }) => sql`select pg_backend_pid() as pid, pg_sleep(${seconds})`,
)
const divide = prepared<{ divisor: number }, { result: number }>(
  ({ divisor }) => sql`select 12 / ${divisor}::int as result`,
)
const terminateBackend = prepared<{ really: boolean }, never>(
  ({ really }) => sql`select pg_terminate_backend(pg_backend_pid()) where ${really}::boolean`,
)
const writeSetting = prepared<{ key: string }, never>(
  ({ key }) => sql`insert into settings (key, value) values (${key}, '')`,
)

databaseTest('concurrent single statements', (connection, engine) => {
  const readPids = async (users: number) => {
    const rows = await Promise.all(
      Array.from({ length: users }, () => readBackendPid(connection().db, { seconds: 0.01 })),
    )
    return new Set(rows.map(([row]) => row?.pid))
  }

  test('share two connections, which return to the pool', async () => {
    const { pool } = connection()
    expect((await readPids(20)).size).toBeLessThanOrEqual(2)
    expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
  })

  test('fail independently, without undoing the changes of the others', async () => {
    const { db } = connection()
    const pending = [3, 0, 4].map((divisor, n) =>
      Promise.allSettled([divide(db, { divisor }), writeSetting(db, { key: `own ${n}` })]),
    )
    const divided = (await Promise.all(pending)).map(([first]) => first)
    expect(divided.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(divided[1]).toMatchObject({ reason: { code: '22012' } })
    const rows = await db.selectFrom('settings').select('key').where('key', 'like', 'own %').execute()
    expect(rows).toHaveLength(3)
  })

  test('belong to their transaction when inside one, and are refused outside of it', async () => {
    const { db } = connection()
    const refused = { ok: false as const, refusal: { code: 'no' } }
    const writeAndRefuse = async (trx: Transaction) => {
      await writeSetting(trx, { key: 'inside' })
      return refused
    }
    expect(await inTransaction(db, writeAndRefuse)).toBe(refused)
    const rows = await db.selectFrom('settings').select('key').where('key', '=', 'inside').execute()
    expect(rows).toEqual([])
    const outside = inTransaction(db, () => writeSetting(db, { key: 'beside' }))
    await expect(outside).rejects.toThrow('A query outside its transaction')
  })

  test.runIf(engine === 'postgres')('do not reuse a broken connection', async () => {
    const { db } = connection()
    const broken = Array.from({ length: 4 }, () => terminateBackend(db, { really: true }))
    // Sent while the others still wait for their results.
    const later = Promise.allSettled(broken).then(() => divide(db, { divisor: 6 }))
    expect((await Promise.allSettled(broken)).map(({ status }) => status)).not.toContain('fulfilled')
    expect(await later).toEqual([{ result: 2 }])
    expect((await readPids(20)).size).toBeLessThanOrEqual(2)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import type { Transaction } from './connection.ts'
import { prepared } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const whoAnswers = prepared<{ seconds: number }, { pid: number }>(
  ({ seconds }) => sql`select pg_backend_pid() as pid, pg_sleep(${seconds})`,
)
const divide = prepared<{ by: number }, { result: number }>(({ by }) => sql`select 12 / ${by}::int as result`)
const endMyself = prepared<{ really: boolean }, never>(
  ({ really }) => sql`select pg_terminate_backend(pg_backend_pid()) where ${really}::boolean`,
)
const writeSetting = prepared<{ key: string }, never>(
  ({ key }) => sql`insert into settings (key, value) values (${key}, '')`,
)

databaseTest('concurrent single statements', (connection, engine) => {
  const pidsOf = async (users: number) => {
    const rows = await Promise.all(Array.from({ length: users }, () => whoAnswers(connection().db, { seconds: 0.01 })))
    return new Set(rows.map(([row]) => row?.pid))
  }

  test('share two connections, which return to the pool', async () => {
    const { pool } = connection()
    expect((await pidsOf(20)).size).toBeLessThanOrEqual(2)
    expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
  })

  test('fail independently, and keep the changes of the others', async () => {
    const { db } = connection()
    const asked = [3, 0, 4].map((by, n) =>
      Promise.allSettled([divide(db, { by }), writeSetting(db, { key: `own ${n}` })]),
    )
    const divided = (await Promise.all(asked)).map(([first]) => first)
    expect(divided.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(divided[1]).toMatchObject({ reason: { code: '22012' } })
    const kept = await db.selectFrom('settings').select('key').where('key', 'like', 'own %').execute()
    expect(kept).toHaveLength(3)
  })

  test('belong to their transaction when inside one, and are refused outside of it', async () => {
    const { db } = connection()
    const refused = { ok: false as const, refusal: { code: 'no' } }
    const inside = async (trx: Transaction) => {
      await writeSetting(trx, { key: 'inside' })
      return refused
    }
    expect(await inTransaction(db, inside)).toBe(refused)
    const kept = await db.selectFrom('settings').select('key').where('key', '=', 'inside').execute()
    expect(kept).toEqual([])
    const beside = inTransaction(db, () => writeSetting(db, { key: 'beside' }))
    await expect(beside).rejects.toThrow('A query outside its transaction')
  })

  test.runIf(engine === 'postgres')('do not reuse a broken connection', async () => {
    const { db } = connection()
    const broken = Array.from({ length: 4 }, () => endMyself(db, { really: true }))
    // Asked while the others still wait for their results.
    const later = Promise.allSettled(broken).then(() => divide(db, { by: 6 }))
    expect((await Promise.allSettled(broken)).map(({ status }) => status)).not.toContain('fulfilled')
    expect(await later).toEqual([{ result: 2 }])
    expect((await pidsOf(20)).size).toBeLessThanOrEqual(2)
  })
})

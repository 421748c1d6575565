import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { waitFor, waitForBlocked } from '#test/wait.ts'
import type { Transaction } from './connection.ts'
import { afterCommit, commitWith, inTransaction } from './transaction.ts'

databaseTest('transactions', (connection, engine) => {
  const write = (trx: Transaction, key: string) => trx.insertInto('settings').values({ key, value: '' }).execute()
  const isWritten = async (key: string) =>
    (await connection().db.selectFrom('settings').selectAll().where('key', '=', key).execute()).length === 1

  test('commit the changes of their work and return its result', async () => {
    const result = await inTransaction(connection().db, async (trx) => {
      await write(trx, 'kept')
      return { ok: true, value: 5 }
    })
    expect(result).toEqual({ ok: true, value: 5 })
    expect(await isWritten('kept')).toBe(true)
  })

  test('roll back work that throws', async () => {
    const error = new Error('no')
    await expect(
      inTransaction(connection().db, async (trx) => {
        await write(trx, 'thrown')
        throw error
      }),
    ).rejects.toBe(error)
    expect(await isWritten('thrown')).toBe(false)
  })

  test('roll back if refused, and return the refusal', async () => {
    const refusal = { ok: false as const, refusal: { kind: 'sold_out' } }
    const result = await inTransaction(connection().db, async (trx) => {
      await write(trx, 'refused')
      return refusal
    })
    expect(result).toBe(refusal)
    expect(await isWritten('refused')).toBe(false)
  })

  test('fail at once if their work queries the database outside of them', async () => {
    const { db } = connection()
    await expect(inTransaction(db, () => db.selectFrom('settings').selectAll().execute())).rejects.toThrow(
      'A query outside its transaction',
    )
    await expect(inTransaction(db, () => inTransaction(db, async () => 1))).rejects.toThrow('outside its transaction')
    expect(await isWritten('nothing')).toBe(false)
  })

  test('let work that outlives them use the database again', async () => {
    const { db } = connection()
    let finish: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let later: Promise<boolean> | undefined
    await inTransaction(db, async () => {
      later = finished.then(() => isWritten('later'))
    })
    finish()
    expect(await later).toBe(false)
  })

  test('run again after a serialization failure, three times at most', async () => {
    let runs = 0
    const fail = (until: number) =>
      inTransaction(connection().db, async (trx) => {
        runs++
        await write(trx, `run ${runs} of ${until}`)
        if (runs < until) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
      })
    await fail(3)
    expect(runs).toBe(3)
    expect(await isWritten('run 2 of 3')).toBe(false)
    expect(await isWritten('run 3 of 3')).toBe(true)

    runs = 0
    await expect(fail(9)).rejects.toThrow('could not serialize access')
    expect(runs).toBe(3)
  })

  test('send concurrent statements at once, and each sees the effects of the earlier ones', async () => {
    const read = (trx: Transaction) => trx.selectFrom('settings').selectAll().where('key', 'like', 'order %').execute()
    const [none, , one, , two] = await inTransaction(connection().db, (trx) =>
      Promise.all([read(trx), write(trx, 'order 1'), read(trx), write(trx, 'order 2'), read(trx)]),
    )
    expect([none, one, two].map((rows) => rows.length)).toEqual([0, 1, 2])
  })

  test('report the first error of several concurrent statements, and roll back', async () => {
    const concurrent = inTransaction(connection().db, (trx) =>
      Promise.all([
        write(trx, 'before the error'),
        sql`select 1 / ${0}::int`.execute(trx),
        write(trx, 'after the error'),
        sql`select ${'no number'}::int`.execute(trx),
      ]),
    )
    await expect(concurrent).rejects.toMatchObject({ code: '22012' })
    const failLate = async (trx: Transaction) => {
      const divided = await Promise.allSettled([sql`select 1 / ${0}::int`.execute(trx)])
      if (divided[0].status === 'rejected') throw divided[0].reason
    }
    const later = inTransaction(connection().db, (trx) => Promise.all([failLate(trx), write(trx, 'after the error')]))
    await expect(later).rejects.toMatchObject({ code: '22012' })
    expect(await isWritten('before the error')).toBe(false)
    // The connection is still usable.
    await inTransaction(connection().db, (trx) => write(trx, 'next'))
    expect(await isWritten('next')).toBe(true)
  })

  test('commit together with their last statements, which return their results', async () => {
    const result = await inTransaction(connection().db, async (trx) => {
      await write(trx, 'last 0')
      const [rows, none] = await commitWith(trx, [
        (last) => last.selectFrom('settings').select('key').where('key', '=', 'last 0').execute(),
        async () => 'nothing',
        async (last) => {
          // A statement sent later than the ones after it.
          await null
          await write(last, 'last 1')
        },
      ])
      const late = sql`select 1`.execute(trx)
      await expect(late).rejects.toThrow('A statement was sent after the commit')
      return { rows, none }
    })
    expect(result).toEqual({ rows: [{ key: 'last 0' }], none: 'nothing' })
    expect([await isWritten('last 0'), await isWritten('last 1')]).toEqual([true, true])
  })

  test('roll back if one of the last statements fails, and report which', async () => {
    const commitWithStatement = (statement: (last: Transaction) => Promise<unknown>) =>
      inTransaction(connection().db, (trx) =>
        commitWith(trx, [(last) => write(last, 'lost 1'), statement, (last) => write(last, 'lost 2')]),
      )
    await expect(commitWithStatement((last) => sql`select 1 / ${0}::int`.execute(last))).rejects.toMatchObject({
      code: '22012',
    })
    await expect(commitWithStatement(() => Promise.reject(new Error('never sent')))).rejects.toThrow('never sent')
    expect([await isWritten('lost 1'), await isWritten('lost 2')]).toEqual([false, false])
    // The next user of the connection receives only their own results.
    for (let time = 0; time < 20; time++) {
      const failed = commitWithStatement((last) => sql`select 1 / ${0}::int`.execute(last)).catch(() => {})
      const reads = Array.from({ length: 12 }, async (_, n) => {
        const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(connection().db)
        return rows[0]?.n
      })
      await failed
      expect(await Promise.all(reads)).toEqual(Array.from({ length: 12 }, (_, n) => n))
      expect(await isWritten('lost 1')).toBe(false)
    }
  })

  test('are retried as a whole if the last statements detect a conflict', async () => {
    let runs = 0
    await inTransaction(connection().db, async (trx) => {
      runs++
      await write(trx, `run ${runs}, first`)
      const beginAgain = sql`select case when ${runs}::int < 3 then raise_serialization_failure('another was first') end`
      await commitWith(trx, [(last) => write(last, `run ${runs}, last`), (last) => beginAgain.execute(last)])
    })
    expect(runs).toBe(3)
    const keys = await connection().db.selectFrom('settings').select('key').where('key', 'like', 'run _, %').execute()
    expect(keys.map(({ key }) => key).sort()).toEqual(['run 3, first', 'run 3, last'])
  })

  test('call back once they are committed, and never otherwise', async () => {
    const outcomes: boolean[] = []
    const recordOutcome = () => void isWritten('committed').then((exists) => outcomes.push(exists))
    await inTransaction(connection().db, async (trx) => {
      afterCommit(recordOutcome)
      await write(trx, 'committed')
      expect(outcomes).toEqual([])
    })
    const refused = inTransaction(connection().db, async () => {
      afterCommit(recordOutcome)
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    await waitFor(() => expect(outcomes).toEqual([true]))
    expect(() => afterCommit(recordOutcome)).toThrow('There is no transaction')
  })

  // The embedded engine has one session: its transactions queue and cannot deadlock.
  test.skipIf(engine === 'embedded')('both succeed in the end if they deadlock', async () => {
    const { db } = connection()
    for (const key of ['left', 'right']) await inTransaction(db, (trx) => write(trx, key))
    let arrivals = 0
    let arrive: () => void = () => {}
    const bothArrived = new Promise<void>((resolve) => {
      arrive = () => ++arrivals === 2 && resolve()
    })
    const appendMark = (trx: Transaction, key: string, mark: string) =>
      trx
        .updateTable('settings')
        .set({ value: sql`value || ${mark}` })
        .where('key', '=', key)
        .execute()
    const updateBoth = (first: string, second: string, mark: string) =>
      inTransaction(db, async (trx) => {
        await appendMark(trx, first, mark)
        arrive()
        await bothArrived
        await appendMark(trx, second, mark)
      })
    await Promise.all([updateBoth('left', 'right', 'a'), updateBoth('right', 'left', 'b')])
    const rows = await db.selectFrom('settings').select('value').where('key', 'in', ['left', 'right']).execute()
    expect(rows.map(({ value }) => [...value].sort().join(''))).toEqual(['ab', 'ab'])
  })

  test.skipIf(engine === 'embedded')('a single statement aborted by a deadlock succeeds in the end', async () => {
    const { db, pool } = connection()
    for (const key of ['one', 'other']) await inTransaction(db, (trx) => write(trx, key))
    const client = await pool.connect()
    // This statement detects the deadlock, and is aborted.
    await client.query(`begin; set local deadlock_timeout = '30s'`)
    await client.query(`update settings set value = value || 'a' where key = 'other'`)
    const statement = sql`
      with first as (update settings set value = value || ${'b'} where key = 'one' returning key)
      update settings set value = value || ${'b'} where key = 'other' and exists (select from first)`.execute(db)
    await waitForBlocked(pool)
    await client.query(`update settings set value = value || 'a' where key = 'one'`)
    await client.query('commit')
    client.release()
    expect((await statement).numAffectedRows).toBe(1n)
    const rows = await db.selectFrom('settings').select('value').where('key', 'in', ['one', 'other']).execute()
    expect(rows.map(({ value }) => value)).toEqual(['ab', 'ab'])
  })

  test.skipIf(engine === 'embedded')('fail alone if their connection is cut between two statements', async () => {
    const { db, pool } = connection()
    const cut = inTransaction(db, async (trx) => {
      await write(trx, 'cut')
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await pause(100)
      await write(trx, 'after the cut')
    })
    await expect(cut).rejects.toThrow()
    expect(await isWritten('cut')).toBe(false)
    expect(await inTransaction(db, async () => 'works')).toBe('works')
  })
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { jobsForSuite } from '#test/shop.ts'
import { waitFor } from '#test/wait.ts'
import { inTransaction } from '../database/transaction.ts'

const JOBS = 45
const BROKEN = 7

databaseTest('queued jobs', (connection) => {
  const errors: unknown[] = []
  const jobs = jobsForSuite(connection, (error) => void errors.push(error))

  it('run in batches, and one that fails does not affect the others', async () => {
    const done: number[] = []
    await inTransaction(connection().db, (trx) =>
      jobs().queue(
        trx,
        'mail',
        Array.from({ length: JOBS }, (_, n) => ({ mail: 'order_placed', order_id: n })),
      ),
    )
    await jobs().work('mail', async (payload) => {
      const number = 'order_id' in payload ? payload.order_id : -1
      if (number === BROKEN) throw new Error('no such order')
      done.push(number)
    })
    await waitFor(async () => {
      const { rows } = await connection().pool.query(
        `select state, count(*)::int from pgboss.job where name = 'mail' group by state order by state::text`,
      )
      expect(rows).toEqual([
        { state: 'completed', count: JOBS - 1 },
        { state: 'retry', count: 1 },
      ])
    })
    expect(done.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: JOBS }, (_, n) => n).filter((n) => n !== BROKEN),
    )
    const { rows } = await connection().pool.query(`select output from pgboss.job where state = 'retry'`)
    expect(rows[0].output).toMatchObject({ message: 'Error: no such order' })
    // The queue is not monitored, so an error is reported with its job.
    expect(errors).toEqual([
      expect.objectContaining({
        message: `job mail {"mail":"order_placed","order_id":${BROKEN}} failed`,
        cause: new Error('no such order'),
      }),
    ])
  })

  it('run without a payload, as schedules of older versions queued them', async () => {
    errors.length = 0
    const done: string[] = []
    await inTransaction(connection().db, async (trx) => {
      await jobs().queue(trx, 'status', [{}])
      await sql`update pgboss.job set data = null where name = 'status'`.execute(trx)
    })
    await jobs().work('status', async (_payload, id) => void done.push(id))
    await waitFor(() => expect(done.length + errors.length).toBeGreaterThan(0))
    expect([done.length, errors]).toEqual([1, []])
  })

  it('get a payload from every schedule', async () => {
    const { rows } = await connection().pool.query('select name from pgboss.schedule where data is null')
    expect(rows).toEqual([])
  })
})

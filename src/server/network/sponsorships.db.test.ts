import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'

databaseTest('sponsor tree', (connection, engine) => {
  const makeChain = async (length: number): Promise<number[]> => {
    const ids: number[] = []
    for (let n = 0; n < length; n++) {
      const { id } = await makeUser(connection().db)
      if (n > 0) await move(id, ids[n - 1] as number)
      ids.push(id)
    }
    return ids
  }
  const move = (member: number, sponsor: number | null, from?: string) =>
    connection().pool.query(
      from === undefined
        ? 'update sponsorships set sponsor_id = $2 where member_id = $1'
        : `insert into sponsorships (member_id, sponsor_id, from_month, reason) values ($1, $2, '${from}', 'asked to')`,
      [member, sponsor],
    )
  const CIRCLE = /upline|not_self/

  it('includes every new user with their status, from the month they are created in', async () => {
    const { id } = await makeUser(connection().db)
    const { rows } = await connection().pool.query(
      `select sponsor_id, status, edge.from_month = month_of(now()) and held.from_month = edge.from_month as now
         from sponsorships edge join member_statuses held using (member_id) where member_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ sponsor_id: null, status: 'active', now: true }])
  })

  it('rejects cycles in current and future months, and members as their own sponsor', async () => {
    const [a, b, c] = (await makeChain(3)) as [number, number, number]
    await expect(move(a, c)).rejects.toThrow(CIRCLE)
    await expect(move(a, a)).rejects.toThrow(CIRCLE)
    await expect(move(a, c, '2999-01')).rejects.toThrow(CIRCLE)
    await move(c, null, '2999-01')
    // Until that month, c is still below.
    await expect(move(a, c, '2998-12')).rejects.toThrow(CIRCLE)
    await move(a, c, '2999-01')
    await expect(move(c, b, '2999-02')).rejects.toThrow(CIRCLE)
  })

  it('records activations by month', async () => {
    const { id } = await makeUser(connection().db)
    const { pool } = connection()
    await pool.query(`update member_statuses set from_month = '2020-01' where member_id = $1`, [id])
    await pool.query(`update users set status = 'suspended' where id = $1`, [id])
    await pool.query(`update users set status = 'closed' where id = $1`, [id])
    const { rows } = await pool.query(
      'select status, from_month = month_of(now()) as now from member_statuses where member_id = $1 order by from_month',
      [id],
    )
    expect(rows).toEqual([
      { status: 'active', now: false },
      { status: 'closed', now: true },
    ])
  })

  it('assigns numbers above those already taken', async () => {
    const { pool, db } = connection()
    const { id: existing } = await makeUser(db)
    const { rows } = await pool.query('select member_no from users where id = $1', [existing])
    const next = String(Number(rows[0].member_no) + 1)
    await pool.query('update users set member_no = $2 where id = $1', [existing, next])
    const { id } = await makeUser(db)
    const created = await pool.query('select member_no from users where id = $1', [id])
    expect(created.rows[0].member_no).toBe(String(Number(next) + 1))
  })

  // On the embedded engine's single connection, they would run one after the other.
  it.runIf(engine === 'postgres')('rejects one of two moves that together create a cycle', async () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [(await makeChain(2))[0] as number, (await makeChain(2))[0] as number]
      const moved = await Promise.allSettled([move(a, b), move(b, a)])
      expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})

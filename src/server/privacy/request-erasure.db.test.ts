import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { executeDueErasures } from './erasures.jobs.ts'
import { findOpenBusiness } from './open-business.queries.ts'
import { cancelErasureRequest, requestErasure } from './request-erasure.ts'

databaseTest('a member who requests erasure', (connection) => {
  const jobs = jobsForSuite(connection)
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'salonfront-asked-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const request = (userId: Awaited<ReturnType<typeof makeUser>>['id']) =>
    inTransaction(connection().db, (trx) => requestErasure(trx, { kind: 'customer', userId }, userId, jobs()))
  /** Runs the job twice for each date. */
  const run = async (days: number) => {
    const config = { dataDir, erasedList: join(dataDir, 'erased.txt') } as never
    for (const _ of [1, 2])
      await executeDueErasures({ db: connection().db, jobs: jobs(), config, files: diskStore(dataDir) }, inDays(days))
  }
  const findMails = async (id: number) => {
    const { rows } = await sql<{ mail: string }>`
      select data ->> 'mail' as mail from pgboss.job
       where name = 'mail' and (data ->> 'user_id')::int = ${id} order by created_on`.execute(connection().db)
    return rows.map(({ mail }) => mail)
  }
  const readName = async (id: number) =>
    (await sql<{ name: string }>`select first_name as name from users where id = ${id}`.execute(connection().db))
      .rows[0]?.name

  it('is erased after 14 days, when nothing is open and the last email has been sent', async () => {
    const { db } = connection()
    const user = await makeUser(db)
    const product = await makeProduct(db, { stock: 5 })
    const cartOwner = await fillCart(db, [{ id: product.id }])
    const placed = await submit(db, jobs(), { cartOwner, userId: user.id, creditedUserId: user.id })
    if (!placed.ok) throw new Error(placed.refusal.code)
    await request(user.id)
    await request(user.id)
    expect(await findMails(user.id)).toEqual(['erasure_begins'])
    expect(await findOpenBusiness(db, user.id, '2026-11')).toEqual({
      orders: [placed.orderId],
      balances: [],
      months: [],
    })
    await run(15)
    await sql`update orders set status = 'canceled', canceled_at = now() where id = ${placed.orderId}`.execute(db)
    await run(13.9)
    expect(await findMails(user.id)).toEqual(['erasure_begins'])
    await run(14.1)
    expect(await findMails(user.id)).toEqual(['erasure_begins', 'erasure_ends'])
    expect(await readName(user.id)).toBe('Ana')
    await sql`update pgboss.job set state = 'completed', completed_on = now()
      where name = 'mail' and data ->> 'mail' = 'erasure_ends'`.execute(db)
    await run(14.2)
    expect(await readName(user.id)).toBe('Erased')
    expect(await findMails(user.id)).toEqual([])
    const { rows } = await sql`select 1 from audit_entries where action = 'member.erased'`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('keeps the account after canceling the request', async () => {
    const { db } = connection()
    const user = await makeUser(db)
    await request(user.id)
    const cancelRequest = () =>
      inTransaction(db, (trx) => cancelErasureRequest(trx, { kind: 'customer', userId: user.id }, user.id))
    expect([await cancelRequest(), await cancelRequest()]).toMatchObject([{ ok: true }, { ok: false }])
    await run(30)
    expect(await readName(user.id)).toBe('Ana')
  })

  it('waits for unpaid bonuses of past months and for balances', async () => {
    const { db } = connection()
    const user = await makeUser(db)
    const product = await makeProduct(db, { stock: 5 })
    const placed = await submit(db, jobs(), { cartOwner: await fillCart(db, [{ id: product.id }]), userId: user.id })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const id = placed.orderId
    await sql`update orders set status = 'canceled', canceled_at = now() where id = ${id}`.execute(db)
    await sql`insert into payments (order_id, kind, method, amount_cents, value_date, made_by)
      values (${id}, 'received', 'cash', 100, now()::date, 'staff')`.execute(db)
    await sql`insert into credit_notes (order_id, kind, amount_cents, goods_cents, tax_cents, made_by)
      select id, 'cancellation', total_cents, total_cents - tax_cents, tax_cents, 'staff' from orders where id = ${id}`.execute(
      db,
    )
    await sql`insert into counted_orders (order_no, order_id, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv, remaining_cv_cents, remaining_pv)
      values ('earlier', null, ${user.id}, false, '2026-09-02', '2026-09', 100, 1, 100, 1, 100, 1)`.execute(db)
    expect(await findOpenBusiness(db, user.id, '2026-10')).toEqual({ orders: [], balances: [id], months: ['2026-09'] })
    expect((await findOpenBusiness(db, user.id, '2026-09')).months).toEqual([])
  })

  it('waits for staff corrections in a month that has ended and is not closed', async () => {
    const { db } = connection()
    const { id } = await makeUser(db)
    await sql`insert into bonus_corrections (month, member_id, bonus, amount_cents, corrected_month, reason, requested_by)
      values ('2026-09', ${id}, 'sales', 5000, '2026-08', 'Miscounted.', 'owner@shop.example')`.execute(db)
    expect((await findOpenBusiness(db, id, '2026-10')).months).toEqual(['2026-09'])
    expect((await findOpenBusiness(db, id, '2026-09')).months).toEqual([])
  })
})

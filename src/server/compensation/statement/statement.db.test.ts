import { expect, it } from 'vitest'
import { Statement } from '#contract/compensation/statement.ts'
import { month } from '#domain/calendar/month.ts'
import { checkStatement } from '#domain/compensation/statement/check-statement.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { readStatementOfA } from '#test/statement-file.ts'
import { skipMonths } from '../close/skip-months.ts'
import { listPersonalOrders, listReversals } from './statement.queries.ts'

const MARCH = 'year=2026&month=03'
const APRIL = 'year=2026&month=04'

databaseTest('statements of the worked examples', (connection) => {
  const suite = appForSuite(connection)
  const browserAs = async (letter: string) => {
    const { rows } = await connection().pool.query('select id from users where member_no = $1', [letter])
    return signInAs(suite, connection(), rows[0].id as UserId)
  }
  const requestStatement = async (letter: string, query: string) =>
    (await browserAs(letter)).get(`/account/sales/statement.json?${query}`)
  async function readStatement(letter: string, query: string): Promise<Statement> {
    const response = await requestStatement(letter, query)
    expect(response.statusCode).toBe(200)
    const statement = Statement.parse(response.json())
    expect(checkStatement(statement).filter(({ agrees }) => !agrees)).toEqual([])
    return statement
  }
  const close = (value: string) => closeWithDefaults(connection(), month(value))

  it('do not exist before the close, in a month closed elsewhere, before the enrollment, or for a guest', async () => {
    await createExample(connection(), 'example-1')
    const readCode = async (query: string) => {
      const response = await requestStatement('A', query)
      return [response.statusCode, response.json().code]
    }
    const notClosed = [404, 'statement_pending']
    expect(await readCode(MARCH)).toEqual(notClosed)
    expect(await readCode('')).toEqual(notClosed)
    expect(await readCode('year=2026&month=13')).toEqual([422, 'invalid'])
    expect(await readCode('year=1999&month=01')).toEqual([422, 'invalid'])
    expect(await readCode('year=2026')).toEqual([422, 'invalid'])
    await inTransaction(connection().db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    expect(await readCode('year=2026&month=01')).toEqual([404, 'not_found'])
    for (const kind of ['json', 'pdf']) {
      const response = await browserOf(suite).get(`/account/sales/statement.${kind}?${MARCH}`)
      expect(response.statusCode).toBe(401)
    }
  })

  it('March of A has all its details, and matches its recomputation', async () => {
    expect(await close('2026-03')).toMatchObject({ ok: true })
    const statement = await readStatement('A', MARCH)
    expect(statement).toMatchObject({
      month: '2026-03',
      member: { member_no: 'A', active: true },
      minimum_payout_cents: 2500,
      before: { title: 1, carried_cents: 0 },
      card: {
        level: 4,
        title: 4,
        personal_pv: 285,
        group_pv: 4035,
        sales_bonus_cents: 9607,
        level_bonus_cents: 15_114,
        total_bonus_cents: 24_721,
        payable_cents: 24_721,
      },
      orders: [
        { order_no: 'O1', customer: false, cv_cents: 21_000, pv: 180, own_sale_cents: 2520 },
        { order_no: 'O2', customer: true, cv_cents: 12_545, pv: 105, own_sale_cents: 1505 },
      ],
      legs: [
        { member_no: 'B', level: 3, best_level: 3, group_pv: 3050, direct_line_cents: 4231 },
        { member_no: 'C', level: 2, best_level: 2, group_pv: 700, direct_line_cents: 1351 },
      ],
      returns: [],
      reversals: [],
    })
    const o8Lines = statement.lines?.find(({ order_no }) => order_no === 'O8')
    expect(o8Lines).toMatchObject({ leg_no: 'B', rate_bp: 1200, covered_bp: 900, amount_cents: 2115 })
    expect(statement.inputs_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('match for every member in both months, including carried balances and reversals', async () => {
    await createExample(connection(), 'example-2')
    expect(await close('2026-04')).toMatchObject({ ok: true })
    for (const letter of 'ABCDEFGH') {
      for (const query of [MARCH, APRIL]) await readStatement(letter, query)
    }
    const april = await readStatement('A', APRIL)
    const { closed_at: _, inputs_hash: __, checksum: ___, ...card } = april
    expect(readStatementOfA()).toMatchObject(card)
    expect(april.card).toMatchObject({ level: 2, title: 4, total_bonus_cents: 437, carried_cents: 437 })
    expect(april.reversals).toMatchObject([
      { order_no: 'O8', kind: 'differential', before_cents: 70_507, remaining_cents: 0, amount_cents: -2115 },
      { order_no: 'O7', before_cents: 33_333, remaining_cents: 22_222, posted_cents: 2000, due_cents: 1334 },
    ])
    expect((await readStatement('F', APRIL)).returns).toMatchObject([
      { order_no: 'O7', order_month: '2026-03', customer: true, cv_cents: -11_111, pv: -100 },
    ])
    expect((await readStatement('H', APRIL)).before).toEqual({ title: 1, carried_cents: 827 })
  })

  it('rows beyond the maximum are summed up in one row', async () => {
    const { db, pool } = connection()
    const { rows } = await pool.query(`select member_no, id from users where member_no in ('A', 'C')`)
    const [ada, cleo] = ['A', 'C'].map((letter) => rows.find((row) => row.member_no === letter).id as UserId)
    if (!ada || !cleo) throw new Error('A and C must exist')
    const [march, april] = [month('2026-03'), month('2026-04')]
    expect(await listPersonalOrders(db, march, ada, 1)).toMatchObject({
      rows: [{ order_no: 'O1' }],
      further: { count: 1, cv_cents: 12_545, pv: 105, customer_pv: 105, own_sale_cents: 1505 },
    })
    expect((await listPersonalOrders(db, march, ada, 2)).further).toBeNull()
    expect(await listReversals(db, april, ada, 1)).toMatchObject({
      rows: [{ order_no: 'O8' }],
      further: { count: 1, sales_bonus_cents: 0, level_bonus_cents: -666 },
    })
    expect(await listReversals(db, april, cleo, 0)).toMatchObject({
      further: { count: 2, sales_bonus_cents: -333, level_bonus_cents: -334 },
    })
  })

  it('are unchanged by later changes of names', async () => {
    const before = await readStatement('A', MARCH)
    await connection().pool.query(`update users set last_name = 'Anders' where member_no = 'B'`)
    const after = await readStatement('A', MARCH)
    expect(after.legs[0]?.name).toContain('Anders')
    expect(after.checksum).toBe(before.checksum)
  })

  it("name nobody outside the member's downline, shorten names below the direct line, and have no addresses", async () => {
    await connection().pool.query(`update users set first_name = 'First' || member_no, last_name = 'Last' || member_no`)
    const text = (await requestStatement('B', MARCH)).body
    for (const letter of 'DE') expect(text).toContain(`First${letter} Last${letter}`)
    for (const letter of 'GH') {
      expect(text).toContain(`First${letter} L.`)
      expect(text).not.toContain(`Last${letter}`)
    }
    for (const letter of 'ACF') expect(text).not.toContain(`First${letter}`)
    expect(text).not.toContain('@')
    expect((await requestStatement('E', MARCH)).json().lines).toEqual([])
  })

  it('print as a PDF that must not be cached', async () => {
    const response = await (await browserAs('A')).get(`/account/sales/statement.pdf?${MARCH}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="statement-2026-03.pdf"',
      'content-security-policy': "frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    })
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

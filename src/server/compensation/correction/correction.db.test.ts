import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { Statement } from '#contract/compensation/statement.ts'
import { type Month, month, monthOf } from '#domain/calendar/month.ts'
import { checkStatement } from '#domain/compensation/statement/check-statement.ts'
import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createMonths } from '#test/create-months.ts'
import { signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { MonthLockedError } from '../close/month-locked-error.ts'
import { skipMonths } from '../close/skip-months.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { writeMonthFiles } from '../files/month-files.ts'
import { correctBonus } from './correct-bonus.ts'
import { listCorrections } from './list-corrections.ts'
import type { CorrectionInput } from './plan-correction.ts'

const march = month('2026-03')
const current = monthOf(Date.now())

databaseTest('bonus corrections', (connection) => {
  const suite = appForSuite(connection)
  const jobs = jobsForSuite(connection)
  const db = () => connection().db
  const queryRows = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const findMemberId = async (letter: string) =>
    (await queryRows('select id from users where member_no = $1', [letter]))[0].id as UserId
  const correctionInput = async (
    letter: string,
    amount: number,
    overrides: Partial<CorrectionInput> = {},
  ): Promise<CorrectionInput> => ({
    ...{ memberId: await findMemberId(letter), concerns: march, bonus: 'sales', amountCents: cents(amount) },
    ...{ orderNo: undefined, reason: 'The code was typed wrongly.' },
    ...overrides,
  })
  const correct = async (actor: Actor, letter: string, amount: number, overrides: Partial<CorrectionInput> = {}) => {
    const correction = await correctionInput(letter, amount, overrides)
    return inTransaction(db(), (trx) => correctBonus(trx, actor, correction))
  }
  const getApprovalId = (result: Awaited<ReturnType<typeof correct>>) => {
    if (!result.ok || result.passed) throw new Error('it was not proposed')
    return result.approvalId
  }
  const findings = async () => (await verifyShop(db(), tmpdir())).findings
  const readCard = async (letter: string, value: Month) =>
    (
      await queryRows(
        `select sales_bonus_cents::int as sales, level_bonus_cents::int as level, payable_cents::int as payable, carried_cents::int as carried
           from cards where member_id = $1 and month = $2`,
        [await findMemberId(letter), value],
      )
    )[0]
  const people: Record<'manager' | 'owner', Awaited<ReturnType<typeof makeStaff>>> = {} as never

  it('require a second approver, and are booked in the month they concern', async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(db(), (trx) => skipMonths(trx, march, Date.now()))
    people.manager = await makeStaff(db(), 'manager')
    people.owner = await makeStaff(db(), 'owner')
    const clerk = await makeStaff(db(), 'clerk')
    const { manager, owner } = people

    expect(await correct(manager.actor, 'D', 1234, { reason: ' ' })).toEqual({
      ok: false,
      refusal: { code: 'reason_required' },
    })
    expect(await correct(manager.actor, 'D', 0)).toEqual({ ok: false, refusal: { code: 'correction_empty' } })
    expect(await correct(clerk.actor, 'D', 1234)).toEqual({ ok: false, refusal: { code: 'not_permitted' } })
    expect(await correct(manager.actor, 'D', 1, { concerns: month('1999-02') })).toEqual({
      ok: false,
      refusal: { code: 'not_enrolled' },
    })
    expect(await correct(manager.actor, 'D', 1, { memberId: 9_999_999 as UserId })).toEqual({
      ok: false,
      refusal: { code: 'not_found' },
    })
    const otherwise = { ok: false, refusal: { code: 'counted_order_not_found' } }
    expect(await correct(manager.actor, 'D', 1, { orderNo: 'O99' })).toEqual(otherwise)
    expect(await correct(manager.actor, 'D', 1, { orderNo: 'O5', concerns: month('2026-04') })).toEqual(otherwise)
    expect(await correct({ kind: 'command_line' }, 'D', 1234)).toEqual({
      ok: false,
      refusal: { code: 'proposer_required' },
    })

    const first = getApprovalId(await correct(manager.actor, 'D', 1234, { orderNo: 'O5' }))
    expect(await queryRows('select count(*)::int as n from bonus_corrections')).toEqual([{ n: 0 }])
    expect(await queryRows('select subject, preview::jsonb as preview from approvals')).toEqual([
      {
        subject: 'D 2026-03 sales O5',
        preview: {
          ...{ member: 'D', status: 'active', bonus: 'sales bonus', amount: '+$12.34', concerns: '2026-03' },
          ...{ 'state of that month': 'not closed', order: 'O5', 'corrected before': '$0.00', 'booked in': '2026-03' },
          why: 'The code was typed wrongly.',
        },
      },
    ])
    expect(await approveAs(db(), manager.actor, first, jobs())).toEqual({
      ok: false,
      refusal: { code: 'own_proposal' },
    })
    expect(await approveAs(db(), owner.actor, first, jobs())).toEqual({ ok: true, state: 'done' })
    expect(await approveAs(db(), owner.actor, first, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_decided' },
    })
    const { rows: booked } = await listCorrections(db(), { limit: 10 })
    expect(booked).toMatchObject([
      {
        ...{ month: '2026-03', member_no: 'D', bonus: 'sales', amount_cents: 1234, corrected_month: '2026-03' },
        ...{ order_no: 'O5', requested_by: manager.email, approved_by: owner.email },
      },
    ])
    expect(
      await queryRows(`select actor_name, subject_kind from audit_entries where action = 'bonus.corrected'`),
    ).toEqual([{ actor_name: owner.email, subject_kind: 'member' }])
    expect(await findings()).toEqual([])
  })

  it('are void after another correction, a return or a close', async () => {
    const { manager, owner } = people
    const deduction = getApprovalId(await correct(manager.actor, 'D', -100))
    const addition = getApprovalId(await correct(owner.actor, 'D', 250, { orderNo: 'O5', reason: 'Once more.' }))
    expect(await approveAs(db(), manager.actor, addition, jobs())).toEqual({ ok: true, state: 'done' })
    expect(await approveAs(db(), owner.actor, deduction, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    // Another bonus of the same member is independent.
    const level = getApprovalId(await correct(manager.actor, 'D', 300, { bonus: 'level' }))
    expect(await approveAs(db(), owner.actor, level, jobs())).toEqual({ ok: true, state: 'done' })

    const before = getApprovalId(await correct(manager.actor, 'B', -700))
    expect(await closeWithDefaults(connection(), march)).toMatchObject({ ok: true })
    expect(await approveAs(db(), owner.actor, before, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    expect(await readCard('D', march)).toEqual({ sales: 7996 + 1234 + 250, level: 300, payable: 9780, carried: 0 })
    expect(await readCard('B', march)).toEqual({ sales: 15_633, level: 7609, payable: 23_242, carried: 0 })
    expect(
      await queryRows(`select amount_cents::int as cents from payouts where member_id = $1`, [await findMemberId('D')]),
    ).toEqual([{ cents: 9780 }])
    // The company's share is computed from the orders: corrections are not paid for them.
    expect(
      await queryRows(`
        select breakage_cents = (select sum(round(month_cv_cents * 0.24) + round(month_cv_cents * 0.03)) from counted_orders where month = '2026-03')
          - (select sum(amount_cents) from bonus_lines where month = '2026-03') as of_orders from months where month = '2026-03'`),
    ).toEqual([{ of_orders: true }])

    const orderCorrection = getApprovalId(await correct(manager.actor, 'D', -250, { orderNo: 'O5' }))
    await inTransaction(db(), (trx) =>
      reverseVolume(trx, {
        order: { orderNo: 'O5' },
        reversal: { kind: 'return', cvCents: 10_000, pv: 80 },
        returnedAt: new Date(),
      }),
    )
    expect(await approveAs(db(), owner.actor, orderCorrection, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    expect(await findings()).toEqual([])
  })

  it('are booked in the current month if they concern a closed one, which they name', async () => {
    const { manager, owner } = people
    const approval = getApprovalId(
      await correct(manager.actor, 'D', -250, { orderNo: 'O5', reason: 'That was too much.' }),
    )
    const [{ preview }] = await queryRows('select preview::jsonb as preview from approvals where id = $1', [approval])
    expect(preview).toMatchObject({
      ...{ 'state of that month': 'closed', 'bonus of that month': '$94.80', 'paid by the order': '$52.81' },
      ...{ 'corrected before': '$14.84', 'booked in': current, amount: '−$2.50' },
    })
    expect(await approveAs(db(), owner.actor, approval, jobs())).toEqual({ ok: true, state: 'done' })
    const d = await signInAs(suite, connection(), await findMemberId('D'))
    const lines = (await d.get('/account/sales/lines.json?bonus=sales')).json()
    expect(lines.corrections).toEqual([
      {
        ...{ bonus: 'sales', amount: -2.5, corrected_month: { year: '2026', month: '03' }, order_no: 'O5' },
        ...{ reason: 'That was too much.', booked_at: expect.any(String) },
      },
    ])
    expect((await d.get('/account/sales/lines.json?bonus=level')).json().corrections).toEqual([])
    const { difference } = (await d.get('/account/sales/changes.json')).json()
    expect(difference.corrections).toEqual(lines.corrections)
    const sum = (parts: { total_bonus: number }[]) =>
      parts.reduce((cents, part) => cents + Math.round(part.total_bonus * 100), 0)
    expect(sum([...difference.orders, difference.remainder]) - 250).toBe(
      Math.round(difference.change.total_bonus * 100),
    )
    const { detail } = (await d.get('/account/sales.json')).json()
    expect(detail.sales_bonus).toBe(-8.5)
    expect(await findings()).toEqual([])
  })

  it('are in the statement, which matches its recomputation, and in the files of the month', async () => {
    const d = await signInAs(suite, connection(), await findMemberId('D'))
    const statement = Statement.parse((await d.get('/account/sales/statement.json?year=2026&month=03')).json())
    expect(statement.format).toBe('salonfront-statement-2')
    expect(statement.corrections?.map(({ bonus, amount_cents, order_no }) => [bonus, amount_cents, order_no])).toEqual([
      ['sales', 1234, 'O5'],
      ['sales', 250, 'O5'],
      ['level', 300, null],
    ])
    expect(checkStatement(statement).filter(({ agrees }) => !agrees)).toEqual([])
    const a = await signInAs(suite, connection(), await findMemberId('A'))
    const addition = Statement.parse((await a.get('/account/sales/statement.json?year=2026&month=03')).json())
    expect([addition.format, addition.corrections]).toEqual(['salonfront-statement-1', undefined])
    expect((await d.get('/account/sales/statement.pdf?year=2026&month=03')).statusCode).toBe(200)

    const folder = await mkdtemp(join(tmpdir(), 'corrected-month-'))
    const written = await writeMonthFiles(connection(), march, folder)
    const lines = (await readFile(join(folder, 'lines.csv'), 'utf8')).trim().split('\n').slice(1)
    await rm(folder, { recursive: true })
    expect(lines.slice(-3)).toEqual([
      '2026-03,O5,D,sales_correction,,,,,,12.34',
      '2026-03,O5,D,sales_correction,,,,,,2.50',
      '2026-03,,D,level_correction,,,,,,3.00',
    ])
    const total = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',').at(-1)) * 100), 0)
    expect(total).toBe(written?.totalBonusCents)
  })

  it('that make the balance negative are carried over until later bonuses make up for them', async () => {
    const april = month('2026-04')
    const approval = getApprovalId(await correct(people.manager.actor, 'H', -2000, { concerns: april }))
    expect(await approveAs(db(), people.owner.actor, approval, jobs())).toEqual({ ok: true, state: 'done' })
    expect(await closeWithDefaults(connection(), april)).toMatchObject({ ok: true })
    // March had carried on a balance below the minimum payout.
    expect(await readCard('H', april)).toEqual({ sales: -2000, level: 0, payable: 0, carried: 827 - 2000 })
    expect(await findings()).toEqual([])
  })

  it('are immutable, and a closed month accepts none, even if the use case is bypassed', async () => {
    const { pool } = connection()
    const insert = (value: string, concerns: string) =>
      pool.query(
        `insert into bonus_corrections (month, member_id, bonus, amount_cents, corrected_month, reason, requested_by)
         values ($1, $2, 'sales', 5, $3, 'x', 'x')`,
        [value, people ? 1 : 1, concerns],
      )
    await expect(insert('2026-03', '2026-03')).rejects.toThrow('is closed')
    await expect(insert('2026-05', '2026-06')).rejects.toThrow('bonus_corrections_corrected_month_not_later')
    await expect(pool.query('update bonus_corrections set amount_cents = 1')).rejects.toThrow('append-only')
    await expect(pool.query('delete from bonus_corrections')).rejects.toThrow('append-only')
    await expect(pool.query('truncate bonus_corrections')).rejects.toThrow('append-only')
    await pool.query(`begin; set local session_replication_role = 'replica';
      update bonus_corrections set amount_cents = amount_cents + 1 where month = '2026-03' and bonus = 'level';
      update bonus_corrections set corrected_month = '1999-01' where month = '2026-04'; commit`)
    expect(await findings()).toEqual([
      expect.stringMatching(
        /^Month 2026-03, member \S+: lines come to 9480 and 301 cents, the card says 9480 and 300\.$/,
      ),
      expect.stringMatching(/^Correction \d+ is of member \S+, who was enrolled later than in 1999-01\.$/),
      'Month 2026-03: its plan, members, orders, returns or corrections are not those that it was closed with.',
      expect.stringMatching(
        /^Month 2026-03, member \S+: .* of 9480 and 300 cents, .* recomputed: .* of 9480 and 301 cents/,
      ),
    ])
  })
})

databaseTest('concurrent corrections', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const db = () => connection().db
  const queryRows = async (text: string) => (await connection().pool.query(text)).rows
  const april = month('2026-04')
  const correctionInput = async (overrides: Partial<CorrectionInput> = {}): Promise<CorrectionInput> => ({
    memberId: (await queryRows('select id from users order by id limit 1'))[0].id as UserId,
    ...{ concerns: march, bonus: 'sales', amountCents: cents(700), orderNo: undefined, reason: 'Forgotten.' },
    ...overrides,
  })

  beforeEach(() => createMonths(connection(), { members: 30, ordersPerMonth: 60, months: [march, april] }))

  it.runIf(engine === 'postgres')('are booked once despite twenty concurrent approvals', async () => {
    const manager = await makeStaff(db(), 'manager')
    const owners = await Promise.all([1, 2].map(() => makeStaff(db(), 'owner')))
    const correction = await correctionInput()
    const result = await inTransaction(db(), (trx) => correctBonus(trx, manager.actor, correction))
    if (!result.ok || result.passed) throw new Error('it was not proposed')
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        approveAs(db(), (owners[n % 2] ?? manager).actor, result.approvalId, jobs()),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.refusal.code === 'approval_decided')).toHaveLength(19)
    expect(await queryRows('select amount_cents::int as cents from bonus_corrections')).toEqual([{ cents: 700 }])
  })

  it.runIf(engine === 'postgres')('are booked either in the month being closed or in the current one', async () => {
    const correction = await correctionInput()
    const correctWithRetries = async () => {
      for (;;) {
        try {
          return await inTransaction(db(), (trx) => correctBonus(trx, { kind: 'command_line' }, correction))
        } catch (error) {
          if (!(error instanceof MonthLockedError)) throw error
        }
      }
    }
    await connection().pool.query('update staff set active = false')
    for (let round = 0; round < 3; round++) {
      await createMonths(connection(), { members: 30, ordersPerMonth: 60, months: [march, april] })
      correction.memberId = (await queryRows('select id from users order by id limit 1'))[0].id
      const [closed, ...corrected] = await Promise.all([
        closeWithDefaults(connection(), march),
        ...Array.from({ length: 8 }, () => correctWithRetries()),
      ])
      expect(closed.ok).toBe(true)
      expect(corrected.every((result) => result.ok && result.passed && [march, current].includes(result.month))).toBe(
        true,
      )
      expect(await queryRows('select count(*)::int as n from bonus_corrections')).toEqual([{ n: 8 }])
      expect((await verifyShop(db(), tmpdir())).findings).toEqual([])
    }
  })
})

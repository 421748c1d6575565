import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { type Month, month, nextMonth } from '#domain/calendar/month.ts'
import type { PayoutStep, SentMethod } from '#domain/compensation/rules/payout-steps.ts'
import { cents } from '#domain/money/money.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { correctBonus } from '#server/compensation/correction/correct-bonus.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createMonths } from '#test/create-months.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { makeUser } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { jobsForSuite } from '#test/shop.ts'
import { makeStaff } from '#test/staff.ts'
import { bookStep, payoutVersion } from './book-step.ts'
import { sumReady } from './find-totals.ts'
import { listPayees } from './list-payees.ts'
import { listPayouts } from './list-payouts.ts'
import { payMonth } from './pay-month.ts'
import { recordW9, w9Version } from './record-w9.ts'
import { savePayoutMethod } from './save-payout-method.ts'
import { sendPayout } from './send-payout.ts'

const march = month('2026-03')

databaseTest('payouts of closed months', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const db = () => connection().db
  const rows = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const actor: Actor = { kind: 'command_line', by: 'owner@shop.example' }
  const bookStepBy = (value: Month, memberId: number, kind: PayoutStep, entries: number, reason = 'Why not.') =>
    inTransaction(db(), (trx) =>
      bookStep(
        trx,
        actor,
        { month: value, memberId, kind, expectedVersion: payoutVersion(entries), reason },
        { jobs: jobs() },
      ),
    )
  const send = (value: Month, memberId: number, method: SentMethod, entries: number, reference = '') => {
    const expectedVersion = payoutVersion(entries)
    const sent = { month: value, memberId, method, reference, reason: '', expectedVersion, at: new Date() }
    return inTransaction(db(), (trx) => sendPayout(trx, actor, sent, createPaymentServices(jobs())))
  }
  const pay = (value: Month) =>
    inTransaction(db(), async (trx) => {
      const { totalCents } = await sumReady(trx, value)
      return payMonth(trx, { month: value, totalCents: cents(totalCents), by: 'test' })
    })
  const readStates = async () =>
    rows(`select state, sum(payouts)::int as n, sum(amount_cents)::int as cents from payout_totals where payouts > 0
      group by state order by state`)
  const findings = async () => (await verifyShop(db(), tmpdir())).findings

  it('match the cards; payouts on hold, failed or without a destination stay open when the month is paid', async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(db(), (trx) => skipMonths(trx, march, Date.now()))
    await closeWithDefaults(connection(), march, { now: Date.parse('2026-04-06T04:00:00Z') })
    expect(await readStates()).toEqual([{ state: 'due', n: 5, cents: 64_891 }])
    const { data } = await listPayouts(db(), { month: march }, new Date())
    expect(data.map(({ amount, block }) => [amount, block?.reason])).toEqual([
      [247.21, 'no_method'],
      [232.42, 'no_method'],
      [47.02, 'no_method'],
      [79.96, 'no_method'],
      [42.3, 'no_method'],
    ])
    const [a, b, c, d, g] = data.map(({ member_id }) => member_id) as [number, number, number, number, number]
    for (const id of [a, b, c, g]) await setPayoutMethods(connection(), id)
    expect(await bookStepBy(march, b, 'held', 0)).toMatchObject({ ok: true })
    expect(await bookStepBy(march, c, 'failed', 0)).toMatchObject({ ok: true })
    expect(await bookStepBy(march, b, 'held', 0)).toEqual({ ok: false, refusal: { code: 'stale' } })
    expect(await bookStepBy(march, b, 'held', 1)).toEqual({ ok: false, refusal: { code: 'already_held' } })
    expect(await bookStepBy(march, 999_999, 'held', 0)).toEqual({ ok: false, refusal: { code: 'not_found' } })
    expect(await send(march, a, 'quickpay', 0)).toEqual({ ok: false, refusal: { code: 'month_not_paid' } })
    expect(await pay(march)).toEqual({ ok: true, payees: 2, open: 3 })
    expect(await readStates()).toEqual([
      { state: 'due', n: 1, cents: 7996 },
      { state: 'failed', n: 1, cents: 4702 },
      { state: 'held', n: 1, cents: 23_242 },
      { state: 'paid', n: 2, cents: 28_951 },
    ])
    expect(await findings()).toEqual([])

    // Open payouts are sent one by one: after releasing the hold, by another method, or as a retry.
    expect(await send(march, b, 'quickpay', 1)).toEqual({ ok: false, refusal: { code: 'is_held' } })
    expect(await bookStepBy(march, b, 'released', 1)).toMatchObject({ ok: true })
    expect(await send(march, b, 'quickpay', 2)).toMatchObject({ ok: true })
    expect(await send(march, c, 'check', 1)).toEqual({ ok: false, refusal: { code: 'method_mismatch' } })
    expect(await send(march, c, 'quickpay', 1)).toMatchObject({ ok: true })
    expect(await send(march, d, 'quickpay', 0)).toEqual({ ok: false, refusal: { code: 'no_method' } })
    expect(await send(march, d, 'cash', 0)).toEqual({ ok: false, refusal: { code: 'reference_required' } })
    expect(await send(march, d, 'cash', 0, 'Handed over on the 16th')).toMatchObject({ ok: true })
    expect(await readStates()).toEqual([{ state: 'paid', n: 5, cents: 64_891 }])

    // One fails, which removes it from the year it was sent in.
    const { data: payees } = await listPayees(db(), { year: new Date().getFullYear() }, cents(20_000))
    expect(payees.map(({ paid, is_reportable }) => [paid, is_reportable])).toEqual([
      [247.21, true],
      [232.42, true],
      [79.96, false],
      [47.02, false],
      [42.3, false],
    ])
    expect(await bookStepBy(march, a, 'failed', 1, 'The account was closed.')).toMatchObject({ ok: true })
    expect(await rows('select paid_cents from payout_years where member_id = $1', [a])).toEqual([{ paid_cents: 0 }])
    expect(await readStates()).toMatchObject([
      { state: 'failed', n: 1 },
      { state: 'paid', n: 4 },
    ])
    expect(await findings()).toEqual([])
  })

  it('are not sent to a new payout method by anyone, and the member is emailed', async () => {
    const [{ member_id: a }] = await rows(`select member_id from payouts where state = 'failed'`)
    const chosen = await inTransaction(db(), (trx) =>
      savePayoutMethod(
        trx,
        a as UserId,
        { kind: 'quickpay', phoneNumber: '2015550199', addressId: undefined },
        { jobs: jobs() },
      ),
    )
    expect(chosen).toEqual({ ok: true })
    expect(await send(march, a, 'quickpay', 2)).toEqual({ ok: false, refusal: { code: 'method_is_new' } })
    expect(
      await rows(
        'select destination, on_hold_until - set_at as hold from payout_methods where user_id = $1 order by id desc limit 1',
        [a],
      ),
    ).toMatchObject([{ destination: '(201) 555-0199' }])
    expect(
      await rows(`select count(*)::int as n from pgboss.job where data ->> 'mail' = 'payout_method_chosen'`),
    ).toEqual([{ n: 1 }])
    const saveMethod = (fields: object) =>
      inTransaction(db(), (trx) =>
        savePayoutMethod(
          trx,
          a as UserId,
          { kind: 'quickpay', phoneNumber: '', addressId: undefined, ...fields },
          { jobs: jobs() },
        ),
      )
    expect(await saveMethod({})).toEqual({ ok: false, refusal: { code: 'phone_required' } })
    expect(await saveMethod({ phoneNumber: 'soon' })).toEqual({ ok: false, refusal: { code: 'phone_invalid' } })
    expect(await saveMethod({ kind: 'check', addressId: 1_000_000 })).toEqual({
      ok: false,
      refusal: { code: 'address_required' },
    })
  })

  it('are paid once, even if code bypasses the use cases, and entries stay', async () => {
    const [paid] = await rows(`select month, member_id, amount_cents from payouts where state = 'paid' limit 1`)
    const insertAgain = (kind: string, amount: number) =>
      connection().pool.query(
        `insert into payout_entries (month, member_id, kind, amount_cents, method, reason, sent_on, made_by)
         values ($1, $2, $3, $4::bigint, case $3 when 'paid' then 'cash' end, 'x', case when $4::bigint <> 0 then now()::date end, 'x')`,
        [paid.month, paid.member_id, kind, amount],
      )
    await expect(insertAgain('paid', paid.amount_cents)).rejects.toThrow('payouts_paid_in_full')
    await expect(insertAgain('held', 0)).rejects.toThrow('payouts_paid_in_full')
    await expect(insertAgain('failed', -1)).rejects.toThrow('payouts_paid_in_full')
    await expect(connection().pool.query('update payout_entries set amount_cents = 1')).rejects.toThrow('append-only')
    await expect(connection().pool.query('delete from payout_entries')).rejects.toThrow('append-only')
    await expect(connection().pool.query('delete from payout_methods')).rejects.toThrow('append-only')
  })

  it.runIf(engine === 'postgres')('let exactly one of twenty concurrent senders succeed', async () => {
    const [{ member_id: a }] = await rows(`select member_id from payouts where state = 'failed'`)
    const results = await Promise.all(Array.from({ length: 20 }, () => send(march, a, 'cash', 2, 'In person')))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.refusal.code === 'stale')).toHaveLength(19)
    expect(await findings()).toEqual([])
  })

  it.runIf(engine === 'postgres')('let exactly one of twenty concurrent W-9 updates succeed', async () => {
    const { id: memberId } = await makeUser(db())
    const recordForm = (on: string) =>
      inTransaction(db(), (trx) =>
        recordW9(trx, actor, { memberId, on, expectedVersion: w9Version(null), today: '2026-12-31' }),
      )
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, nth) => recordForm(`2026-01-${nth + 10}`)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await rows('select from tax_forms where user_id = $1', [memberId])).toHaveLength(1)
  })

  it('are reported by verify if figures were changed directly in the database', async () => {
    const { pool } = connection()
    await pool.query(`update payout_totals set amount_cents = amount_cents + 1 where state = 'paid'`)
    await pool.query(`update payout_years set paid_cents = paid_cents + 1 where paid_cents > 0`)
    expect((await findings()).some((line) => line.startsWith('The totals of month 2026-03'))).toBe(true)
    expect((await findings()).filter((line) => line.startsWith('Member ')).length).toBeGreaterThan(0)
    await pool.query(`update payout_totals set amount_cents = amount_cents - 1 where state = 'paid'`)
    await pool.query(`update payout_years set paid_cents = paid_cents - 1 where paid_cents > 1`)
    await pool.query(`begin; set local session_replication_role = 'replica';
      update payouts set amount_cents = amount_cents + 1, paid_cents = paid_cents + 1 where state = 'paid'; commit`)
    expect((await findings()).some((line) => /^Payout of month 2026-03, member \S+ is of/.test(line))).toBe(true)
  })
})

databaseTest('payouts over many months', (connection) => {
  const jobs = jobsForSuite(connection)
  const MONTHS = 24
  const months = Array.from({ length: MONTHS }).reduce<Month[]>(
    (before) => [...before, before.length === 0 ? month('2024-04') : nextMonth(before.at(-1) as Month)],
    [],
  )
  /** A seeded random number generator, so that every run is the same. */
  const createRandom = (seed: number) => () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return seed / 0x8000_0000
  }

  it('match the cards by month and member through corrections, holds, failures and late payments', async () => {
    const { db, pool } = connection()
    await createMonths(connection(), { members: 40, ordersPerMonth: 60, months })
    const random = createRandom(20_261_124)
    const owner = await makeStaff(db, 'owner')
    await setPayoutMethods(connection())
    const book = (value: Month, memberId: number, kind: PayoutStep, entries: number) =>
      inTransaction(db, (trx) =>
        bookStep(
          trx,
          owner.actor,
          {
            month: value,
            memberId,
            kind,
            expectedVersion: payoutVersion(entries),
            reason: 'x',
            ...(kind === 'paid' && { sent: { method: 'cash', destination: '', reference: 'x', on: '2026-05-01' } }),
          },
          { jobs: jobs() },
        ),
      )
    const bookRandomSteps = async (value: Month) => {
      const { rows } = await pool.query('select member_id, entries from payouts where month = $1 order by member_id', [
        value,
      ])
      for (const { member_id, entries } of rows) {
        if (random() < 0.5) continue
        const kind = (['held', 'released', 'failed', 'paid'] as const)[Math.floor(random() * 4)] as PayoutStep
        // Impossible steps are refused, which is part of the test.
        await book(value, member_id, kind, entries)
      }
    }
    const { rows: members } = await pool.query('select id from users order by id')
    /** Corrects this month or one that is already closed; each correction is booked in this one. */
    const correct = async (value: Month) => {
      const concerns = months[Math.floor(random() * (months.indexOf(value) + 1))] as Month
      const request = {
        memberId: members[Math.floor(random() * members.length)].id as UserId,
        concerns: random() < 0.5 ? value : concerns,
        bonus: random() < 0.5 ? 'sales' : 'level',
        amountCents: cents(Math.floor(random() * 8000) - 4000 || 1),
        orderNo: undefined,
        reason: 'Miscounted.',
      } as const
      const booked = await inTransaction(db, (trx) =>
        correctBonus(trx, owner.actor, request, { now: Date.parse(`${value}-20T12:00:00Z`) }),
      )
      expect(booked).toMatchObject({ ok: true, passed: true, month: value })
    }
    for (const value of months) {
      for (let times = Math.floor(random() * 6); times > 0; times--) await correct(value)
      const closed = await closeWithDefaults(connection(), value, { now: Date.parse('2026-11-24T12:00:00Z') })
      expect(closed.ok).toBe(true)
      await bookRandomSteps(value)
      const paid = await inTransaction(db, async (trx) => {
        const { totalCents } = await sumReady(trx, value)
        return payMonth(trx, { month: value, totalCents: cents(totalCents), by: 'test' })
      })
      expect(paid.ok).toBe(true)
      await bookRandomSteps(value)
      const earlierMonth = months[Math.floor(random() * months.indexOf(value))]
      if (earlierMonth) await bookRandomSteps(earlierMonth)
    }
    // Slow cross-check: sent entries plus open payouts equal the cards' payable amounts, and carried balances plus
    // lines make up the cards.
    const { rows } = await pool.query(`
      select payouts.month, payouts.member_id, amount_cents::int as amount, payable_cents::int as payable,
          (opening_cents + total_bonus_cents - carried_cents)::int as of_balance,
          (select coalesce(sum(amount_cents), 0)::int from payout_entries entry
            where (entry.month, entry.member_id) = (payouts.month, payouts.member_id)) as sent, state
        from payouts join cards on (cards.month, cards.member_id) = (payouts.month, payouts.member_id)`)
    expect(rows.length).toBeGreaterThan(MONTHS)
    for (const { amount, payable, of_balance, sent, state } of rows) {
      expect([amount, of_balance]).toEqual([payable, payable])
      expect(sent).toBe(state === 'paid' ? amount : 0)
    }
    expect(new Set(rows.map(({ state }) => state)).size).toBeGreaterThanOrEqual(3)
    const { rows: lines } = await pool.query(`
      select payee.month, payee.member_id from (select month, member_id, sum(amount_cents) as cents from (
            select month, payee_id as member_id, amount_cents from bonus_lines
            union all select month, member_id, amount_cents from bonus_corrections) booked group by 1, 2) payee
        full join cards on (cards.month, cards.member_id) = (payee.month, payee.member_id)
       where coalesce(payee.cents, 0) <> coalesce(cards.total_bonus_cents, 0)`)
    expect(lines).toEqual([])
    const { rows: corrected } =
      await pool.query(`select count(*)::int as n, count(*) filter (where amount_cents < 0)::int as below,
      count(*) filter (where corrected_month < month)::int as earlier from bonus_corrections`)
    expect(Math.min(...Object.values<number>(corrected[0]))).toBeGreaterThan(5)
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })
})

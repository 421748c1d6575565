import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import type { SentPayout } from './authorize-manual-payout.ts'
import { bookStep, payoutVersion } from './book-step.ts'
import { sumReady } from './find-totals.ts'
import { payMonth } from './pay-month.ts'
import { sendPayout } from './send-payout.ts'

const march = month('2026-03')
const LATER = new Date('2031-06-15T12:00:00Z')

databaseTest('a payout sent by hand', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const db = () => connection().db
  const queryRows = async (text: string) => (await connection().pool.query(text)).rows
  const findings = async () => (await verifyShop(db(), tmpdir())).findings
  /** The payees by ID, with their payouts: $247.21, $232.42, $47.02, $79.96, $42.30. */
  let payees: number[] = []
  let staff: Awaited<ReturnType<typeof makeStaff>>[] = []
  const nth = (index: number) => () => staff[index] as (typeof staff)[number]
  const [owner, other, manager] = [nth(0), nth(1), nth(2)]
  const payeeId = (nth: number) => payees[nth] as number
  const findVersion = async (memberId: number): Promise<string> =>
    payoutVersion((await queryRows(`select entries from payouts where member_id = ${memberId}`))[0].entries)
  const findState = async (memberId: number): Promise<string> =>
    (await queryRows(`select state from payouts where member_id = ${memberId}`))[0].state

  type SendOptions = Partial<SentPayout> & { limit?: Cents }
  const send = async (actor: Actor, memberId: number, { limit = cents(10_000), ...options }: SendOptions = {}) => {
    const sent = {
      month: march,
      memberId,
      method: 'cash',
      reference: 'At the counter',
      reason: 'She has no account',
      expectedVersion: await findVersion(memberId),
      at: new Date(),
      ...options,
    } as const
    const shop = createPaymentServices(jobs(), { refund_approval_above: limit })
    return inTransaction(db(), (trx) => sendPayout(trx, actor, sent, shop))
  }
  const propose = async (actor: Actor, memberId: number, options: SendOptions = {}) => {
    const proposed = await send(actor, memberId, options)
    if (!proposed.ok || proposed.passed) throw new Error('it was not proposed')
    return proposed
  }
  const fail = async (actor: Actor, memberId: number) => {
    const step = { month: march, memberId, kind: 'failed', reason: 'It came back' } as const
    const expectedVersion = await findVersion(memberId)
    const failed = await inTransaction(db(), (trx) =>
      bookStep(trx, actor, { ...step, expectedVersion }, { jobs: jobs() }),
    )
    expect(failed).toMatchObject({ ok: true })
  }

  it('needs a reason but no second approver if one person may approve', async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(db(), (trx) => skipMonths(trx, march, Date.now()))
    await closeWithDefaults(connection(), march, { now: Date.parse('2026-04-06T04:00:00Z') })
    await setPayoutMethods(connection())
    const paid = await inTransaction(db(), async (trx) =>
      payMonth(trx, { month: march, totalCents: cents((await sumReady(trx, march)).totalCents), by: 'test' }),
    )
    expect(paid).toEqual({ ok: true, payees: 5, open: 0 })
    payees = (await queryRows('select member_id from payouts order by member_id')).map(({ member_id }) => member_id)
    staff = [await makeStaff(db(), 'owner')]

    await fail(owner().actor, payeeId(0))
    expect(await send(owner().actor, payeeId(0), { reason: ' ' })).toEqual({
      ok: false,
      refusal: { code: 'reason_required' },
    })
    expect(await send(owner().actor, payeeId(0), { reference: ' ' })).toEqual({
      ok: false,
      refusal: { code: 'reference_required' },
    })
    // Sent years ago: it counts only in its own month.
    const previousMonthDay = new Date('2024-05-31T12:00:00Z')
    expect(await send(owner().actor, payeeId(0), { at: previousMonthDay })).toMatchObject({ ok: true, passed: true })
    expect(await queryRows(`select reference, reason from payout_entries where method = 'cash'`)).toEqual([
      { reference: 'At the counter', reason: 'She has no account' },
    ])
    expect(await findings()).toEqual([])
  })

  it('needs a second approver above the limit and is sent once, as approved; its proposer cannot approve it', async () => {
    staff.push(await makeStaff(db(), 'owner'), await makeStaff(db(), 'manager'))
    await fail(owner().actor, payeeId(0))
    const refused = await send(owner().actor, payeeId(0), { reason: '' })
    expect(refused).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    const cli = (staffId?: string): Actor => ({ kind: 'command_line', by: staffId })
    expect(await send(cli(), payeeId(0))).toEqual({ ok: false, refusal: { code: 'proposer_required' } })
    expect(await send(cli(manager().email), payeeId(0))).toEqual({ ok: false, refusal: { code: 'not_permitted' } })
    const { approvalId } = await propose(owner().actor, payeeId(0))
    expect(await findState(payeeId(0))).toBe('failed')
    expect(await approveAs(db(), owner().actor, approvalId, jobs())).toMatchObject({
      refusal: { code: 'own_proposal' },
    })
    expect(await propose(owner().actor, payeeId(0))).toMatchObject({ approvalId, voided: false })

    // The approval covers destination, reason and method; changing one needs a new approval.
    expect(await approveAs(db(), manager().actor, approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    for (const options of [{ reference: 'To my account' }, { reason: 'Because' }, { method: 'other' }] as const) {
      const { voided, approvalId } = await propose(owner().actor, payeeId(0), options)
      expect(voided).toBe(true)
      expect(await approveAs(db(), manager().actor, approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    }
    const secondApproval = await propose(cli(owner().email), payeeId(0))
    expect(await approveAs(db(), owner().actor, secondApproval.approvalId, jobs())).toEqual({
      ok: true,
      state: 'proposed',
    })
    expect(await approveAs(db(), other().actor, secondApproval.approvalId, jobs())).toEqual({
      ok: true,
      state: 'approved',
    })
    const countMails = async () =>
      (await queryRows(`select from pgboss.job where data ->> 'mail' = 'payout_sent'`)).length
    const mailedBefore = await countMails()
    const expectedVersion = await findVersion(payeeId(0))
    const many = engine === 'postgres' ? 20 : 2
    const results = await Promise.all(
      Array.from({ length: many }, () => send(owner().actor, payeeId(0), { expectedVersion })),
    )
    expect(results.filter((result) => result.ok && result.passed)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.refusal.code === 'stale')).toHaveLength(many - 1)
    expect(await countMails()).toBe(mailedBefore + 1)
    expect(
      await queryRows(`select payload -> 'after' ->> 'approved_by' as by from audit_entries join audit_payloads on entry_id = id
        where action = 'payout.paid' order by id desc limit 1`),
    ).toEqual([{ by: other().email }])
    expect(await findings()).toEqual([])
  })

  it('needs a new proposal after another step', async () => {
    await fail(owner().actor, payeeId(1))
    const { approvalId } = await propose(owner().actor, payeeId(1))
    const sent = await send(owner().actor, payeeId(1), { method: 'quickpay', reference: '', reason: '' })
    expect(sent).toMatchObject({ ok: true, passed: true })
    expect(await approveAs(db(), manager().actor, approvalId, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    await fail(owner().actor, payeeId(1))
    const second = await propose(owner().actor, payeeId(1))
    expect(await approveAs(db(), manager().actor, second.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    expect(await send(owner().actor, payeeId(1), { method: 'quickpay', reference: '' })).toMatchObject({ passed: true })
    await fail(owner().actor, payeeId(1))
    expect(await propose(owner().actor, payeeId(1)), 'approved before it failed').toMatchObject({ voided: true })
    expect(await send(owner().actor, payeeId(1), { method: 'quickpay', reference: '' })).toMatchObject({ passed: true })
    expect(await findings()).toEqual([])
  })

  it('is sent by one person up to the limit, summed over a calendar month including failed payouts', async () => {
    const alone = { reason: '', at: LATER, limit: cents(10_000) }
    for (const nth of [2, 3, 4]) await fail(owner().actor, payeeId(nth))
    // $47.02 and $42.30 are within $100, whatever was sent in other months.
    expect(await send(owner().actor, payeeId(2), alone)).toMatchObject({ ok: true, passed: true })
    expect(await send(owner().actor, payeeId(4), alone)).toMatchObject({ ok: true, passed: true })
    expect(await send(owner().actor, payeeId(3), alone)).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    // Small payouts by another owner or repeated ones do not get around the limit.
    await fail(owner().actor, payeeId(2))
    expect(await send(other().actor, payeeId(2), alone)).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    const { approvalId } = await propose(other().actor, payeeId(2), { at: LATER })
    expect(await approveAs(db(), owner().actor, approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    expect(await send(other().actor, payeeId(2), { at: LATER })).toMatchObject({ ok: true, passed: true })
    // A new month starts with a new limit.
    const next = new Date('2031-07-01T12:00:00Z')
    expect(await send(owner().actor, payeeId(3), { ...alone, at: next })).toMatchObject({ ok: true, passed: true })
    expect(await findings()).toEqual([])
  })

  it.runIf(engine === 'postgres')(
    'succeeds for exactly one of two concurrent payouts that exceed the limit together',
    async () => {
      const instant = new Date('2031-09-15T12:00:00Z')
      for (const nth of [2, 3]) await fail(owner().actor, payeeId(nth))
      const results = await Promise.all(
        [2, 3].map((nth) => send(owner().actor, payeeId(nth), { reason: '', at: instant, limit: cents(10_000) })),
      )
      expect(results.filter((result) => result.ok && result.passed)).toHaveLength(1)
      expect(results.filter((result) => !result.ok && result.refusal.code === 'reason_required')).toHaveLength(1)
      expect(await findings()).toEqual([])
    },
  )

  it('is reported by verify if it was approved and not sent', async () => {
    await connection().pool.query(`
      insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id, state,
          decided_by, decided_by_id, decided_at)
        select 'payout.send', '2026-03 ' || ${payeeId(4)}, '{}', '{"method":"other"}', sha256('{"method":"other"}'), 'x', 'x',
          min(id), 'done', 'x', max(id), now() from staff`)
    expect(await findings()).toEqual([
      expect.stringMatching(/payout\.send 2026-03, member \S+ is done, and it was not sent as approved/),
    ])
  })
})

import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { skipMonths } from '../close/skip-months.ts'

const reason = 'The code was typed wrongly.'

databaseTest('correction calls', (connection) => {
  const suite = appForSuite(connection)
  const counters = new Map<string, Awaited<ReturnType<typeof counter>>>()
  async function createCounter(id: Awaited<ReturnType<typeof makeStaff>>['id'], isReauthenticated: boolean) {
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id, isReauthenticated))
    return browser
  }
  async function counter(role: 'manager' | 'owner' | 'clerk') {
    const { id } = await makeStaff(connection().db, role)
    return createCounter(id, true)
  }
  const browserAs = async (role: 'manager' | 'owner' | 'clerk') => {
    const existing = counters.get(role) ?? (await counter(role))
    counters.set(role, existing)
    return existing
  }
  const findMemberId = async (letter: string) =>
    (await connection().pool.query('select id from users where member_no = $1', [letter])).rows[0].id as number
  const correctionBody = async (letter: string, overrides: object = {}) => ({
    ...{
      member_id: await findMemberId(letter),
      corrected_month: '2026-03',
      bonus: 'sales',
      amount: 12.34,
      order_no: '',
      reason,
    },
    ...overrides,
  })

  it('preview a correction, and report invalid ones by field', async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(connection().db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    const manager = await browserAs('manager')
    await browserAs('owner')
    const preview = (
      await manager.post('/admin/corrections/preview', await correctionBody('D', { order_no: 'O5' }))
    ).json()
    expect(preview).toMatchObject({
      ...{ member_no: 'D', month: '2026-03', status: 'active', waiting: null },
      now: { sales_bonus: 79.96, level_bonus: 0, total_bonus: 79.96 },
      after: { sales_bonus: 92.3, level_bonus: 0, total_bonus: 92.3 },
      balance: { opening: 0, now: { payable: 79.96, carried: 0 }, after: { payable: 92.3, carried: 0 } },
    })
    const previewErrors = async (overrides: object) => {
      const response = await manager.post('/admin/corrections/preview', await correctionBody('D', overrides))
      return [response.statusCode, Object.keys(response.json().errors ?? {})]
    }
    expect(await previewErrors({ amount: 0 })).toEqual([422, ['amount']])
    expect(await previewErrors({ amount: 0.001 })).toEqual([422, ['amount']])
    expect(await previewErrors({ amount: 2e6 })).toEqual([422, ['amount']])
    expect(await previewErrors({ corrected_month: '2099-01' })).toEqual([422, ['corrected_month']])
    expect(await previewErrors({ corrected_month: '1999-01' })).toEqual([422, ['corrected_month']])
    expect(await previewErrors({ order_no: 'O99' })).toEqual([422, ['order_no']])
    expect(await previewErrors({ reason: '' })).toEqual([422, ['reason']])
    expect(await previewErrors({ member_id: 9_999_999 })).toEqual([404, []])
    const negative = (
      await manager.post('/admin/corrections/preview', await correctionBody('D', { amount: -100 }))
    ).json()
    expect(negative.balance.after).toEqual({ payable: 0, carried: -20.04 })
    expect(
      (await (await browserAs('clerk')).post('/admin/corrections/preview', await correctionBody('D'))).statusCode,
    ).toBe(403)
  })

  it('propose the reviewed correction to a second approver; changed data needs another review', async () => {
    const manager = await browserAs('manager')
    const owner = await browserAs('owner')
    const body = await correctionBody('D', { order_no: 'O5' })
    const { version } = (await manager.post('/admin/corrections/preview', body)).json()
    const proposed = (await manager.post('/admin/corrections/propose', { ...body, expected_version: version })).json()
    expect(proposed).toMatchObject({ correction_id: null, voided: false, month: '2026-03' })
    expect((await manager.get('/admin/corrections.json')).json()).toEqual({ data: [], next: null, waiting: 1 })
    const waiting = (await owner.get(`/admin/corrections/proposed.json?approval_id=${proposed.approval_id}`)).json()
    expect(waiting).toMatchObject({ version, after: { sales_bonus: 92.3 }, waiting: { same: true } })

    // Another person's proposal of a different amount replaces it.
    const corrected = await correctionBody('D', { order_no: 'O5', amount: 20 })
    const preview = (await owner.post('/admin/corrections/preview', corrected)).json()
    expect(preview.waiting).toMatchObject({ approval_id: proposed.approval_id, same: false })
    const proposal = (
      await owner.post('/admin/corrections/propose', { ...corrected, expected_version: preview.version })
    ).json()
    expect(proposal).toMatchObject({ correction_id: null, voided: true })
    const approved = await manager.post('/admin/approvals/approve', { approval_id: proposal.approval_id })
    expect(approved.statusCode).toBe(200)

    const late = await manager.post('/admin/corrections/propose', { ...body, expected_version: version })
    expect(late.json()).toMatchObject({ status: 409, code: 'stale' })
    const { current } = late.json()
    expect(current.facts).toContainEqual({ name: 'corrected before', value: '$20.00' })
    const second = await manager.post('/admin/corrections/propose', { ...body, expected_version: current.version })
    await owner.post('/admin/approvals/refuse', { approval_id: second.json().approval_id })
    const listed = (await (await browserAs('clerk')).get('/admin/corrections.json?month=2026-03&order=O5')).json()
    expect(listed).toMatchObject({
      data: [{ member_no: 'D', amount: 20, order_no: 'O5', corrected_month: '2026-03' }],
      waiting: 0,
    })
    const listFiltered = async (query: string) => (await manager.get(`/admin/corrections.json?${query}`)).json().data
    expect(await listFiltered('month=2026-04')).toEqual([])
    expect(await listFiltered(`member_id=${await findMemberId('A')}`)).toEqual([])
    expect((await owner.get('/admin/corrections/proposed.json?approval_id=1')).statusCode).toBe(404)
  })

  it('require a recent password or code before anything is proposed', async () => {
    const { id } = await makeStaff(connection().db, 'manager')
    const stale = await createCounter(id, false)
    const body = await correctionBody('A')
    const { version } = (await stale.post('/admin/corrections/preview', body)).json()
    const refused = await stale.post('/admin/corrections/propose', { ...body, expected_version: version })
    expect(refused.json()).toMatchObject({ status: 403, code: 'reauthentication_required' })
  })

  it('show the member the correction in the payouts', async () => {
    expect(await closeWithDefaults(connection(), month('2026-03'))).toMatchObject({ ok: true })
    const manager = await browserAs('manager')
    const preview = (await manager.post('/admin/corrections/preview', await correctionBody('D', { amount: -5 }))).json()
    expect(preview.facts).toContainEqual({ name: 'state of that month', value: 'closed' })
    // The previous month is open: its carried balance is unknown.
    expect(preview.balance).toBeNull()
    const { rows } = await connection().pool.query(
      'select amount_cents::int as cents from payouts where member_id = $1',
      [await findMemberId('D')],
    )
    expect(rows).toEqual([{ cents: 7996 + 2000 }])
  })
})

import { tmpdir } from 'node:os'
import { beforeAll, expect, it } from 'vitest'
import type { ListedMonth, ManagedMonth } from '#contract/compensation/months.ts'
import type { Role } from '#contract/permissions.ts'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { reverseVolume } from '#server/compensation/count/reverse-volume.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { workOnPayoutEmails } from '../payouts/payout-emails.jobs.ts'
import { executeMonthRun } from './execute-month-run.ts'
import { workOnMonthRuns } from './month-run.jobs.ts'

const march = month('2026-03')

databaseTest('closing a month from the board', (connection) => {
  const suite = appForSuite(connection)
  const queryRows = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const browserAs = async (role: Role) => {
    const staff = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id))
    return browser
  }
  let owner: Awaited<ReturnType<typeof browserAs>>
  let manager: typeof owner
  beforeAll(async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(connection().db, (trx) => skipMonths(trx, march, Date.now()))
    await setPayoutMethods(connection())
    owner = await browserAs('owner')
    manager = await browserAs('manager')
  })
  const readMonth = async (browser = owner): Promise<ManagedMonth> =>
    (await browser.get('/admin/months/2026-03.json')).json()
  /** Runs what the queue would run next, immediately. */
  const work = async () => {
    const open = await queryRows('select id from month_runs where ended_at is null')
    for (const { id } of open) await executeMonthRun(suite().services, id)
  }
  const preview = async (by = manager) => {
    expect((await by.post('/admin/months/2026-03/preview', {})).statusCode).toBe(200)
    await work()
    const managed = await readMonth()
    if (!managed.preview) throw new Error('there is no preview')
    return { ...managed.preview, version: managed.version }
  }
  const close = (expected_version: string) =>
    owner.post('/admin/months/2026-03/close', { expected_version, reason: 'It has settled' })
  const approve = async () => {
    const { approvals } = (await manager.get('/admin/approvals.json?only=pending')).json()
    return manager.post('/admin/approvals/approve', { approval_id: approvals[0].id })
  }

  it('previews its totals, its largest gains and its warnings', async () => {
    const { data } = (await owner.get('/admin/months.json?only=to_close')).json() as { data: ListedMonth[] }
    expect(data.map((row) => row.month)).toContain('2026-03')
    expect((await readMonth()).preview).toBeNull()
    expect((await close('none')).json()).toMatchObject({ status: 409, code: 'not_previewed' })
    const unpaid = await owner.post('/admin/months/2026-03/pay', { total: 1, reason: 'Sent' })
    expect(unpaid.json()).toMatchObject({ status: 409, code: 'month_not_closed' })
    const { sums, increases, decreases, is_current, warnings } = await preview()
    expect(sums).toMatchObject({ members: 8, orders: 9, payees: 5, total_bonus: 667.18, payable: 648.91 })
    expect(increases.slice(0, 3).map(({ before, now }) => [before, now])).toEqual([
      [0, 247.21],
      [0, 232.42],
      [0, 79.96],
    ])
    expect([decreases, is_current]).toEqual([[], true])
    expect(warnings.every(({ rows: path }) => path.startsWith('/admin/network/review-flags?month=2026-03'))).toBe(true)
    expect((await queryRows('select count(*)::int as n from cards'))[0].n).toBe(0)
    expect((await owner.get('/admin/months/1999-01.json')).statusCode).toBe(404)
    expect((await owner.get('/admin/months/soon.json')).statusCode).toBe(404)
  })

  it('does not close as previewed if an order was canceled since, before or after the approval', async () => {
    const { version } = await preview()
    await inTransaction(connection().db, (trx) =>
      reverseVolume(trx, {
        order: { orderNo: 'O6' },
        reversal: { kind: 'cancellation' },
        returnedAt: new Date('2026-03-31T12:00:00Z'),
      }),
    )
    expect((await readMonth()).preview?.is_current).toBe(false)
    expect((await close(version)).json()).toMatchObject({ status: 409, code: 'preview_outdated' })

    const secondPreview = await preview()
    const stale = (await close(version)).json()
    expect(stale).toMatchObject({
      ...{ status: 409, code: 'stale' },
      current: { version: secondPreview.version, preview: { is_current: true, sums: secondPreview.sums } },
    })
    expect((await close(stale.current.version)).json()).toMatchObject({
      approvals: { close: { state: 'proposed', proposed_by_viewer: true } },
      run: null,
    })
    await inTransaction(connection().db, (trx) =>
      reverseVolume(trx, {
        order: { orderNo: 'O2' },
        reversal: { kind: 'cancellation' },
        returnedAt: new Date('2026-03-31T12:00:00Z'),
      }),
    )
    expect((await approve()).statusCode).toBe(409)
    expect(await queryRows('select state from approvals')).toEqual([{ state: 'void' }])

    const third = await preview()
    await close(third.version)
    expect((await approve()).json()).toEqual({ state: 'approved' })
    // Canceled between the approval and the close: the close detects it and requires a new preview.
    await inTransaction(connection().db, (trx) =>
      reverseVolume(trx, {
        order: { orderNo: 'O1' },
        reversal: { kind: 'cancellation' },
        returnedAt: new Date('2026-03-31T12:00:00Z'),
      }),
    )
    await work()
    const after = await readMonth()
    expect(after.last_run).toMatchObject({ kind: 'close', state: 'refused' })
    expect(after.state).toBe('settling')
    expect(await queryRows('select state from approvals order by id')).toEqual([
      { state: 'void' },
      { state: 'void' },
      { state: 'proposed' },
    ])
    await owner.post('/admin/approvals/refuse', { approval_id: after.approvals.close?.id })
  })

  it('does not close as previewed if the minimum payout was changed since', async () => {
    const { version } = await preview()
    const { settings } = suite().services
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'minimum_payout', '200.00'))
    await settings.reload()
    expect((await readMonth()).preview).toMatchObject({ is_current: false, sums: { minimum_payout: 25 } })
    expect((await close(version)).json().code).toBe('preview_outdated')
    const secondPreview = await preview()
    expect(secondPreview).toMatchObject({ is_current: true, sums: { minimum_payout: 200 } })
    await close(secondPreview.version)
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'minimum_payout', '25.00'))
    await settings.reload()
    expect((await approve()).statusCode).toBe(409)
    expect((await readMonth()).approvals.close).toBeNull()
  })

  it('compares the close with its preview when a single person closes the month', async () => {
    await queryRows(`update staff set active = false where role = 'manager'`)
    const { version } = await preview(owner)
    expect((await close(version)).json()).toMatchObject({ run: { kind: 'close', state: 'queued' } })
    // Canceled between the request and the close.
    await inTransaction(connection().db, (trx) =>
      reverseVolume(trx, {
        order: { orderNo: 'O3' },
        reversal: { kind: 'cancellation' },
        returnedAt: new Date('2026-03-31T12:00:00Z'),
      }),
    )
    await work()
    expect(await readMonth()).toMatchObject({
      state: 'settling',
      last_run: { kind: 'close', state: 'refused', reason: expect.stringContaining('preview it again') },
      preview: { is_current: false },
    })
    expect((await queryRows('select count(*)::int as n from cards'))[0].n).toBe(0)
    await queryRows(`update staff set active = true where role = 'manager'`)
  })

  it('reports how to proceed when a run fails, and rethrows the error', async () => {
    expect((await owner.post('/admin/months/2026-03/preview', {})).statusCode).toBe(200)
    const [{ id }] = await queryRows('select id from month_runs where ended_at is null')
    const network = { query: () => Promise.reject(new Error('no memory')) } as never
    await expect(executeMonthRun({ ...suite().services, network }, id)).rejects.toThrow('no memory')
    expect(await readMonth()).toMatchObject({
      run: null,
      last_run: { kind: 'preview', state: 'failed', reason: expect.stringContaining('preview the month again') },
    })
  })

  it('restarts when the end of a run was not recorded', async () => {
    const startRun = async () => {
      expect((await owner.post('/admin/months/2026-03/preview', {})).statusCode).toBe(200)
      return (await queryRows('select id from month_runs where ended_at is null'))[0].id
    }
    const { services } = suite()
    const network = { query: () => Promise.reject(new Error('no memory')) } as never
    let transactions = 0
    // Unreachable by the time the run has failed.
    const db = new Proxy(services.db, {
      get(whole, key) {
        if (key === 'transaction' && ++transactions > 1) throw new Error('the database is gone')
        const value = Reflect.get(whole, key, whole)
        return typeof value === 'function' ? value.bind(whole) : value
      },
    })
    const broken = await startRun()
    await expect(executeMonthRun({ ...services, db, network }, broken)).rejects.toThrow('the database is gone')
    expect(await readMonth()).toMatchObject({ run: { state: 'running' } })
    // The queue retries the job.
    await executeMonthRun(services, broken)
    expect(await readMonth()).toMatchObject({ run: null, last_run: { kind: 'preview', state: 'done' } })

    const id = await startRun()
    // Running in a process whose state is unknown, so the run is checked again later.
    await queryRows(
      `update month_runs set state = 'running', token = 'elsewhere:1:x', heartbeat_at = now() where id = $1`,
      [id],
    )
    await executeMonthRun(services, id)
    const queued = await queryRows(
      `select data, round(extract(epoch from start_after - created_on))::int as later from pgboss.job
        where name = 'month_run' order by created_on desc limit 1`,
    )
    expect(queued).toEqual([{ data: { run_id: id }, later: 1800 }])
    await queryRows(`update month_runs set heartbeat_at = now() - interval '30 minutes' where id = $1`, [id])
    await executeMonthRun(services, id)
    expect(await readMonth()).toMatchObject({ run: null, last_run: { kind: 'preview', state: 'done' } })
  })

  it('closes on approval, even if the process that began it was killed', async () => {
    const { version } = await preview()
    expect((await close(version)).statusCode).toBe(200)
    expect(
      (await manager.post('/admin/months/2026-03/close', { expected_version: version, reason: 'x' })).statusCode,
    ).toBe(403)
    expect((await approve()).json()).toEqual({ state: 'approved' })
    expect((await manager.post('/admin/months/2026-03/preview', {})).json()).toMatchObject({
      status: 409,
      code: 'month_busy',
    })
    // Left behind by a process killed halfway; its process id may be reused by now.
    await queryRows(
      `update month_runs set state = 'running', token = $1, heartbeat_at = now() where ended_at is null`,
      [`${(await import('node:os')).hostname()}:${process.pid}:gone`],
    )
    const { services } = suite()
    await workOnMonthRuns(services)
    await expect.poll(async () => (await readMonth()).state).toBe('closed')
    const closed = await readMonth(manager)
    expect(closed).toMatchObject({
      last_run: { kind: 'close', state: 'done' },
      approvals: { close: null },
      run: null,
      closed: { members: 8, orders: 9 },
    })
    expect(closed.payouts?.due.amount).toBe(closed.sums?.payable)
    expect(await queryRows(`select actor_name from audit_entries where action = 'month.closed'`)).toHaveLength(1)
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
    expect((await close(version)).json()).toMatchObject({ status: 409, code: 'month_already_closed' })
  })

  it('pays on approval, unless a payout was held since; payees are emailed once', async () => {
    const { ready } = await readMonth()
    const pay = (total: number) => owner.post('/admin/months/2026-03/pay', { total, reason: 'Sent' })
    expect((await pay(1)).json()).toMatchObject({
      ...{ status: 409, code: 'total_mismatch' },
      errors: { total: expect.any(String) },
    })
    const total = ready?.amount ?? 0
    const file = (await owner.get('/admin/months/2026-03/payouts.csv')).body
    const sendable = [...file.matchAll(/^2026-03,[^,]+,[^,]+,(\d+\.\d\d),due,yes,,quickpay,./gm)]
    expect(sendable).toHaveLength(ready?.payouts ?? 0)
    expect(sendable.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0)).toBe(
      Math.round(total * 100),
    )
    expect((await pay(total)).json()).toMatchObject({ state: 'closed', approvals: { pay: { state: 'proposed' } } })
    const [first] = (await owner.get('/admin/months/2026-03/payouts.json')).json().data
    const holdPayout = () =>
      owner.post(`/admin/months/2026-03/payouts/${first.member_id}/hold`, {
        reason: 'Asked us to',
        expected_version: first.version,
      })
    expect((await holdPayout()).json()).toMatchObject({
      state: 'held',
      entries: [{ kind: 'held', reason: 'Asked us to' }],
    })
    expect((await holdPayout()).json()).toMatchObject({ status: 409, code: 'stale', current: { state: 'held' } })
    expect((await approve()).statusCode).toBe(409)

    const remaining = Math.round((total - first.amount) * 100) / 100
    await pay(remaining)
    expect((await approve()).json()).toEqual({ state: 'done' })
    expect(await readMonth()).toMatchObject({ state: 'paid', payouts: { held: { payouts: 1, amount: first.amount } } })
    const open = (await owner.get('/admin/months.json?only=open_payouts')).json()
    expect(open.data.map((row: ListedMonth) => row.month)).toEqual(['2026-03'])

    await workOnPayoutEmails(suite().services)
    await expect
      .poll(async () => (await queryRows('select ended_at from payout_mailings'))[0]?.ended_at !== null)
      .toBe(true)
    const sent = `select count(*)::int as n from pgboss.job where data ->> 'mail' = 'payout_sent'`
    const [{ n }] = await queryRows(sent)
    expect(n).toBe((await queryRows(`select count(*)::int as n from payouts where state = 'paid'`))[0].n)

    const csv = await owner.get('/admin/months/2026-03/payouts.csv')
    expect(csv.body.split('\n')[1]).toMatch(/^2026-03,[^,]+,[^,]+,\d+\.\d\d,(held|paid),no,,quickpay,./)
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('requires a second approver for manual payouts above the setting, but not for the member’s method', async () => {
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'refund_approval_above', '40.00'))
    await suite().services.settings.reload()
    const list = async () => (await owner.get('/admin/months/2026-03/payouts.json?state=paid')).json()
    const { manual, data } = await list()
    expect(manual).toEqual({ single_approver_limit: 40, requires_two_approvers: true })
    const [{ member_id, member_no, amount, version }] = data
    const step = (name: string, body: object) => owner.post(`/admin/months/2026-03/payouts/${member_id}/${name}`, body)
    expect((await step('fail', { reason: 'It came back', expected_version: version })).statusCode).toBe(200)
    const readVersion = async () =>
      (await owner.get(`/admin/months/2026-03/payouts.json?member=${member_id}`)).json().data[0].version
    const manualStep = { method: 'cash', reference: 'At the counter', expected_version: await readVersion() }
    // Sent by a page that was opened before the upgrade.
    expect((await step('send', manualStep)).json()).toMatchObject({
      ...{ status: 422, code: 'reason_required' },
      errors: { reason: expect.any(String) },
    })
    const withReason = { ...manualStep, reason: 'She has no account' }
    const { approval_id, state } = (await step('send', withReason)).json()
    expect([approval_id, state]).toEqual([expect.any(Number), 'failed'])

    const { approvals } = (await manager.get('/admin/approvals.json?only=pending')).json()
    expect(approvals).toEqual([
      expect.objectContaining({
        id: approval_id,
        subject: `2026-03 ${member_id}`,
        title: `Send the March 2026 payout of member ${member_no} manually`,
        preview: expect.arrayContaining([
          { name: 'amount', value: `$${amount.toFixed(2)}` },
          { name: 'reference', value: 'At the counter' },
        ]),
      }),
    ])
    expect((await owner.post('/admin/approvals/approve', { approval_id })).statusCode).toBe(409)
    expect((await approve()).json()).toEqual({ state: 'approved' })
    expect((await step('send', withReason)).json()).toMatchObject({ state: 'paid', approval_id: null })
    expect((await step('send', withReason)).json()).toMatchObject({
      status: 409,
      code: 'stale',
      current: { state: 'paid' },
    })
    expect((await list()).manual).toEqual({ single_approver_limit: 0, requires_two_approvers: true })

    expect((await step('fail', { reason: 'She moved away', expected_version: await readVersion() })).statusCode).toBe(
      200,
    )
    const chosen = { method: 'quickpay', expected_version: await readVersion() }
    expect((await step('send', chosen)).json()).toMatchObject({ state: 'paid', approval_id: null })
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('keeps the W-9 date that one of two people recorded, until the other has seen it', async () => {
    const readPayee = async () => {
      const { data } = (await owner.get(`/admin/payees/${new Date().getFullYear()}.json`)).json()
      return data[0]
    }
    const { member_id, version, w9_on } = await readPayee()
    expect(w9_on).toBeNull()
    const record = (on: string | null, expected_version: string) =>
      owner.post(`/admin/members/${member_id}/w9`, { on, expected_version })
    expect((await record('2026-01-15', version)).json()).toMatchObject({ w9_on: '2026-01-15' })
    const stale = (await record('2026-02-01', version)).json()
    expect(stale).toMatchObject({ status: 409, code: 'stale', current: { w9_on: '2026-01-15' } })
    const { current } = stale
    expect((await record('2999-01-01', current.version)).json()).toMatchObject({ status: 422, code: 'form_in_future' })
    expect((await record('2026-02-01', current.version)).statusCode).toBe(200)
    expect(await readPayee()).toMatchObject({ w9_on: '2026-02-01', version: expect.any(String) })
  })
})

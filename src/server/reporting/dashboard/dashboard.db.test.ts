import { expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import type { ManagedOrderRow } from '#contract/orders/admin-list.ts'
import { hasPermission, type Role, roles } from '#contract/permissions.ts'
import {
  openingSteps,
  type QueueCount,
  type QueueKind,
  queueKinds,
  type SetupStep,
  setupSteps,
} from '#contract/reporting/dashboard.ts'
import { orderListPath } from '#contract/reporting/order-list-path.ts'
import { queueLabels } from '#contract/reporting/queue-labels.ts'
import { cents } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { listTodos } from '#server/mail/outbox/todo-mail.ts'
import { importBankTransactions } from '#server/orders/bank-transactions/import-bank-transactions.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { claimPayment } from '#server/orders/overdue/claim-payment.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { listOpenWork } from './list-open-work.ts'
import { queueLists } from './queue-lists.ts'

const clerk = { kind: 'staff', staffId: 1, email: 'clerk@example.com', role: 'clerk' } as const

databaseTest('dashboard', (connection) => {
  const suite = appForSuite(connection)
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const runInTransaction = <Result>(work: Parameters<typeof inTransaction<Result>>[1]) =>
    inTransaction(connection().db, work)
  const browserAs = async (role: Role) => {
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  const read = async (browser: ReturnType<typeof browserOf>, path: string) => {
    const response = await browser.get(path)
    expect([path, response.statusCode]).toEqual([path, 200])
    return response.json()
  }
  const readWaiting = async (role: Role): Promise<QueueCount[]> =>
    (await read(await browserAs(role), '/admin/dashboard.json')).waiting
  const readCounts = async (role: Role): Promise<Partial<Record<QueueKind, number>>> =>
    Object.fromEntries((await readWaiting(role)).map(({ kind, count }) => [kind, count]))
  const placeOrder = async (priceCents: number) => {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents })
    const placed = await submit(db, suite().services.jobs, { cartOwner: await fillCart(db, [{ id: product.id }]) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    return placed.orderId
  }
  const pay = (orderId: number, amount: number, method: 'cash' | 'check' = 'cash', valueDate?: string) =>
    runInTransaction((trx) =>
      bookPayment(
        trx,
        clerk,
        { orderId, amountCents: cents(amount), method, ...(valueDate && { valueDate }) },
        createPaymentServices(suite().services.jobs),
      ),
    )

  it('reports empty queues of every kind that the owner may see for an empty shop', async () => {
    const waiting = await readWaiting('owner')
    expect(waiting.map(({ kind }) => kind)).toEqual(queueKinds)
    expect(waiting.filter(({ count, more }) => count !== 0 || more)).toEqual([])
  })

  const readSteps = async (role: Role): Promise<{ step: SetupStep; done: boolean }[] | null> =>
    (await read(await browserAs(role), '/admin/dashboard.json')).first_steps

  it('lists the setup steps of a new shop for its owner only', async () => {
    const lastingSteps = setupSteps.filter((step) => !openingSteps.includes(step))
    const readDoneSteps = async () => (await readSteps('owner'))?.filter(({ done }) => done).map(({ step }) => step)
    expect((await readSteps('owner'))?.map(({ step }) => step)).toEqual(lastingSteps)
    expect([await readSteps('clerk'), await readSteps('manager')]).toEqual([null, null])
    const empty = await readDoneSteps()
    expect(empty).not.toContain('products')
    await makeProduct(connection().db)
    expect(await readDoneSteps()).toEqual(lastingSteps.filter((step) => step === 'products' || empty?.includes(step)))
  })

  it.each(roles)('shows a %s only the queues that they may list', async (role) => {
    const kinds = (await readWaiting(role)).map(({ kind }) => kind)
    expect(kinds).toEqual(queueKinds.filter((kind) => hasPermission(role, queueLists[kind].permission)))
    expect(kinds.includes('approvals')).toBe(role !== 'clerk')
    expect(kinds.includes('months_to_close')).toBe(role !== 'clerk')
  })

  it('rejects anyone who is not staff', async () => {
    for (const path of ['/admin/dashboard.json', '/admin/figures.json', '/admin/months.json'])
      expect((await browserOf(suite).get(path)).statusCode).toBe(401)
  })

  /** Creates at least one entry of every kind. */
  async function makeWork() {
    const { db } = connection()
    const exact = await placeOrder(1234)
    await placeOrder(5678)
    const text = [
      `You received $12.34 from VIKTOR BRANDT\nMemo: ${encodePaymentReference(exact)}\nConfirmation: N0a1b2c3d40`,
      `You received $56.78 from VIKTOR BRANDT\nMemo: soap\nConfirmation: N0a1b2c3d41`,
      `You received $9.99 from VIKTOR BRANDT\nMemo: soap\nConfirmation: N0a1b2c3d42`,
      `You received $8.88 from VIKTOR BRANDT\nMemo: soap\nConfirmation: N0a1b2c3d43`,
    ].join('\n\n')
    expect(await runInTransaction((trx) => importBankTransactions(trx, clerk, { text, kind: 'paste' }))).toMatchObject({
      ok: true,
    })
    const claimed = await placeOrder(2100)
    const claim = { orderId: claimed, claimant: 'link_holder', method: 'check', note: '' } as const
    await runInTransaction((trx) => claimPayment(trx, { kind: 'customer' }, claim))
    await query('update orders set due_on = now()::date - 30 where id = $1', [claimed])
    await pay(await placeOrder(2200), 2300)
    const longAgo = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    await pay(await placeOrder(2400), 2400, 'check', longAgo)
    await pay(await placeOrder(2500), 2500, 'check')
    const jar = await makeProduct(db, { stock: 2 })
    const box = await makeProduct(db, { kind: 'package', stock: 4, active: false })
    await query('update products set stock = null where id = $1', [box.id])
    await query(
      `insert into stock_movements (product_id, quantity, kind, reason, made_by) values ($1, -4, 'write_off', 'Unpacked', 'test')`,
      [box.id],
    )
    await query('insert into package_contents (package_id, product_id, quantity, position) values ($1, $2, 1, 0)', [
      box.id,
      jar.id,
    ])
    await makeProduct(db, { active: false, images: ['a'] })
    await makeProduct(db, { priceCents: 0, images: ['a'] })
    const { id: owner } = await makeStaff(db, 'owner')
    await query(
      `insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id)
       values ('setting.change', 'x', '{}', '{}', sha256(convert_to('{}', 'UTF8')), 'Why', 'x', $1)`,
      [owner],
    )
    await query(
      `insert into staff_resets (staff_id, kind, requested_by, effective_at) values ($1, 'password', 'x', now() + interval '1 day')`,
      [owner],
    )
    await query(
      `insert into messages (name, email, subject, body, state) values ('A', 'a@b.example', 'S', 'B', 'open'), ('A', 'a@b.example', 'S', 'B', 'spam')`,
    )
    const { id: holder } = await makeUser(db)
    await query("update users set created_at = now() - interval '3 months' where id = $1", [holder])
    await query("update sponsorships set from_month = month_of(now() - interval '3 months') where member_id = $1", [
      holder,
    ])
    // The shop's day may be the day before the database's, so two days ago is past for both.
    await query(
      `insert into resale_certificates (user_id, state, number, expires_on, created_by) values
         ($1, 'NY', '11-1', now()::date + 90, 'x'), ($1, 'NJ', '11-2', now()::date - 2, 'x')`,
      [holder],
    )
  }

  it('counts each kind of open work', async () => {
    await makeWork()
    const counts = await readCounts('owner')
    expect(counts).toMatchObject({
      exact_matches: 1,
      probable_matches: 1,
      unmatched_payments: 2,
      claimed: 1,
      to_pack: 3,
      overdue: 1,
      overpaid: 1,
      checks_due: 1,
      messages: 1,
      low_stock: 1,
      products_to_count: 1,
      draft_products: 2,
      products_without_price: 1,
      approvals: 1,
      approved: 0,
      resets: 1,
      certificates: 1,
    })
    expect(counts.months_to_close).toBeGreaterThan(0)
  })

  it('counts a proposal for those who may approve it, and otherwise for its proposer', async () => {
    const { db } = connection()
    const people = await Promise.all([makeStaff(db, 'owner'), makeStaff(db, 'manager'), makeStaff(db, 'manager')])
    const [owner, proposer, other] = people.map(({ id }) => id)
    const { id: clerkId } = await makeStaff(db, 'clerk')
    const propose = (staffId: number | undefined, firstApprovedBy?: number) =>
      query(
        `insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id, first_approved_by, first_approved_by_id, first_approved_at)
         values ('setting.change', 'f35-' || gen_random_uuid(), '{}', '{}', sha256(convert_to('{}', 'UTF8')), 'Why', 'x', $1, case when $2::int is not null then 'y' end, $2::int, case when $2::int is not null then now() end)`,
        [staffId ?? null, firstApprovedBy ?? null],
      )
    const otherApprovals = (await readCounts('owner')).approvals ?? 0
    await propose(proposer)
    // Proposed by the command line, and approved once.
    await propose(undefined, other)
    const findLine = async (id: (typeof people)[number]['id']) => {
      const browser = browserOf(suite)
      browser.jar.set('staff', await staffSession(db, id))
      const waiting: QueueCount[] = (await read(browser, '/admin/dashboard.json')).waiting
      const counts = Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]))
      for (const { kind, count, list } of waiting)
        if (kind === 'approvals' || kind === 'my_proposals')
          expect([kind, (await readAll(browser, list)).length]).toEqual([kind, count])
      return [counts.approvals, counts.my_proposals]
    }
    expect(await findLine(owner as never)).toEqual([otherApprovals + 2, 0])
    expect(await findLine(proposer as never)).toEqual([otherApprovals + 1, 1])
    expect(await findLine(other as never)).toEqual([otherApprovals + 1, 1])
    expect(await findLine(clerkId)).toEqual([undefined, undefined])
    await query(
      `update approvals set state = 'approved', decided_by = 'z', decided_by_id = $1, decided_at = now()
      where subject like 'f35-%' and proposed_by_id is not null`,
      [owner],
    )
    expect(await findLine(owner as never)).toEqual([otherApprovals + 1, 0])
    expect(await findLine(proposer as never)).toEqual([otherApprovals + 1, 0])
    expect(queueLabels.my_proposals.navItems, 'there is nothing to do').toBeUndefined()
    await query(
      `update approvals set state = 'void', ended_at = now() where subject like 'f35-%' and state in ('proposed', 'approved')`,
    )
  })

  it('is emailed in the morning with a link per queue, without entries that need no action yet', async () => {
    const { services } = suite()
    const lines = (await listTodos(services, await listOpenWork(services, new Date()))).map(
      ({ words, url = '' }) => `${words} ${url}`,
    )
    const { publicUrl } = services.config
    expect(lines).toContain(`2 ${queueLabels.unmatched_payments.many} ${publicUrl}${queueLabels.unmatched_payments.to}`)
    expect(lines).toContain(`1 ${queueLabels.overpaid.one} ${publicUrl}${queueLabels.overpaid.to}`)
    expect(lines).toContainEqual(expect.stringMatching(/^\d+ months? to close http/))
    expect(lines).toContainEqual(expect.stringMatching(/^Approval \d+ is pending: /))
    expect(lines.filter((line) => /approvals? wait|resets? of/.test(line))).toEqual([])
    const counts = await readCounts('owner')
    const counted = queueKinds.filter((kind) => (counts[kind] ?? 0) > 0 && queueLabels[kind].navItems !== undefined)
    expect(lines.filter((line) => line.includes(publicUrl)).map((line) => line.split(publicUrl)[1])).toEqual(
      counted
        .filter((kind) => !['approvals', 'my_proposals', 'approved', 'resets'].includes(kind))
        .map((kind) => queueLabels[kind].to),
    )
  })

  it('keeps the setup list after the first order, until it is dismissed', async () => {
    const before = await readSteps('owner')
    await placeOrder(1300)
    expect(before).not.toBeNull()
    expect(await readSteps('owner')).toEqual(before)
    const owner = await browserAs('owner')
    const setSetupList = async (value: string) => {
      const { data } = (await owner.get('/admin/settings.json')).json<AdminResponse<'settings'>>()
      const expected_version = data.find(({ key }) => key === 'show_setup_list')?.version
      return (await owner.post('/admin/settings/show_setup_list/change', { value, expected_version, reason: '' }))
        .statusCode
    }
    expect(await setSetupList('off')).toBe(200)
    expect(await readSteps('owner')).toBeNull()
    expect(await setSetupList('on')).toBe(200)
    expect(await readSteps('owner')).toEqual(before)
  })

  it('links each count to a list of exactly those entries, across all pages', async () => {
    const owner = await browserAs('owner')
    const waiting = (await read(owner, '/admin/dashboard.json')).waiting as QueueCount[]
    for (const { kind, count, list } of waiting) {
      const rows = await readAll(owner, list)
      const listed = kind === 'products_to_count' ? new Set(rows.map(({ product_id }) => product_id)).size : rows.length
      const listedCount = kind === 'resets' ? (await read(owner, '/admin/approvals.json')).resets.length : listed
      expect([kind, listedCount]).toEqual([kind, count])
    }
  })

  /** Reads all pages, whichever way the list marks its last page. */
  async function readAll(browser: ReturnType<typeof browserOf>, { path, query }: QueueCount['list']) {
    const rows: { product_id?: number }[] = []
    let cursor: Record<string, string> = {}
    for (;;) {
      const page = await read(browser, `${path}?${new URLSearchParams({ ...query, ...cursor })}`)
      rows.push(...(page.data ?? page.approvals))
      if (page.next == null) return rows
      cursor = { before: String(page.next), after: String(page.next) }
    }
  }

  it('counts the same orders per day and month as the order list, with the same totals', async () => {
    const owner = await browserAs('owner')
    const [, canceled] = [await placeOrder(1234), await placeOrder(999)]
    await runInTransaction((trx) =>
      changeOrder(
        trx,
        { id: canceled, change: 'canceled', actor: clerk },
        createPaymentServices(suite().services.jobs),
      ),
    )
    const { days, months } = await read(owner, '/admin/figures.json')
    for (const { at, orders, order_totals } of [days.points.at(-1), months.points.at(-1)]) {
      const listed: ManagedOrderRow[] = []
      let next: string | null = null
      do {
        const page = await read(owner, `${orderListPath(at, at).replace('?', '.json?')}${next ? `&after=${next}` : ''}`)
        listed.push(...page.data)
        next = page.next
      } while (next)
      expect(listed.map(({ id }) => id)).not.toContain(canceled)
      expect([at, listed.length]).toEqual([at, orders])
      expect(listed.reduce((sum, { order_total }) => sum + Math.round(order_total * 100), 0)).toBe(
        Math.round(order_totals * 100),
      )
    }
  })

  it('counts exactly up to 1,000 and then reports that there are more', async () => {
    await query(`insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id)
       select 'setting.change', 'y' || n, '{}', '{}', sha256(convert_to('{}', 'UTF8')), 'Why', 'x', (select min(id) from staff)
         from generate_series(1, 999) n`)
    const approvals = async () => (await readWaiting('owner')).find(({ kind }) => kind === 'approvals')
    expect(await approvals()).toMatchObject({ count: 1000, more: false })
    await query(`insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id)
       select 'setting.change', 'z', '{}', '{}', sha256(convert_to('{}', 'UTF8')), 'Why', 'x', min(id) from staff`)
    expect(await approvals()).toMatchObject({ count: 1000, more: true })
  })
})

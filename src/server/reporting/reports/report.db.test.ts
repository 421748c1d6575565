import { expect, it } from 'vitest'
import {
  type ColumnRows,
  figureRowsPath,
  listColumns,
  type ReportPart,
  rowLists,
} from '#contract/reporting/report-labels.ts'
import { monthOf, previousMonth } from '#domain/calendar/month.ts'
import { type Report, reports } from '#domain/reporting/report-figures.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { mergeDailyFigures } from '#server/reporting/dashboard/merge-daily-figures.ts'
import { COUNTER, TAXES } from '#test/agreed-order.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { addressAt, clerk, operationsOn, type SimulatedOrder } from '#test/order-operations.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { randomShipping, seededRandom } from '#test/random-orders.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const ORDERS = 16
const STEPS = 9
const FORTY_DAYS_MS = 40 * 86_400_000

databaseTest('reports', (connection) => {
  const suite = appForSuite(connection)
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const now = monthOf(Date.now())
  const [first, span] = [previousMonth(previousMonth(now)), `from=${previousMonth(previousMonth(now))}&to=${now}`]

  async function signIn(role: 'clerk' | 'manager' | 'owner') {
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  type Browser = Awaited<ReturnType<typeof signIn>>
  const read = async (browser: Browser, path: string) => {
    const response = await browser.get(path)
    expect([path, response.statusCode]).toEqual([path, 200])
    return response.json()
  }
  const expectMatchingRows = async () => {
    const { findings } = await verifyShop(connection().db, '/nowhere')
    expect(findings.filter((finding) => /^The (report|figures|orders of)/.test(finding))).toEqual([])
  }

  /** Creates orders over three months and runs them through everything that can happen to an order. */
  async function fillShop() {
    const { db } = connection()
    const { jobs, network } = suite().services
    for (const rate of TAXES)
      await query(
        `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
         values ($1, $2, $3, $4, $5, '2020-01-01')`,
        [...rate],
      )
    const members = [await makeUser(db), await makeUser(db)]
    for (let n = 0; n < ORDERS; n++) {
      const random = seededRandom(99 + n * 7919)
      const goods = [
        await makeProduct(db, { priceCents: 1 + random(9_000), pv: 7 }),
        await makeProduct(db, { priceCents: 1999 }),
      ]
      const cartOwner = await fillCart(
        db,
        goods.map(({ id }) => ({ id, quantity: 1 + random(3) })),
      )
      const shipping = randomShipping(random)
      const delivery =
        shipping.destination === undefined
          ? pickupForm
          : {
              ...deliveryForm,
              shipping: { address_id: 0, ...addressAt(shipping.destination) },
              shipping_method: shipping.method,
            }
      // Some orders are from strangers, and some from the credited members themselves.
      const member = members[n % 3]
      const form = { ...delivery, ...(n % 4 === 0 && { email: 'stranger@example.com' }) }
      const owner =
        member && n % 4 > 0 ? { userId: member.id, creditedUserId: member.id } : { creditedUserId: member?.id }
      const placed = await submit(db, jobs, { ...owner, cartOwner, form } as never, 0, COUNTER)
      if (!placed.ok) throw new Error(placed.refusal.code)
      const { rows } = await query('select quantity from order_lines where order_id = $1 order by position', [
        placed.orderId,
      ])
      const sold = { ...shipping, lines: rows, discount: undefined, isReseller: false }
      await query(`update orders set created_at = created_at - $2 * interval '31 days' where id = $1`, [
        placed.orderId,
        n % 3,
      ])
      const order = { id: placed.orderId, memberId: member?.id, sold, isMonthClosed: false }
      const { actions } = operationsOn(
        { connection: connection(), jobs, network },
        order as unknown as SimulatedOrder,
        random,
      )
      for (let step = 0; step < STEPS; step++) await actions[random(actions.length)]?.()
      await query(`update orders set created_at = created_at + interval '1 hour' where id = $1`, [placed.orderId])
    }
  }

  it('match the sums of the underlying events in every case', async () => {
    await fillShop()
    await expectMatchingRows()
    const { rows: completed } = await query(`select min(id)::int as id from orders where status = 'completed'`)
    const canceled = await inTransaction(connection().db, (trx) =>
      changeOrder(
        trx,
        { id: completed[0].id, change: 'canceled', actor: clerk },
        createPaymentServices(suite().services.jobs),
      ),
    )
    expect(canceled.ok).toBe(true)
    await expectMatchingRows()
    const before = await query('select * from calculate_monthly_sales() order by month')
    expect(before.rows.length).toBeGreaterThan(1)
    await mergeDailyFigures(connection().db)
    await expectMatchingRows()
    for (const table of ['monthly_sales', 'monthly_payments']) {
      const { rows } = await query(
        `select count(*)::int as rows, count(distinct ${table}::text)::int as other from ${table}`,
      )
      expect(rows[0].rows).toBe(rows[0].other)
    }
    // Simulates a bulk import of several years: no trigger runs, and everything is recomputed.
    await query(`begin; set local session_replication_role = 'replica';
      update payments set value_date = value_date - 31 where id % 3 = 0;
      update credit_notes set created_at = created_at - interval '31 days' where id % 2 = 0;
      update order_returns set returned_at = returned_at + interval '1 second' * id;
      select rebuild_figures(); commit`)
    await expectMatchingRows()
    await query(`insert into monthly_taxes (month, state, milli_percent, orders) values ('2020-01', 'NJ', 6625, 1)`)
    const { findings } = await verifyShop(connection().db, '/nowhere')
    expect(findings).toContain('The report of taxes of 2020-01 NJ 6625 has (1,0,0,0); it should have nothing.')
    await query(`delete from monthly_taxes where month = '2020-01'`)
    const closed = await closeWithDefaults(connection(), now, { now: Date.now() + FORTY_DAYS_MS })
    expect(closed.ok).toBe(true)
  })

  it('list the rows behind each figure, which add up to the cent', async () => {
    const manager = await signIn('manager')
    const followed = new Set<string>()
    for (const report of reports) {
      const response = await read(manager, `/admin/reports.json?report=${report}&${span}`)
      type Part = { from: string; to: string; part?: ReportPart; values: (number | null)[] }
      const spans: Part[] = [
        { from: first, to: now, values: response.sum },
        ...response.rows.map((row: Omit<Part, 'from' | 'to'>) => ({ from: first, to: now, ...row })),
        ...response.months.map(({ month, sum }: { month: string; sum: number[] }) => ({
          from: month,
          to: month,
          values: sum,
        })),
        ...response.months.flatMap(({ month, rows }: { month: string; rows: Omit<Part, 'from' | 'to'>[] }) =>
          rows.map((row) => ({ from: month, to: month, ...row })),
        ),
      ]
      for (const { values, ...where } of spans) {
        for (const [index, { key, words }] of listColumns(report).entries()) {
          const path = figureRowsPath({ report, column: key }, where)
          if (!path || !words.rows) continue
          const sum = await sumRows(manager, path, words.rows)
          const value = values[index] ?? 0
          expect([report, key, where, value]).toEqual([report, key, where, sum])
          if (sum !== 0) followed.add(`${report} ${key}`)
        }
      }
      expect(response.months.map(({ is_over }: { is_over: boolean }) => is_over)).toEqual([false, true, true])
    }
    // Every column has rows, so none matches only because it is empty.
    const requests = reports.flatMap((report) =>
      listColumns(report).flatMap(({ key, words }) => (words.rows ? [`${report} ${key}`] : [])),
    )
    expect(requests.filter((figure) => !followed.has(figure))).toEqual(['plan level_bonus'])
  })

  /** Sums the amounts of all rows, or counts them. */
  async function sumRows(browser: Browser, path: string, { list, amount }: ColumnRows): Promise<number> {
    let sum = 0
    let next: string | null = null
    const isOrders = path.startsWith('/admin/orders?')
    do {
      const page = await read(browser, `${path.replace('?', '.json?')}${next ? `&after=${next}` : ''}`)
      for (const row of page.data) {
        const cents = isOrders
          ? row.order_total * 100
          : row.amounts[rowLists[list].indexOf(amount as never)] * (amount === 'pv' ? 1 : 100)
        sum += amount === undefined ? 1 : Math.round(cents)
      }
      next = page.next
    } while (next)
    return amount === undefined || amount === 'pv' ? sum : sum / 100
  }

  it('match the dashboard’s figures of a month', async () => {
    const manager = await signIn('manager')
    const { months } = await read(manager, '/admin/figures.json')
    const [sales, volume] = await Promise.all(
      (['sales', 'volume'] as const).map((report) => read(manager, `/admin/reports.json?report=${report}&${span}`)),
    )
    const readFigure = (report: Report, row: number[], key: string) =>
      row[listColumns(report).findIndex((column) => column.key === key)]
    for (const [index, { month, sum }] of sales.months.entries()) {
      const point = months.points.find(({ at }: { at: string }) => at === month)
      expect([month, readFigure('sales', sum, 'orders'), readFigure('sales', sum, 'sales')]).toEqual([
        month,
        point.orders,
        point.order_totals,
      ])
      expect([month, readFigure('volume', volume.months[index].sum, 'pv')]).toEqual([month, point.pv])
    }
  })

  it('show the plan’s cost relative to the sales of closed months', async () => {
    const { sum, months } = await read(await signIn('manager'), `/admin/reports.json?report=plan&${span}`)
    const readFigure = (row: number[], key: string) =>
      row[listColumns('plan').findIndex((column) => column.key === key)]
    const [closed, open] = months
    expect([readFigure(open.sum, 'bonuses'), readFigure(open.sum, 'before_tax')]).toEqual([null, expect.any(Number)])
    expect(readFigure(sum, 'before_tax')).toBeGreaterThan(readFigure(closed.sum, 'before_tax') ?? 0)
    expect(readFigure(sum, 'share_of_sales')).toBe(readFigure(closed.sum, 'share_of_sales'))
  })

  it('export the same figures as files, including a file with every row', async () => {
    const owner = await signIn('owner')
    for (const report of reports) {
      const table = await read(owner, `/admin/reports.json?report=${report}&${span}`)
      const file = await owner.get(`/admin/reports/export.csv?report=${report}&${span}`)
      expect([report, file.statusCode]).toEqual([report, 200])
      const lines = parseCsv(file.body).slice(1)
      const rows: (number | null)[][] = table.months.flatMap(
        ({ sum, rows }: { sum: number[]; rows: { values: number[] }[] }) =>
          ['sales', 'plan'].includes(report) ? [sum] : rows.map(({ values }) => values),
      )
      const width = listColumns(report).length
      expect(lines.map(({ cells }) => cells.slice(-width).map((cell) => (cell === '' ? null : Number(cell))))).toEqual(
        rows,
      )
    }
    const listed = parseCsv((await owner.get(`/admin/reports/rows.csv?list=tax&${span}`)).body)
    const table = await read(owner, `/admin/reports.json?report=tax&${span}`)
    const cents = listed.slice(1).reduce((sum, { cells }) => sum + Math.round(Number(cells.at(-1)) * 100), 0)
    expect(cents).toBe(Math.round(table.sum[listColumns('tax').findIndex(({ key }) => key === 'net')] * 100))
    const { rows } = await query(
      `select payload from audit_entries join audit_payloads on entry_id = id where action = 'report.exported'`,
    )
    expect(rows).toMatchObject([{ payload: { after: { list: 'tax', from: first, to: now } } }])
  })

  it('require the role of manager or owner and a valid range of months', async () => {
    const clerk = await signIn('clerk')
    const owner = await signIn('owner')
    const paths = (query: string) => [
      `/admin/reports.json?report=sales&${query}`,
      `/admin/reports/rows.json?list=sales&${query}`,
    ]
    for (const path of paths(span)) expect((await clerk.get(path)).statusCode).toBe(403)
    for (const bad of ['from=2026-03&to=2026-02', 'from=2020-01&to=2026-02', 'from=2026-13&to=2026-13', 'from=2026-01'])
      for (const path of paths(bad)) expect([path, (await owner.get(path)).statusCode]).toEqual([path, 422])
    const cursor = (value: unknown) =>
      `/admin/reports/rows.json?list=sales&${span}&after=${Buffer.from(JSON.stringify(value)).toString('base64url')}`
    for (const bad of [
      1,
      ['tax', 0, [1, 1, 0]],
      ['sales', 1, [9e15, 1, 0]],
      ['sales', 0, [1.5, 1, 0]],
      ['sales', 0, [1, -1, 0]],
    ])
      expect([bad, (await owner.get(cursor(bad))).statusCode]).toEqual([bad, 422])
    expect((await owner.get(cursor(['sales', 1, [8e15, 1, 0]]))).statusCode).toBe(200)
  })
})

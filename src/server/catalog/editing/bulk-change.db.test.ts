import { beforeEach, describe, expect, it } from 'vitest'
import type { BulkRun } from '#contract/catalog/bulk-changes.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { executeBulkRun, workOnBulkRuns } from './bulk-run.jobs.ts'

databaseTest('a bulk change', (connection, engine) => {
  const suite = appForSuite(connection)
  let vendor = 0
  beforeEach(() => {
    vendor++
  })
  const queryRows = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const manager = () => openStaffBrowser(suite, 'manager')
  const filter = () => ({ vendor: `Vendor ${vendor}` })
  const insertProducts = (count: number, columns = '', values = '') =>
    queryRows(
      `insert into products (handle, name, kind, vendor, price_cents, pv${columns})
       select $1 || n, 'Bulk ' || n, 'product', $2, 1000 + n, 10${values} from generate_series(1, ${count}) n returning id`,
      [`bulk-${vendor}-`, filter().vendor],
    )
  const percent = { kind: 'price_percent', percent: 10 }
  const preview = async (body: object = {}) => {
    const response = await (await manager()).post('/admin/products/bulk/preview', {
      ...{ selection: { filter: filter() }, change: percent },
      ...body,
    })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const start = async (body: object = {}) => {
    const selection = { filter: filter() }
    const { version } = await preview({ selection, ...body })
    return (await manager()).post('/admin/products/bulk/start', {
      ...{ selection, change: percent, expected_version: version },
      ...body,
    })
  }
  const readRuns = async (): Promise<BulkRun[]> =>
    (await (await openStaffBrowser(suite, 'clerk')).get('/admin/products/bulk.json')).json().data
  const work = async () => {
    for (const { id } of await queryRows('select id from product_bulk_runs where ended_at is null'))
      await executeBulkRun(suite().services, id)
  }

  it('previews old and new values, what stays as it is and what is refused', async () => {
    const { db } = connection()
    const own = { vendor: filter().vendor }
    const lash = await makeProduct(db, { ...own, name: 'Lash', priceCents: 1999 })
    const sample = await makeProduct(db, { ...own, name: 'Sample', priceCents: 0 })
    const sale = await makeProduct(db, { ...own, name: 'Sale', priceCents: 1000 })
    await queryRows('update products set sale_price_cents = 950 where id = $1', [sale.id])
    expect(await preview({ change: { kind: 'price_percent', percent: -7.5 } })).toEqual({
      ...{ version: expect.any(String), total: 3, unchanged: 1, changed: 1, refused: 1, next: null },
      data: [{ product_id: lash.id, version: '1', name: 'Lash', before: { price: 19.99 }, after: { price: 18.49 } }],
      refusals: [
        {
          ...{ product_id: sale.id, name: 'Sale', code: 'sale_price_not_lower' },
          reason: 'Enter a sale price below the regular price.',
        },
      ],
    })
    const cheaper = await preview({ change: { kind: 'price_amount', amount: -20 } })
    expect(cheaper.refusals.map(({ code }: { code: string }) => code)).toEqual([
      'price_below_zero',
      'price_below_zero',
      'price_below_zero',
    ])
    const dearer = await preview({ change: { kind: 'price_amount', amount: 21_474_830 } })
    expect(dearer.refusals.map(({ code }: { code: string }) => code)).toContain('price_too_high')
    const product_ids = [sample.id, lash.id]
    expect(await preview({ selection: { product_ids }, change: { kind: 'status', status: 'draft' } })).toMatchObject({
      ...{ total: 2, changed: 2 },
      data: [
        { product_id: lash.id, before: { status: 'active' }, after: { status: 'draft' } },
        { product_id: sample.id },
      ],
    })
  })

  it('previews every product, in pages', async () => {
    await insertProducts(1203)
    const first = await preview()
    expect([first.total, first.changed, first.data.length]).toEqual([1203, 1203, 500])
    const second = await preview({ after: first.next })
    const third = await preview({ after: second.next })
    expect([second.data.length, third.data.length, third.next]).toEqual([500, 203, null])
    const ids = [first, second, third].flatMap(({ data }) => data.map((row: { product_id: number }) => row.product_id))
    expect(new Set(ids).size).toBe(1203)
  })

  it('is carried out by a job in slices, with a version and an audit entry for each product', async () => {
    await insertProducts(240)
    const started = await start()
    expect(started.statusCode).toBe(200)
    expect(started.json()).toMatchObject({
      state: 'running',
      total: 240,
      done: 0,
      personal: true,
      kind: 'price_percent',
    })
    await work()
    expect((await readRuns())[0]).toMatchObject({
      ...{ run_id: started.json().run_id, state: 'done', done: 240, changed: 240, refused: 0, personal: false },
    })
    const [prices] = await queryRows(
      `select count(*)::int as changed from products where vendor = $1 and version = 2
         and price_cents = round((1000 + substring(name from 6)::int) * 1.1)`,
      [filter().vendor],
    )
    expect(prices.changed).toBe(240)
    const [kept] = await queryRows(
      `select count(*) filter (where source = 'bulk')::int as bulk, count(*) filter (where source = 'first')::int as first
         from product_versions join products on id = product_id where vendor = $1`,
      [filter().vendor],
    )
    expect(kept).toEqual({ bulk: 240, first: 240 })
    const [run] = await queryRows('select product_ids from product_bulk_runs where id = $1', [started.json().run_id])
    expect(run.product_ids).toEqual([])
  })

  it('changes each product once when it is interrupted and resumed', async () => {
    await insertProducts(240)
    const { run_id } = (await start()).json()
    const stopping = new AbortController()
    stopping.abort()
    await executeBulkRun(suite().services, run_id, stopping.signal)
    expect((await readRuns())[0]).toMatchObject({ state: 'running', done: 0 })
    // The queue of a starting server; that of this suite carries nothing out.
    const queued: { run_id: number }[] = []
    const jobs = {
      work: async () => {},
      queue: async (_trx: unknown, _job: string, runs: { run_id: number }[]) => void queued.push(...runs),
    }
    await workOnBulkRuns({ db: connection().db, jobs: jobs as never })
    expect(queued).toEqual([{ run_id }])
    await Promise.all([work(), work()])
    expect((await readRuns())[0]?.state).toBe('done')
    const [{ most }] = await queryRows('select max(version) as most from products where vendor = $1', [filter().vendor])
    expect(most).toBe(2)
  })

  it('skips products that changed or became refused meanwhile, and names them', async () => {
    const [changed, deleted, onSale, ...rest] = await insertProducts(60)
    await start()
    await queryRows('update products set version = 2 where id = $1', [changed.id])
    await queryRows('delete from stock_movements where product_id = $1', [deleted.id])
    await queryRows('delete from products where id = $1', [deleted.id])
    await queryRows('update products set price_cents = 10, sale_price_cents = 9 where id = $1', [onSale.id])
    await work()
    const [run] = await readRuns()
    expect(run).toMatchObject({ state: 'done', done: 60, changed: rest.length + 1, refused: 2 })
    expect(run?.refusals).toEqual([
      { product_id: changed.id, name: 'Bulk 1', code: 'stale', reason: 'Someone else changed this product.' },
      { product_id: deleted.id, name: '', code: 'not_found', reason: 'This product no longer exists.' },
    ])
  })

  it('saves the others when the content of one is refused', async () => {
    const [broken] = await insertProducts(3)
    // An older rule allowed a blank name.
    await queryRows(`update products set name = ' ' where id = $1`, [broken.id])
    await start({ change: { kind: 'pv', pv: 5 } })
    await work()
    expect((await readRuns())[0]).toMatchObject({ changed: 2, refused: 1, refusals: [{ code: 'name_required' }] })
  })

  it('makes products free only if that was confirmed', async () => {
    await insertProducts(1)
    const change = { kind: 'price_percent', percent: -100 }
    expect(await preview({ change })).toMatchObject({ refused: 1, refusals: [{ code: 'confirmation_required' }] })
    expect(await preview({ change, confirmed: true })).toMatchObject({ changed: 1, refused: 0 })
    await start({ change, confirmed: true })
    await work()
    expect((await readRuns())[0]).toMatchObject({ changed: 1 })
  })

  describe('is refused', () => {
    it('if the products changed since the preview', async () => {
      await insertProducts(2)
      const { version } = await preview()
      await insertProducts(0)
      await queryRows('update products set version = version + 1 where vendor = $1', [filter().vendor])
      const body = { selection: { filter: filter() }, change: percent, expected_version: version }
      const response = await (await manager()).post('/admin/products/bulk/start', body)
      expect([response.statusCode, response.json().code]).toEqual([409, 'stale'])
    })

    it('if nothing matches', async () => {
      const response = await start()
      expect([response.statusCode, response.json().code]).toEqual([409, 'unchanged'])
    })

    it('while another one is running', async () => {
      await insertProducts(2)
      expect((await start()).statusCode).toBe(200)
      const second = await start()
      expect([second.statusCode, second.json().code]).toEqual([409, 'bulk_change_running'])
      await work()
      expect((await start()).statusCode).toBe(200)
      await work()
    })

    it('to clerks, and stops if the person who started it is locked out', async () => {
      const clerk = await openStaffBrowser(suite, 'clerk')
      const body = { selection: { filter: {} }, change: percent, expected_version: 'x' }
      expect((await clerk.post('/admin/products/bulk/start', body)).statusCode).toBe(403)
      expect((await clerk.post('/admin/products/bulk/preview', body)).statusCode).toBe(403)
      await insertProducts(2)
      const { run_id, requested_by } = (await start()).json()
      await queryRows('update staff set active = false where email = $1', [requested_by])
      await executeBulkRun(suite().services, run_id)
      expect((await readRuns())[0]).toMatchObject({ state: 'failed', changed: 0 })
    })

    it.each([
      [{ kind: 'price_percent', percent: -101 }],
      [{ kind: 'price_percent', percent: 1e300 }],
      [{ kind: 'price_percent', percent: 1.005 }],
      [{ kind: 'price_amount', amount: 1e12 }],
      [{ kind: 'pv', pv: -1 }],
      [{ kind: 'status', status: 'gone' }],
      [{ kind: 'category', category_id: 'x' }],
      [{ kind: 'name', name: 'x' }],
      [{}],
    ])('with the change %j', async (change) => {
      const body = { selection: { filter: filter() }, change }
      expect((await (await manager()).post('/admin/products/bulk/preview', body)).statusCode).toBe(422)
    })

    it.each([[{}], [{ product_ids: [] }], [{ product_ids: ['x'] }], [{ filter: { status: 'x' } }], [null]])(
      'with the selection %j',
      async (selection) => {
        const body = { selection, change: percent }
        expect((await (await manager()).post('/admin/products/bulk/preview', body)).statusCode).toBe(422)
      },
    )

    it('to a category that no longer exists, product by product', async () => {
      await insertProducts(2)
      await start({ change: { kind: 'category', category_id: 2_000_000_000 } })
      await work()
      expect((await readRuns())[0]).toMatchObject({
        changed: 0,
        refused: 2,
        refusals: [{ code: 'category_not_found' }, {}],
      })
    })
  })

  if (engine === 'postgres') {
    it('starts once when two are started at once', async () => {
      await insertProducts(3)
      const { version } = await preview()
      const browser = await manager()
      const body = { selection: { filter: filter() }, change: percent, expected_version: version }
      const responses = await Promise.all([1, 2].map(() => browser.post('/admin/products/bulk/start', body)))
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      await work()
    })
  }

  describe('the export', () => {
    const exportProducts = async (query: Record<string, string>) => {
      const clerk = await openStaffBrowser(suite, 'clerk')
      return clerk.get(`/admin/products/export.csv?${new URLSearchParams(query)}`)
    }
    it('contains the selected products, or those that match', async () => {
      const [first, second, third] = await insertProducts(3)
      const chosen = await exportProducts({ ids: `${third.id},${first.id}` })
      expect(chosen.headers['content-type']).toBe('text/csv; charset=utf-8')
      const lines = chosen.body.trim().split('\n')
      expect(lines[0]).toMatch(/^Handle,Title,/)
      expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['Bulk 1', 'Bulk 3'])
      await queryRows(`update products set name = 'Comb' where id = $1`, [second.id])
      const matching = await exportProducts({ ...filter(), search: 'comb' })
      expect(
        matching.body
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',')[1]),
      ).toEqual(['Comb'])
    })

    it('neutralizes formulas and is logged', async () => {
      await makeProduct(connection().db, { name: '=HYPERLINK("x")', vendor: filter().vendor })
      expect((await exportProducts(filter())).body).toContain(`"'=HYPERLINK(""x"")"`)
      const [entry] = await queryRows(`select action from audit_entries order by id desc limit 1`)
      expect(entry.action).toBe('products.exported')
    })

    it('refuses malformed ids', async () => {
      for (const ids of ['x', '0', '1,', '99999999999', Array.from({ length: 201 }, () => '1').join()])
        expect([ids, (await exportProducts({ ids })).statusCode]).toEqual([ids, 422])
    })
  })
})

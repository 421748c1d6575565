import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findCategoryTree } from '#server/catalog/categories/category.queries.ts'
import { mergeCategory } from '#server/catalog/categories/change-categories.ts'
import { cleanBulkRuns } from '#server/catalog/editing/clean-bulk-runs.ts'
import { listVersionDifferences } from '#server/catalog/editing/list-version-differences.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { importsOf } from '#test/product-imports.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { cleanProductImports } from './clean-product-imports.ts'
import { importNextSlice } from './import-next-slice.ts'
import { executeProductImport, workOnProductImports } from './product-import.jobs.ts'

databaseTest('an import in the back office', (connection, engine) => {
  const suite = appForSuite(connection)
  const imports = importsOf(suite)
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const read = async (handle: string) =>
    (
      await query(
        `select products.id, products.name, version, status, price_cents, stock, vendor, sku, categories.name as category
           from products left join categories on categories.id = category_id where handle = $1`,
        [handle],
      )
    )[0]
  const changeElsewhere = async (id: number, fields: object) => {
    const manager = await openStaffBrowser(suite, 'manager')
    const changed = await manager.post('/admin/products/change', { products: [{ product_id: id, fields }] })
    expect(changed.statusCode, changed.body).toBe(200)
  }
  const audited = async (action: string) =>
    (
      await query(
        `select payload -> 'after' as after from audit_entries join audit_payloads on entry_id = id
          where action = $1 order by id`,
        [action],
      )
    ).map(({ after }) => after)

  afterEach(async () => {
    expect(await listVersionDifferences(connection().db)).toEqual([])
  })

  describe('when it is previewed', () => {
    it('lists new, changed, unchanged and refused products, and writes none', async () => {
      const { id: categoryId } = await makeCategory(connection().db, { name: 'Wax' })
      await makeProduct(connection().db, { handle: 'p-wax', name: 'Wax', vendor: 'Orla', priceCents: 500, categoryId })
      await makeProduct(connection().db, { handle: 'p-tape', name: 'Tape', vendor: 'Orla', priceCents: 600 })
      await makeProduct(connection().db, { name: 'Not in the file' })
      const previewed = await imports.preview(
        [
          'Handle,Title,Vendor,Type,Variant Price,Cost per item',
          'p-wax,Wax,Mira,Wax,6.50,3',
          'p-tape,Tape,Orla,,6.00,3',
          'p-oil,Argan Oil,Orla,Oils,7.00,3',
          'p-bad,Bad,Orla,,7.5.0,3',
          ',No handle,Orla,,7,3',
        ].join('\n'),
      )
      expect(previewed).toMatchObject({
        ...{ file_name: 'prices.csv', state: 'ready', refusal: null, requested_by: expect.stringContaining('@') },
        counts: { new: 1, changed: 1, unchanged: 1, refused: 2, stock_differs: 0 },
        kept_fields: expect.arrayContaining(['sku', 'stock', 'description_html', 'images', 'status']),
        ignored_columns: ['Cost per item'],
      })
      expect(previewed.kept_fields).not.toContain('price')
      expect(await imports.rows(previewed.import_id)).toMatchObject([
        {
          ...{ line: 2, name: 'Wax', outcome: 'changed' },
          changes: [
            { field: 'price', before: '$5.00', after: '$6.50' },
            { field: 'vendor', before: 'Orla', after: 'Mira' },
          ],
        },
        { line: 3, outcome: 'unchanged', changes: [] },
        { line: 4, name: 'Argan Oil', outcome: 'new', product_id: null, price: 7 },
        {
          ...{ line: 5, handle: 'p-bad', name: 'Bad', outcome: 'refused' },
          refusal: { line: 5, column: 'Variant Price', message: '“7.5.0” is not an amount in dollars.' },
        },
        { line: 6, outcome: 'refused', refusal: { line: 6, column: 'Handle', message: 'Handle is missing.' } },
      ])
      expect(await imports.rows(previewed.import_id, '?outcome=refused')).toHaveLength(2)
      expect(await read('p-wax')).toMatchObject({ price_cents: 500, version: 1 })
      expect(await read('p-oil')).toBeUndefined()
      expect(await query(`select from categories where name = 'Oils'`)).toEqual([])
    })

    it('refuses a file that cannot be read, with its line and column', async () => {
      const noHandle = await imports.preview('Title,Variant Price\nWax,5\n')
      expect(noHandle).toMatchObject({
        state: 'refused',
        refusal: { line: 1, column: 'Handle', message: 'The column is missing.' },
      })
      const quote = await imports.preview('Handle,Title\nq-wax,Wax\nq-oil,"Oil\n')
      expect(quote).toMatchObject({
        state: 'refused',
        refusal: { line: 3, message: expect.stringContaining('closed') },
      })
      expect(await imports.rows(quote.import_id)).toEqual([])
      const workbook = await imports.preview(`PK\x03\x04${'x'.repeat(100)}`, 'products.xlsx')
      expect(workbook).toMatchObject({
        ...{ file_name: 'products.xlsx', state: 'refused' },
        refusal: { message: expect.stringContaining('save it as “CSV UTF-8”') },
      })
      expect((await imports.upload('')).statusCode).toBe(422)
    })

    it('refuses a picture that is a file name, an unknown handle without a price, and a price below the sale price', async () => {
      const { id } = await makeProduct(connection().db, { handle: 's-wax', name: 'Wax', priceCents: 900 })
      await changeElsewhere(id, { sale_price: 8 })
      const pictures = await imports.preview('Handle,Title,Variant Price,Image Src\nf-wax,Wax,5,wax.jpg\n')
      expect(await imports.rows(pictures.import_id)).toMatchObject([
        { outcome: 'refused', refusal: { column: 'Image Src', message: expect.stringContaining('https address') } },
      ])
      const { import_id } = await imports.preview('URL handle,Price\ns-wax,7.50\nunknown,5\n')
      expect(await imports.rows(import_id)).toMatchObject([
        { refusal: { column: 'Price', message: 'The price must be above the product’s sale price of $8.00.' } },
        { refusal: { column: 'URL handle', message: expect.stringContaining('no product with the handle') } },
      ])
    })

    it('refuses rows with characters that the database cannot store', async () => {
      const long = `${'x'.repeat(254)}😀`
      const previewed = await imports.preview(
        `Handle,Title,Variant Price,No\0te,${'😀'.repeat(60)}\nnul-1,A\0b,5,,\nnul-2,${long},1\0,,\nnul-3,C,${'9'.repeat(900)},,\n`,
      )
      expect(previewed).toMatchObject({
        state: 'ready',
        counts: { refused: 3 },
        ignored_columns: ['Note', '😀'.repeat(50)],
      })
    })

    it('notes what customers would find missing', async () => {
      await makeProduct(connection().db, { handle: 'n-other', barcode: '0741360637481' } as object)
      await query(`update products set barcode = '0741360637481' where handle = 'n-other'`)
      const { notes } = await imports.preview(
        [
          'Handle,Title,Type,Variant Price,Variant Inventory Qty,Variant Barcode,Image Src,Status',
          'n-free,Free,Care,0,3,,https://cdn.example/a.jpg,active',
          'n-out,Out,Care,5,0,0741360637481,,active',
          'n-draft,Draft,,0,0,,,draft',
          'n-one,One,Care,5,3,1111111,,active',
          'n-two,Two,,5,3,1111111,,active',
        ].join('\n'),
      )
      expect(notes).toEqual({
        ...{ becomes_free: 1, sold_out: 1, no_category: 1, no_picture: 3, picture_address: 1, shared_barcode: 3 },
      })
    })

    it('pages through many rows by line', async () => {
      const lines = Array.from({ length: 60 }, (_, n) => `many-${n},Many ${n},5`)
      const { import_id } = await imports.preview(['Handle,Title,Variant Price', ...lines].join('\n'))
      const manager = await openStaffBrowser(suite, 'manager')
      const first = (await manager.get(`/admin/products/imports/${import_id}/rows.json`)).json()
      expect([first.data.length, first.next]).toEqual([50, 51])
      const second = await imports.rows(import_id, `?after=${first.next}`)
      expect([second.length, second[0]?.line]).toEqual([10, 52])
    })

    it('deletes the file once it is read, and an import after 30 days', async () => {
      const before = readdirSync(join(suite().services.config.dataDir, 'uploads'))
      const { import_id } = await imports.preview('Handle,Title,Variant Price\nd-wax,Wax,5\n')
      expect(readdirSync(join(suite().services.config.dataDir, 'uploads'))).toEqual(before)
      const clean = () => cleanProductImports(connection().db, suite().services.files)
      await clean()
      expect(await imports.read(import_id)).toMatchObject({ state: 'ready' })
      await query(`update product_imports set requested_at = now() - interval '31 days' where id = $1`, [import_id])
      await clean()
      expect(await query('select from product_imports where id = $1', [import_id])).toEqual([])
    })

    it('can be discarded, but not once it has changed something', async () => {
      const manager = await openStaffBrowser(suite, 'manager')
      const { import_id } = await imports.preview('Handle,Title,Variant Price\ndis-wax,Wax,5\n')
      expect((await manager.post(`/admin/products/imports/${import_id}/discard`, {})).statusCode).toBe(200)
      expect((await manager.get(`/admin/products/imports/${import_id}.json`)).statusCode).toBe(404)
      const imported = await imports.import('Handle,Title,Variant Price\ndis-oil,Oil,5\n')
      const refused = await manager.post(`/admin/products/imports/${imported.import_id}/discard`, {})
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'stale'])
    })

    it('resumes after a restart', async () => {
      const { import_id } = (await imports.upload('Handle,Title,Variant Price\nr-wax,Wax,5\n')).json()
      const queued: unknown[] = []
      const { services } = suite()
      await workOnProductImports({
        ...services,
        jobs: {
          ...services.jobs,
          work: async () => {},
          queue: async (_trx, name, payloads) => void queued.push(name, payloads),
        },
      })
      expect(queued).toEqual(['product_import', expect.arrayContaining([{ import_id }])])
      await imports.work(import_id)
      expect(await imports.read(import_id)).toMatchObject({ state: 'ready' })
    })

    it('is for managers only', async () => {
      const { import_id } = await imports.preview('Handle,Title,Variant Price\nc-wax,Wax,5\n')
      const clerk = await openStaffBrowser(suite, 'clerk')
      const paths = ['imports.json', `imports/${import_id}.json`, `imports/${import_id}/rows.json`]
      for (const path of paths) expect((await clerk.get(`/admin/products/${path}`)).statusCode).toBe(403)
      const start = await clerk.post(`/admin/products/imports/${import_id}/start`, { expected_version: '1' })
      expect(start.statusCode).toBe(403)
    })
  })

  describe('when it is started', () => {
    it('adds and changes the products, keeps versions with the name of the file, and records it', async () => {
      const { id } = await makeProduct(connection().db, { handle: 'i-wax', name: 'Wax', priceCents: 500 })
      const imported = await imports.import(
        'Handle,Title,Type,Variant Price,Variant Inventory Qty\ni-wax,Wax,New Care,6,\ni-oil,Oil,New Care,7,4\n',
        {},
        'spring prices.csv',
      )
      expect(imported).toMatchObject({ state: 'imported', added: 1, changed: 1, skipped: 0, percent: 0 })
      expect(await read('i-wax')).toMatchObject({ price_cents: 600, version: 2, category: 'New Care' })
      expect(await read('i-oil')).toMatchObject({ price_cents: 700, stock: 4, category: 'New Care', status: 'active' })
      const clerk = await openStaffBrowser(suite, 'clerk')
      const history = (await clerk.get(`/admin/products/${id}/history.json`)).json().data
      expect(history[0]).toMatchObject({ source: 'import', file_name: 'spring prices.csv' })
      expect(history[0].changes).toMatchObject([{ field: 'category_id', after: 'New Care' }, { after: '$6.00' }])
      expect((await audited('products.imported')).at(-1)).toMatchObject({
        ...{ file: 'spring prices.csv', added: 1, updated: 1, skipped: 0 },
      })
      expect(await imports.rows(imported.import_id, '?result=imported')).toHaveLength(2)
    })

    it('sets the stock of known products only if asked to', async () => {
      await makeProduct(connection().db, { handle: 'st-wax', name: 'Wax', stock: 3 })
      const file = 'Handle,Variant Inventory Qty\nst-wax,12\n'
      const previewed = await imports.preview(file)
      expect(previewed.counts).toMatchObject({ changed: 0, unchanged: 1, stock_differs: 1, only_stock_differs: 1 })
      expect((await imports.start(previewed)).json()).toMatchObject({ code: 'unchanged' })
      expect(await imports.rows(previewed.import_id, '?outcome=changed&stock=1')).toMatchObject([
        { outcome: 'changed', changes: [{ field: 'stock', before: '3', after: '12' }] },
      ])
      expect((await imports.start(previewed, { update_stock: true })).statusCode).toBe(200)
      await imports.work(previewed.import_id)
      expect(await read('st-wax')).toMatchObject({ stock: 12, version: 1 })
      expect(await query(`select quantity, kind, reason from stock_movements order by id desc limit 1`)).toEqual([
        { quantity: 9, kind: 'count', reason: 'Import of prices.csv' },
      ])
    })

    it('asks before active products become free', async () => {
      const previewed = await imports.preview('Handle,Title,Variant Price\nfr-wax,Wax,0\n')
      expect(previewed.notes.becomes_free).toBe(1)
      const refused = await imports.start(previewed)
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'confirmation_required'])
      expect((await imports.start(previewed, { confirmed: true })).statusCode).toBe(200)
      await imports.work(previewed.import_id)
      expect(await read('fr-wax')).toMatchObject({ price_cents: 0 })
    })

    it('compares products again that changed since the preview, and writes nothing unseen', async () => {
      const { id } = await makeProduct(connection().db, { handle: 'se-wax', name: 'Wax', priceCents: 500 })
      await makeProduct(connection().db, { handle: 'se-oil', name: 'Oil', priceCents: 500 })
      const previewed = await imports.preview('Handle,Variant Price\nse-wax,6\nse-oil,6\n')
      await changeElsewhere(id, { price: 6 })
      const stale = await imports.start(previewed)
      expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
      expect(stale.json().current).toMatchObject({ state: 'ready', counts: { changed: 1, unchanged: 1 } })
      expect(await read('se-oil')).toMatchObject({ price_cents: 500 })
      expect((await imports.start(stale.json().current)).statusCode).toBe(200)
    })

    it('leaves a product that changed after the start, and says so', async () => {
      const { id } = await makeProduct(connection().db, { handle: 'sk-wax', name: 'Wax', priceCents: 500 })
      await makeProduct(connection().db, { handle: 'sk-oil', name: 'Oil', priceCents: 500 })
      const previewed = await imports.preview('Handle,Title,Variant Price\nsk-wax,Wax,6\nsk-oil,Oil,6\nsk-new,New,6\n')
      expect((await imports.start(previewed)).statusCode).toBe(200)
      await changeElsewhere(id, { price: 5.5 })
      await makeProduct(connection().db, { handle: 'sk-new', name: 'Made by hand', priceCents: 100 })
      await imports.work(previewed.import_id)
      expect(await imports.read(previewed.import_id)).toMatchObject({ state: 'imported', changed: 1, skipped: 2 })
      expect([await read('sk-wax'), await read('sk-oil'), await read('sk-new')]).toMatchObject([
        ...[{ price_cents: 550 }, { price_cents: 600 }, { name: 'Made by hand' }],
      ])
      expect(await imports.rows(previewed.import_id, '?result=skipped')).toMatchObject([{ line: 2 }, { line: 4 }])
    })

    it('goes on where an interruption stopped it', async () => {
      const previewed = await imports.preview('Handle,Title,Variant Price\nint-1,One,5\nint-2,Two,5\nint-3,Three,5\n')
      expect((await imports.start(previewed)).statusCode).toBe(200)
      const { db } = connection()
      const actor = { kind: 'command_line' } as const
      await inTransaction(db, (trx) => importNextSlice(trx, actor, previewed.import_id, [2, 3]))
      await executeProductImport(suite().services, previewed.import_id, AbortSignal.abort())
      expect(await imports.read(previewed.import_id)).toMatchObject({ state: 'importing', added: 2, percent: 66 })
      await imports.work(previewed.import_id)
      expect(await imports.read(previewed.import_id)).toMatchObject({ state: 'imported', added: 3, skipped: 0 })
    })

    it('keeps products in the category into which theirs was merged', async () => {
      const from = await makeCategory(connection().db, { name: 'Old Care' })
      const into = await makeCategory(connection().db, { name: 'Merged Care' })
      const manager = await openStaffBrowser(suite, 'manager')
      const { version } = (await manager.get('/admin/categories.json')).json()
      const merged = await manager.post(`/admin/categories/${from.id}/merge`, {
        ...{ into_id: into.id, expected_version: version },
      })
      expect(merged.statusCode, merged.body).toBe(200)
      await imports.import('Handle,Title,Type,Variant Price\nme-wax,Wax,Old Care,5\n')
      expect(await read('me-wax')).toMatchObject({ category: 'Merged Care' })
    })
  })

  describe('when it is undone', () => {
    it('gives every product its former version, and deletes new products and categories', async () => {
      await makeProduct(connection().db, { handle: 'u-wax', name: 'Wax', priceCents: 500, stock: 3, vendor: 'Orla' })
      await makeProduct(connection().db, { handle: 'u-tape', name: 'Tape', priceCents: 500 })
      const imported = await imports.import(
        [
          'Handle,Title,Type,Vendor,Variant Price,Variant Inventory Qty',
          'u-wax,Wax 2,Undone Care,Mira,6,12',
          'u-tape,Tape,Undone Care,,5,7',
          'u-oil,Oil,Undone Care,,7,4',
        ].join('\n'),
        { update_stock: true },
      )
      expect(imported).toMatchObject({ added: 1, changed: 2 })
      expect((await imports.start(imported)).json().code).toBe('stale')
      const undone = await imports.undoAll(imported.import_id)
      expect(undone).toMatchObject({ state: 'undone' })
      expect(await read('u-wax')).toMatchObject({
        ...{ name: 'Wax', price_cents: 500, stock: 3, vendor: 'Orla', version: 3, category: null },
      })
      expect(await read('u-tape')).toMatchObject({ stock: null, category: null })
      expect(await read('u-oil')).toBeUndefined()
      expect(await query(`select from categories where name = 'Undone Care'`)).toEqual([])
      expect(
        await query(`select source, file_name from product_versions order by at desc, version desc limit 1`),
      ).toEqual([{ source: 'undo', file_name: 'prices.csv' }])
      expect((await audited('products.import_undone')).at(-1)).toMatchObject({ file: 'prices.csv' })
      expect((await imports.undo(imported.import_id)).json().code).toBe('stale')
    })

    it('keeps what was sold since, and archives new products with orders', async () => {
      await makeProduct(connection().db, { handle: 'o-wax', name: 'Wax', stock: 3 })
      const imported = await imports.import(
        'Handle,Title,Variant Price,Variant Inventory Qty\no-wax,Wax,10,12\no-oil,Oil,7,4\n',
        { update_stock: true },
      )
      const sell = async (handle: string, quantity: number) =>
        query(
          `insert into stock_movements (product_id, quantity, kind, reason, made_by)
             select id, $2, 'damage', 'broken', 'test' from products where handle = $1`,
          [handle, -quantity],
        )
      await sell('o-wax', 2)
      await sell('o-oil', 1)
      const undone = await imports.undoAll(imported.import_id)
      expect(undone).toMatchObject({ state: 'undone', undo_archived: 1, undo_refused: 0 })
      expect(await read('o-wax')).toMatchObject({ stock: 1 })
      expect(await read('o-oil')).toMatchObject({ status: 'archived', stock: 3 })
      expect(await imports.rows(imported.import_id, '?undo=archived')).toMatchObject([{ name: 'Oil' }])
    })

    it('is refused when something else has changed its products, and names them', async () => {
      const { id } = await makeProduct(connection().db, { handle: 'x-wax', name: 'Wax', priceCents: 500 })
      const imported = await imports.import('Handle,Title,Variant Price\nx-wax,Wax,6\nx-oil,Oil,7\n')
      await changeElsewhere(id, { price: 8 })
      const refused = await imports.undo(imported.import_id)
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'changed_since_import', detail: expect.stringContaining('because “Wax” has changed since') },
      ])
      expect(await read('x-oil')).toMatchObject({ price_cents: 700 })
    })

    it('is refused when pieces that it would take away were sold', async () => {
      await makeProduct(connection().db, { handle: 'y-wax', name: 'Yellow Wax', stock: 1 })
      const imported = await imports.import('Handle,Variant Inventory Qty\ny-wax,5\n', { update_stock: true })
      await query(
        `insert into stock_movements (product_id, quantity, kind, reason, made_by)
           select id, -3, 'damage', 'broken', 'test' from products where handle = 'y-wax'`,
      )
      expect((await imports.undo(imported.import_id)).json().detail).toContain('“Yellow Wax” has changed')
    })

    it('leaves a product that changed after the undo began', async () => {
      const { id } = await makeProduct(connection().db, { handle: 'z-wax', name: 'Wax', priceCents: 500 })
      const { id: other } = await makeProduct(connection().db, { handle: 'z-oil', name: 'Oil', priceCents: 500 })
      const { import_id } = await imports.import('Handle,Variant Price\nz-wax,6\nz-oil,6\n')
      expect((await imports.undo(import_id)).statusCode).toBe(200)
      await changeElsewhere(id, { price: 9 })
      await imports.work(import_id)
      expect(await imports.rows(import_id, '?undo=refused')).toMatchObject([{ product_id: id }])
      expect(await query('select price_cents from products where id = any($1) order by id', [[id, other]])).toEqual([
        ...[{ price_cents: 900 }, { price_cents: 500 }],
      ])
    })
  })

  it('and bulk changes are deleted 30 days after they ended', async () => {
    await query(
      `insert into product_bulk_runs (change, confirmed, product_ids, versions, state, total, requested_by, requested_by_id,
         ended_at)
       select '{}', false, '{}', '{}', 'done', days, email, id, now() - make_interval(days => days)
         from (select * from staff limit 1) requesting, unnest(array[29, 31]) as days`,
    )
    await cleanBulkRuns(connection().db)
    expect(await query(`select total from product_bulk_runs where total in (29, 31)`)).toEqual([{ total: 29 }])
  })

  if (engine === 'postgres') {
    it('waits for a merge of categories, and puts its products into the remaining one', async () => {
      const from = await makeCategory(connection().db, { name: 'Race Old' })
      const into = await makeCategory(connection().db, { name: 'Race New' })
      const previewed = await imports.preview('Handle,Title,Type,Variant Price\nrc-wax,Wax,Race Old,5\n')
      expect((await imports.start(previewed)).statusCode).toBe(200)
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const actor = { kind: 'command_line' } as const
      let merged = () => {}
      const isMerged = new Promise<void>((resolve) => {
        merged = resolve
      })
      const merging = inTransaction(connection().db, async (trx) => {
        const { version } = await findCategoryTree(trx)
        const result = await mergeCategory(trx, actor, { id: from.id, intoId: into.id }, version)
        merged()
        await released
        return result
      })
      await isMerged
      const importing = imports.work(previewed.import_id)
      await expect
        .poll(async () => {
          const waiting = await query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return waiting.length
        })
        .toBe(1)
      release()
      expect(await merging).toMatchObject({ ok: true })
      await importing
      expect(await read('rc-wax')).toMatchObject({ category: 'Race New' })
    })

    const lines = (count: number, price: number, prefix: string) =>
      [
        'Handle,Title,Variant Price',
        ...Array.from({ length: count }, (_, n) => `${prefix}-${n},Race ${n},${price}`),
      ].join('\n')

    it('is carried out once, however often it is started and worked on', async () => {
      const previewed = await imports.preview(lines(200, 5, 'once'))
      const starts = await Promise.all([1, 2, 3].map(() => imports.start(previewed)))
      expect(starts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
      await Promise.all([1, 2, 3].map(() => imports.work(previewed.import_id)))
      expect(await imports.read(previewed.import_id)).toMatchObject({ state: 'imported', added: 200, skipped: 0 })
      const [{ count, versions }] = await query(
        `select count(*)::int, max(version) as versions from products where handle like 'once-%'`,
      )
      expect([count, versions]).toEqual([200, 1])
    })

    it('twice at once of the same file adds and changes each product once', async () => {
      const [first, second] = await Promise.all([
        imports.preview(lines(150, 5, 'twice')),
        imports.preview(lines(150, 5, 'twice')),
      ])
      await Promise.all([first, second].map((previewed) => imports.start(previewed)))
      await Promise.all([first, second].map(({ import_id }) => imports.work(import_id)))
      const results = await Promise.all([first, second].map(({ import_id }) => imports.read(import_id)))
      expect(results.map(({ state }) => state)).toEqual(['imported', 'imported'])
      expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(150)
      expect(await query(`select distinct version from products where handle like 'twice-%'`)).toEqual([{ version: 1 }])
    })
  }
})

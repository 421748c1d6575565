import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { listVersionDifferences } from '#server/catalog/editing/list-version-differences.ts'
import { type ProductEdit, saveProducts } from '#server/catalog/editing/save-products.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { importProducts } from './import-products.ts'

const actor = { kind: 'command_line' } as const
const editor = { kind: 'command_line', by: 'ana@shop.example' } as const

databaseTest('an import', (connection, engine) => {
  const folder = mkdtempSync(join(tmpdir(), `salonfront-import-versions-${engine}-`))
  afterAll(() => rmSync(folder, { recursive: true }))

  let files = 0
  const importText = (text: string, options: { countStock?: boolean } = {}) => {
    files += 1
    const path = join(folder, `${files}.csv`)
    writeFileSync(path, text)
    return importProducts(connection(), { path, files: diskStore(folder), actor, ...options })
  }
  const edit = (edits: ProductEdit[]) =>
    inTransaction(connection().db, (trx) => saveProducts(trx, editor, edits, { source: 'edit' }))
  const readVersions = async (handle: string) =>
    (
      await connection().pool.query<{ version: number; source: string; made_by: string; name: string; price: number }>(
        `select kept.version, source, made_by, content ->> 'name' as name, (content ->> 'price_cents')::int as price
           from product_versions kept join products on id = product_id where handle = $1 order by kept.version`,
        [handle],
      )
    ).rows
  const read = async (handle: string) =>
    (await connection().pool.query('select id, version, status, active from products where handle = $1', [handle]))
      .rows[0]

  afterEach(async () => {
    expect(await listVersionDifferences(connection().db)).toEqual([])
    const { rows } = await connection().pool.query(
      `select handle from products left join (
         select product_id, max(version) as last, min(version) as first, count(*) from product_versions group by product_id
       ) kept on product_id = id
       where version <> coalesce(last, 1) or count <> last - first + 1`,
    )
    expect(rows).toEqual([])
  })

  it('keeps the former and the new state of a product it changes, and none of others', async () => {
    await makeProduct(connection().db, { handle: 'wax', name: 'Wax', priceCents: 500 })
    await makeProduct(connection().db, { handle: 'tape', name: 'Tape', priceCents: 500, stock: 3 })
    const file = 'Handle,Title,Variant Price,Variant Inventory Qty\nwax,Wax,6,\ntape,Tape,5,8\nnew,New,7,\n'
    expect(await importText(file, { countStock: true })).toMatchObject({ added: 1, updated: 2 })
    expect(await readVersions('wax')).toEqual([
      { version: 1, source: 'first', made_by: 'command line', name: 'Wax', price: 500 },
      { version: 2, source: 'import', made_by: 'command line', name: 'Wax', price: 600 },
    ])
    expect([await read('tape'), await read('new')]).toMatchObject([{ version: 1 }, { version: 1 }])
    expect([await readVersions('tape'), await readVersions('new')]).toEqual([[], []])
    expect(await importText(file, { countStock: true })).toMatchObject({ added: 0, updated: 0 })
    expect(await read('wax')).toMatchObject({ version: 2 })
  })

  it('continues the versions of an edited product', async () => {
    const { id } = await makeProduct(connection().db, { handle: 'oil', name: 'Oil' })
    await edit([{ id, expectedVersion: 1, changes: { name: 'Argan Oil' } }])
    await importText('Handle,Title\noil,Oil 2\n')
    await edit([{ id, expectedVersion: 3, changes: { name: 'Oil 3' } }])
    expect((await readVersions('oil')).map(({ source, name }) => [source, name])).toEqual([
      ['first', 'Oil'],
      ['edit', 'Argan Oil'],
      ['import', 'Oil 2'],
      ['edit', 'Oil 3'],
    ])
  })

  it('makes the change of an editor who saw the former version stale', async () => {
    const { id } = await makeProduct(connection().db, { handle: 'gel', name: 'Gel' })
    await importText('Handle,Title\ngel,Gel 2\n')
    expect(await edit([{ id, expectedVersion: 1, changes: { name: 'Gel 3' } }])).toMatchObject({
      refusal: { refusals: [{ code: 'stale' }] },
    })
  })

  it('keeps a version when only pictures change, and when a package is emptied', async () => {
    const part = await makeProduct(connection().db)
    await makeProduct(connection().db, { handle: 'kit', name: 'Kit', contents: [{ productId: part.id }] })
    const kit = (address: string, type: string) =>
      importText(`Handle,Title,Type,Image Src\nkit,Kit,${type},https://cdn.example/${address}\n`)
    await kit('a.jpg', 'Package')
    await kit('b.jpg', 'Package')
    await kit('b.jpg', 'Kits')
    const { rows } = await connection().pool.query(
      `select kept.version, content -> 'images' -> 0 ->> 'source_url' as picture,
          jsonb_array_length(content -> 'contents') as parts
         from product_versions kept join products on id = product_id where handle = 'kit' order by kept.version`,
    )
    expect(rows).toEqual([
      { version: 1, picture: null, parts: 1 },
      { version: 2, picture: 'https://cdn.example/a.jpg', parts: 1 },
      { version: 3, picture: 'https://cdn.example/b.jpg', parts: 1 },
      { version: 4, picture: 'https://cdn.example/b.jpg', parts: 0 },
    ])
  })

  it('leaves an active product outside of its visible period as it is', async () => {
    const { id } = await makeProduct(connection().db, { handle: 'soon', name: 'Soon' })
    await edit([{ id, changes: { visible_from: '2100-01-01T00:00:00.000Z' } }])
    const file = (status: string) => importText(`Handle,Title,Status\nsoon,Soon,${status}\n`)
    expect(await file('active')).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await read('soon')).toMatchObject({ version: 2, status: 'active', active: false })
  })

  if (engine === 'postgres') {
    const rows = Array.from({ length: 300 }, (_, n) => n)
    const file = (price: number) =>
      ['Handle,Title,Variant Price', ...rows.map((n) => `race-${n},Race ${n},${price}`)].join('\n')

    it('twice at once adds and changes each product once', async () => {
      const total = async (price: number) => {
        const both = await Promise.all([importText(file(price)), importText(file(price))])
        return both.reduce((sum, one) => sum + (one.ok ? one.added + one.updated : Number.NaN), 0)
      }
      expect(await total(1)).toBe(300)
      expect(await total(2)).toBe(300)
      const { rows: versions } = await connection().pool.query(
        `select distinct version from products where handle like 'race-%'`,
      )
      expect(versions).toEqual([{ version: 2 }])
    })

    it('keeps both versions when another file is imported at the same time', async () => {
      await Promise.all([importText(file(3)), importText(file(4))])
      const { rows: ends } = await connection().pool.query(
        `select distinct version from products where handle like 'race-%'`,
      )
      expect(ends).toEqual([{ version: 4 }])
    })

    it('waits for an editor, and changes what the editor saved', async () => {
      const { id } = await makeProduct(connection().db, { handle: 'held', name: 'Held', priceCents: 100 })
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let saved = () => {}
      const isSaved = new Promise<void>((resolve) => {
        saved = resolve
      })
      const editing = inTransaction(connection().db, async (trx) => {
        const result = await saveProducts(trx, editor, [{ id, changes: { price_cents: 200 } }], { source: 'edit' })
        saved()
        await released
        return result
      })
      await isSaved
      const importing = importText('Handle,Title,Variant Price\nheld,Held,3\n')
      await expect
        .poll(async () => {
          const { rows: waiting } = await connection().pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return waiting.length
        })
        .toBe(1)
      release()
      await Promise.all([editing, importing])
      expect((await readVersions('held')).map(({ source, price }) => [source, price])).toEqual([
        ['first', 100],
        ['edit', 200],
        ['import', 300],
      ])
    })
  }
})

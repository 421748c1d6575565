import { expect, it } from 'vitest'
import type { CategoryTree } from '#contract/catalog/categories.ts'
import { sweepFiles } from '#server/content/uploads/sweep-files.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { uploadPicture } from '#test/picture-uploads.ts'
import { openStaffBrowser } from '#test/staff.ts'

const DAY_MS = 86_400_000

databaseTest('categories of the back office', (connection) => {
  const suite = appForSuite(connection)
  const open = async (role: 'manager' | 'clerk' = 'manager') => {
    const browser = await openStaffBrowser(suite, role)
    const read = async () => (await browser.get('/admin/categories.json')).json<CategoryTree>()
    /** Makes a change on the current tree. */
    const change = async (call: string, body: object = {}) =>
      browser.post(`/admin/categories/${call}`, { expected_version: (await read()).version, ...body })
    const find = async (id: number) => (await read()).data.find(({ category_id }) => category_id === id)
    return { browser, read, change, find }
  }
  const get = async (url: string) => {
    const { statusCode, headers } = await suite().app.inject({ method: 'GET', url })
    return [statusCode, headers.location]
  }
  const listing = async (url: string) => (await suite().app.inject({ method: 'GET', url })).json()
  const findEntry = async (action: string, id: number) =>
    (
      await connection().pool.query(
        `select payload -> 'before' as before, payload -> 'after' as after
         from audit_entries join audit_payloads on entry_id = id
         where action = $1 and subject_id = $2 order by id desc limit 1`,
        [action, String(id)],
      )
    ).rows[0]

  it('are added after the others of their level, renamed, moved and deleted', async () => {
    const { change, find, read } = await open()
    const added = (await change('add', { name: ' Lashes ', slug: 'lashes', parent_id: null })).json<CategoryTree>()
    const lashes = added.data.at(-1)
    expect(lashes).toMatchObject({ name: 'Lashes', slug: 'lashes', parent_id: null, products: 0, former_slugs: [] })
    const id = lashes?.category_id ?? 0
    const below = await change('add', { name: 'Glue', slug: 'glue', parent_id: id })
    const glue = below.json<CategoryTree>().data.find(({ slug }) => slug === 'glue')?.category_id ?? 0
    expect(await find(glue)).toMatchObject({ parent_id: id })
    expect((await change(`${id}/delete`)).json().code).toBe('category_not_empty')
    const renamed = { name: 'Lash glue', slug: 'lash-glue', parent_id: null }
    expect((await change(`${glue}/save`, renamed)).statusCode).toBe(200)
    expect(await find(glue)).toMatchObject({ ...renamed, former_slugs: ['glue'] })
    expect(await findEntry('category.changed', glue)).toEqual({
      before: { name: 'Glue', slug: 'glue', parent_id: id },
      after: renamed,
    })
    expect((await change(`${id}/delete`)).statusCode).toBe(200)
    expect((await read()).data.some(({ category_id }) => category_id === id)).toBe(false)
    expect((await change(`${id}/delete`)).statusCode).toBe(404)
    expect((await change(`${id}/save`, renamed)).statusCode).toBe(404)
  })

  it('are put in order level by level, and only as a whole level', async () => {
    const { change, read } = await open()
    await makeCategory(connection().db)
    await makeCategory(connection().db)
    const top = async () =>
      (await read()).data.filter(({ parent_id }) => parent_id === null).map(({ category_id }) => category_id)
    const reversed = (await top()).toReversed()
    expect((await change('order', { parent_id: null, category_ids: reversed })).statusCode).toBe(200)
    expect(await top()).toEqual(reversed)
    const partly = await change('order', { parent_id: null, category_ids: reversed.slice(1) })
    expect([partly.statusCode, Object.keys(partly.json().errors)]).toEqual([422, ['category_ids']])
    expect((await change('order', { parent_id: null, category_ids: [] })).statusCode).toBe(422)
  })

  it('merge into another, with a version of each product and a redirect of every former slug', async () => {
    const { db } = connection()
    const { change, browser, find } = await open()
    const brows = await makeCategory(db, { name: 'Brows' })
    const face = await makeCategory(db, { name: 'Face' })
    const { id } = await makeProduct(db, { name: 'Brow Gel', categoryId: brows.id })
    const draft = await makeProduct(db, { name: 'Brow Wax', categoryId: brows.id, active: false })
    await change(`${brows.id}/save`, { name: 'Brows', slug: 'eyebrows', parent_id: null })
    expect((await change(`${brows.id}/merge`, { into_id: brows.id })).json().code).toBe('merged_into_itself')
    const unknown = await change(`${brows.id}/merge`, { into_id: 2_000_000_000 })
    expect([unknown.statusCode, unknown.json().code]).toEqual([422, 'category_not_found'])
    expect((await change(`${brows.id}/merge`, { into_id: face.id })).statusCode).toBe(200)
    expect(await find(brows.id)).toBeUndefined()
    expect(await find(face.id)).toMatchObject({ products: 2, former_slugs: ['brows', 'eyebrows'] })
    for (const product of [id, draft.id]) {
      const { version, category } = (await browser.get(`/admin/products/${product}.json`)).json()
      expect([version, category]).toEqual(['2', 'Face'])
      const [latest] = (await browser.get(`/admin/products/${product}/history.json`)).json().data
      expect(latest.source).toBe('bulk')
    }
    expect(await findEntry('category.merged', brows.id)).toMatchObject({ after: { into: face.id, products: 2 } })
    for (const slug of ['brows', 'eyebrows', 'EyeBrows']) {
      expect(await get(`/collections/${slug}`)).toEqual([301, '/packages?category=face'])
    }
    expect(await get('/packages.json?category=brows&sort=price')).toEqual([
      301,
      '/packages.json?category=face&q=&sort=price&page=1',
    ])
    expect((await listing('/packages.json?category=face')).data.map(({ name }: { name: string }) => name)).toEqual([
      'Brow Gel',
    ])
  })

  it('are listed under their current slug after every rename, and a slug that is taken no longer redirects', async () => {
    const { db } = connection()
    const { change, find } = await open()
    const nails = await makeCategory(db, { name: 'Nails' })
    const save = (slug: string) => change(`${nails.id}/save`, { name: 'Nails', slug, parent_id: null })
    expect((await listing('/packages.json?category=polish')).category).toBe(null)
    await save('manicure')
    expect((await listing('/packages.json?category=manicure')).category).toBe('manicure')
    await save('polish')
    const [status, location] = await get('/packages.json?category=nails')
    expect([status, location]).toEqual([301, '/packages.json?category=polish&q=&sort=featured&page=1'])
    await save('nails')
    expect(await find(nails.id)).toMatchObject({ slug: 'nails', former_slugs: ['manicure', 'polish'] })
    const taken = await change('add', { name: 'Manicure', slug: 'manicure', parent_id: null })
    expect(taken.statusCode).toBe(200)
    expect(await find(nails.id)).toMatchObject({ former_slugs: ['polish'] })
    const id = taken.json<CategoryTree>().data.find(({ slug }) => slug === 'manicure')?.category_id ?? 0
    expect(await findEntry('category.added', id)).toMatchObject({ before: { redirected_to: nails.id } })
    expect((await get('/packages.json?category=manicure'))[0]).toBe(200)
    // An import adds categories without the call.
    await makeCategory(db, { name: 'Polish' })
    expect(await find(nails.id)).toMatchObject({ former_slugs: [] })
  })

  it('have a picture, which is kept while they do, and described', async () => {
    const { change, browser, find } = await open()
    const { id } = await makeCategory(connection().db, { name: 'Nail art' })
    await makeProduct(connection().db, { name: 'Nail Stripes', categoryId: id })
    const src = await uploadPicture(browser)
    const fields = { name: 'Nail art', slug: 'nail-art', parent_id: null }
    const picture = { src, alt: 'Striped nails' }
    expect((await change(`${id}/save`, { ...fields, picture })).statusCode).toBe(200)
    expect((await change(`${id}/save`, { ...fields, name: 'Nail Art' })).statusCode).toBe(200)
    expect(await find(id)).toMatchObject({ name: 'Nail Art', picture })
    for (const url of ['/packages.json?page=1&sort=price', '/packages.json?q=stripes'])
      expect((await listing(url)).categories).toContainEqual({ slug: 'nail-art', name: 'Nail Art', total: 1, picture })
    await sweepFiles(connection().db, diskStore(suite().services.config.dataDir), Date.now() + 2 * DAY_MS)
    expect((await suite().app.inject(`${src}-320.webp`)).statusCode).toBe(200)

    expect((await change(`${id}/save`, { ...fields, picture: null })).statusCode).toBe(200)
    expect(await find(id)).toMatchObject({ picture: null })
    expect(await findEntry('category.changed', id)).toMatchObject({ before: { picture_alt: 'Striped nails' } })
    const unknown = await change(`${id}/save`, { ...fields, picture: { src: '/uploads/unknown', alt: '' } })
    expect([unknown.json().code, Object.keys(unknown.json().errors)]).toEqual(['picture_not_found', ['picture']])
  })

  it('refuse a slug that is taken, a third level and an unknown parent', async () => {
    const { db } = connection()
    const { change } = await open()
    const tools = await makeCategory(db, { name: 'Tools' })
    const child = await makeCategory(db, { name: 'Shears' })
    const other = await makeCategory(db, { name: 'Combs' })
    const fields = { name: 'Shears', slug: 'shears', parent_id: tools.id }
    expect((await change(`${child.id}/save`, fields)).statusCode).toBe(200)
    const refused = async (call: string, body: object) => {
      const response = await change(call, body)
      return [response.statusCode, response.json().code, Object.keys(response.json().errors ?? {})[0]]
    }
    const add = (slug: string, parent_id: number | null) => refused('add', { name: 'New', slug, parent_id })
    expect(await add('tools', null)).toEqual([409, 'slug_taken', 'slug'])
    expect(await add('new', child.id)).toEqual([422, 'category_too_deep', 'parent_id'])
    expect(await add('new', 2_000_000_000)).toEqual([422, 'category_not_found', 'parent_id'])
    const move = (id: number, slug: string, parent_id: number) => refused(`${id}/save`, { name: 'X', slug, parent_id })
    expect(await move(tools.id, 'tools', other.id)).toEqual([422, 'category_too_deep', 'parent_id'])
    expect(await move(other.id, 'combs', other.id)).toEqual([422, 'category_too_deep', 'parent_id'])
    expect(await refused(`${tools.id}/merge`, { into_id: other.id })).toEqual([409, 'category_not_empty', undefined])
    for (const slug of ['', 'A', 'a b', 'a/b', '-a', 'a\0', 'x'.repeat(101)]) {
      expect((await change('add', { name: 'New', slug, parent_id: null })).statusCode, slug).toBe(422)
    }
  })

  it('refuse a change of another version with the current tree, and clerks', async () => {
    const { browser, change, read } = await open()
    const { version } = await read()
    await change('add', { name: 'Kits', slug: 'kits', parent_id: null })
    const body = { name: 'Sets', slug: 'sets', parent_id: null, expected_version: version }
    const stale = await browser.post('/admin/categories/add', body)
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
    expect(stale.json().current.data.at(-1).name).toBe('Kits')
    const clerk = await open('clerk')
    expect((await clerk.read()).data.length).toBeGreaterThan(0)
    expect((await clerk.change('add', { name: 'Sets', slug: 'sets', parent_id: null })).statusCode).toBe(403)
  })

  it('never lose a product that is put in the category while it is merged or deleted', async () => {
    const { db } = connection()
    const { browser, change, find } = await open()
    const target = await makeCategory(db)
    for (let round = 0; round < 8; round++) {
      const { id } = await makeCategory(db)
      const products = await Promise.all([1, 2, 3].map(() => makeProduct(db, { categoryId: round % 2 ? id : null })))
      const saves = products.map((product) =>
        browser.post(`/admin/products/${product.id}/save`, {
          fields: { category_id: id, pv: 3 },
          expected_version: '1',
        }),
      )
      const removal = round % 4 < 2 ? change(`${id}/merge`, { into_id: target.id }) : change(`${id}/delete`)
      const statuses = (await Promise.all([...saves, removal])).map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => ![200, 409, 422].includes(status))).toEqual([])
      const isThere = (await find(id)) !== undefined
      expect(isThere).toBe(statuses.at(-1) !== 200)
    }
    const { rows } = await connection().pool.query(
      'select from products where category_id is not null and not exists (select from categories where id = category_id)',
    )
    expect(rows).toEqual([])
  })

  it('list the products of their subcategories, in listings and searches', async () => {
    const { db } = connection()
    const { change } = await open()
    const color = await makeCategory(db, { name: 'Color' })
    const toner = await makeCategory(db, { name: 'Toner' })
    await change(`${toner.id}/save`, { name: 'Toner', slug: 'toner', parent_id: color.id })
    await makeProduct(db, { name: 'Zinc Tint', categoryId: color.id, priceCents: 900 })
    await makeProduct(db, { name: 'Zinc Toner', categoryId: toner.id, priceCents: 800 })
    await makeProduct(db, { name: 'Zinc Cup', priceCents: 700 })
    for (const q of ['', 'zinc']) {
      const all = await listing(`/packages.json?q=${q}`)
      const totals = all.categories.filter(({ slug }: { slug: string }) => ['color', 'toner'].includes(slug))
      expect(totals).toMatchObject([
        { slug: 'color', name: 'Color', total: 2 },
        { slug: 'toner', name: 'Toner', total: 1 },
      ])
      const names = async (category: string) =>
        (await listing(`/packages.json?q=${q}&sort=price&category=${category}`)).data.map(
          ({ name }: { name: string }) => name,
        )
      expect(await names('color')).toEqual(['Zinc Toner', 'Zinc Tint'])
      expect(await names('toner')).toEqual(['Zinc Toner'])
      if (q !== '') expect(all.all_total).toBe(3)
    }
  })
})

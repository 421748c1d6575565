import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { messages } from '#contract/base/messages.ts'
import type { Home, Shop } from '#contract/content/calls.ts'
import type { ContentDocument, DocumentBody, SingleKind } from '#contract/content/documents.ts'
import type { NoticesBody } from '#contract/content/notices.ts'
import type { SlidesBody } from '#contract/content/slides.ts'
import { publishDue } from '#server/content/documents/publish-due.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { dropChangedForSuite } from '#test/drop-changed.ts'
import { makeCategory, makePicture, makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'

type Slide = SlidesBody['slides'][number]
type Notice = NoticesBody['notices'][number]

const CENTER = { x: 50, y: 50 } as const
const picture = (file = 'spring') => ({ src: `/uploads/${file}`, alt: 'Jars', focus: CENTER, phone_focus: CENTER })
const makeSlide = (changes: Partial<Slide> = {}): Slide => ({
  ...{
    id: 1,
    picture: picture(),
    eyebrow: '',
    heading: 'Spring',
    text: '',
    action_label: 'See',
    action_path: '/packages',
  },
  ...{ from: null, until: null },
  ...changes,
})
const makeNotice = (id: number, changes: Partial<Notice> = {}): Notice => ({
  ...{ id, title: `Notice ${id}`, text: '', action_label: '', action_path: '', from: null, until: null },
  ...{ page: 'home' as const, repeat: 'once' as const },
  ...changes,
})

databaseTest('content of the home page', (connection) => {
  const suite = appForSuite(connection)
  dropChangedForSuite(connection, suite)
  const read = async (kind: SingleKind) => {
    const manager = await openStaffBrowser(suite, 'manager')
    return { manager, document: (await manager.get(`/admin/content/${kind}.json`)).json<ContentDocument>() }
  }
  const save = async <Kind extends SingleKind>(kind: Kind, body: DocumentBody<Kind>) => {
    const { manager, document } = await read(kind)
    return manager.post(`/admin/content/${kind}/save`, { content: { kind, body }, expected_version: document.version })
  }
  const publish = async <Kind extends SingleKind>(kind: Kind, body: DocumentBody<Kind>) => {
    const saved = await save(kind, body)
    expect(saved.statusCode, saved.body).toBe(200)
    const { manager, document } = await read(kind)
    const published = await manager.post(`/admin/content/${kind}/publish`, { expected_version: document.version })
    expect(published.statusCode, published.body).toBe(200)
  }
  const readHome = async () => (await browserOf(suite).get('/home.json')).json<Home>()
  const readShop = async () => (await browserOf(suite).get('/shop.json')).json<Shop>()
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  /** Moves the periods of a document into the past, as if this much time had passed, and runs the schedule. */
  async function letTimePass(kind: SingleKind, seconds: number) {
    const { db } = connection()
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = 'replica'`.execute(trx)
      const { rows } = await sql<{ document_id: number; body: object }>`
        select document_id, body from content_versions join content_documents on id = document_id where kind = ${kind}`.execute(
        trx,
      )
      for (const { document_id, body } of rows) {
        const earlier = JSON.stringify(body).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) =>
          new Date(Date.parse(instant) - seconds * 1000).toISOString(),
        )
        await sql`update content_versions set body = ${earlier}::jsonb where document_id = ${document_id}`.execute(trx)
        await sql`
          update content_documents set next_change_at = next_change_at - ${seconds} * interval '1 second'
           where id = ${document_id}`.execute(trx)
      }
    })
    await inTransaction(db, publishDue)
  }

  it('shows a slide from its beginning until its end', async () => {
    await publish('slides', { slides: [makeSlide({ from: inSeconds(60), until: inSeconds(120) })] })
    expect((await readHome()).slides).toEqual([])
    await letTimePass('slides', 30)
    expect((await readHome()).slides).toEqual([])
    await letTimePass('slides', 31)
    expect((await readHome()).slides).toEqual([
      {
        ...{ id: 1, eyebrow: '', heading: 'Spring', text: '', action_label: 'See', action_path: '/packages' },
        image: { src: '/uploads/spring', alt: 'Jars', widths: [640, 1280], focus: CENTER, phone_focus: CENTER },
      },
    ])
    await letTimePass('slides', 60)
    expect((await readHome()).slides).toEqual([])
  })

  it('shows notices on their pages', async () => {
    await publish('notices', {
      notices: [
        makeNotice(1, { action_label: 'See', action_path: '/packages', repeat: 'day' }),
        makeNotice(2, { page: 'products' }),
        makeNotice(3, { page: 'checkout', from: inSeconds(60) }),
        makeNotice(4, { page: 'all', action_label: 'A label without a link' }),
        makeNotice(5, { until: inSeconds(-60) }),
      ],
    })
    expect((await readHome()).popups).toEqual([
      { id: 1, title: 'Notice 1', text: '', action_label: 'See', action_path: '/packages', repeat: 'day' },
      { id: 4, title: 'Notice 4', text: '', action_label: null, action_path: null, repeat: 'once' },
    ])
    expect((await readShop()).notices).toMatchObject([
      { id: 2, page: 'products' },
      { id: 4, page: 'all' },
    ])
    await letTimePass('notices', 61)
    expect((await readShop()).notices.map(({ id }) => id)).toEqual([2, 3, 4])
  })

  it('shows the notice of the specification above the header, until owners write another line', async () => {
    expect((await readShop()).announcement).toEqual({ text: messages.cutOffNotice, link: '' })
    await publish('announcement', { text: 'Closed on Monday', link: '/faqs', from: null, until: inSeconds(60) })
    expect((await readShop()).announcement).toEqual({ text: 'Closed on Monday', link: '/faqs' })
    await letTimePass('announcement', 61)
    expect((await readShop()).announcement).toBeNull()
    await publish('announcement', { text: '', link: '', from: null, until: null })
    expect((await readShop()).announcement).toBeNull()
  })

  it('shows sections in their order, with the products that owners chose', async () => {
    const { db } = connection()
    const { id: categoryId } = await makeCategory(db, { slug: 'brows' })
    const { id: tint } = await makeProduct(db, { name: 'Tint', categoryId, featuredPosition: 1 })
    const { id: wax } = await makeProduct(db, { name: 'Wax', featuredPosition: 2 })
    const { id: draft } = await makeProduct(db, { name: 'Draft', active: false })
    const products = { type: 'products', heading: 'Products', limit: 1, link_label: '', link: '' } as const
    const steps = { type: 'steps', heading: 'How it works', steps: [{ title: 'Order', text: 'Online.' }] } as const
    const { sections: defaults } = await readHome()
    expect(defaults).toMatchObject([{ type: 'products', products: null }, { type: 'posts' }])
    await publish('home', {
      promise: 'Supplies for brows',
      description: '',
      sections: [
        { ...steps, steps: [...steps.steps] },
        { ...products, source: { kind: 'newest' } },
        { ...products, source: { kind: 'category', category: 'brows' } },
        { ...products, source: { kind: 'category', category: 'no-such-category' } },
        { ...products, source: { kind: 'chosen', product_ids: [wax, draft, tint] } },
        { ...products, source: { kind: 'featured' } },
        { ...products, limit: 20, source: { kind: 'featured' } },
      ],
    })
    const home = await readHome()
    expect(home.promise).toBe('Supplies for brows')
    expect(home.sections[0]).toEqual(steps)
    const names = home.sections
      .slice(1)
      .map((section) => (section.type === 'products' ? (section.products?.map(({ name }) => name) ?? null) : []))
    expect(names).toEqual([['Wax'], ['Tint'], [], ['Wax', 'Tint'], ['Tint'], null])
  })

  it.each<[string, SingleKind, object, string]>([
    [
      'a script as a link',
      'slides',
      { slides: [makeSlide({ action_path: 'javascript:alert(1)' })] },
      'slides.0.action_path',
    ],
    [
      'another host without a protocol',
      'announcement',
      { text: 'x', link: '//evil.example', from: null, until: null },
      'link',
    ],
    [
      'an end before the beginning',
      'slides',
      { slides: [makeSlide({ from: inSeconds(9), until: inSeconds(5) })] },
      'slides.0.until',
    ],
    [
      'a picture of another host',
      'slides',
      { slides: [makeSlide({ picture: picture('../../evil') })] },
      'slides.0.picture.src',
    ],
    ['two slides with one ID', 'slides', { slides: [makeSlide(), makeSlide()] }, 'slides'],
    ['NUL in a text', 'notices', { notices: [makeNotice(1, { title: 'a\0b' })] }, 'notices.0.title'],
    [
      'a page that does not exist',
      'notices',
      { notices: [makeNotice(1, { page: 'moon' as never })] },
      'notices.0.page',
    ],
    ['200 kB of tags', 'home', { promise: '<b>'.repeat(70_000), description: '', sections: [] }, 'promise'],
  ])('refuses %s', async (_, kind, body, field) => {
    const refused = await save(kind, body as never)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [`content.body.${field}`]])
  })

  it('follows a replaced picture, and keeps it from being deleted', async () => {
    const file = 'a'.repeat(32)
    const id = await makePicture(connection(), { file, widths: [320, 640, 960, 1280, 1920] })
    const missing = await save('slides', { slides: [makeSlide({ picture: picture('b'.repeat(32)) })] })
    expect([missing.statusCode, missing.json().code]).toEqual([422, 'picture_not_found'])
    await suite().services.files.add([{ name: `${file}-1280.webp`, bytes: new Uint8Array([1]) }])
    await publish('slides', { slides: [makeSlide({ picture: picture(file) })] })
    const { manager } = await read('slides')
    const change = (call: string, body: object = {}) =>
      manager.post(`/admin/content/media/${id}/${call}`, { ...body, expected_version: '1' })
    const readPicture = async () => (await manager.get(`/admin/content/media/${id}.json`)).json()
    expect((await readPicture()).uses).toMatchObject([{ kind: 'content', name: 'slides' }])
    expect((await change('delete')).json().code).toBe('picture_in_use')

    const replacement_id = await makePicture(connection(), { file: 'c'.repeat(32) })
    expect((await change('replace', { replacement_id })).statusCode).toBe(200)
    expect((await readHome()).slides[0]?.image.src).toBe(`/uploads/${'c'.repeat(32)}`)
    const { document } = await read('slides')
    expect(document.content).toMatchObject({ body: { slides: [{ picture: { src: `/uploads/${'c'.repeat(32)}` } }] } })
    expect((await readPicture()).use_count).toBe(1)
    await publish('slides', { slides: [] })
    expect(await readPicture()).toMatchObject({ use_count: 0, former_versions: 1 })
  })

  it('is changed by managers and owners only', async () => {
    const clerk = await openStaffBrowser(suite, 'clerk')
    expect((await clerk.get('/admin/content/slides.json')).statusCode).toBe(403)
  })
})

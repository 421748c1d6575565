import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CONTENT_PAGES } from '#contract/base/limits.ts'
import type { ContentDocument } from '#contract/content/documents.ts'
import type { PageBody } from '#contract/content/page.ts'
import { sweepFiles } from '#server/content/uploads/sweep-files.ts'
import { makeDropChanged } from '#server/http/pages/drop-changed.ts'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import { addTemplatePage } from './add-template-page.ts'
import { openContentSchedule } from './content-schedule.jobs.ts'
import { pageTemplates, type TemplateSlug } from './page-templates.ts'
import { publishDue } from './publish-due.ts'

databaseTest('the texts of the shop', (connection, engine) => {
  const suite = appForSuite(connection)
  let watch: ChangeWatch
  let sequence = 0
  // Cached responses are dropped as in a running shop.
  beforeAll(async () => {
    const dropChanged = makeDropChanged(suite().services, (error) => {
      throw error
    })
    watch = await watchChanges(connection(), dropChanged)
  })
  afterAll(() => watch.close())
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows

  async function open(role: 'owner' | 'manager' | 'clerk' = 'manager') {
    const browser = await openStaffBrowser(suite, role)
    /** Makes a change on the version that the document has now. */
    const change = async (document: number | string, call: string, body: object = {}) => {
      const { version } = (await browser.get(`/admin/content/${document}.json`)).json<ContentDocument>()
      return browser.post(`/admin/content/${document}/${call}`, { expected_version: version, ...body })
    }
    const add = async (slug: string) =>
      (await browser.post('/admin/content/pages/add', { slug, title: 'Our salons' })).json<ContentDocument>()
    const read = async (document: number | string) =>
      (await browser.get(`/admin/content/${document}.json`)).json<ContentDocument>()
    return { browser, change, add, read }
  }
  const visit = async (slug: string) => (await suite().app.inject(`/pages/${slug}.json`)).json()
  const content = (changes: Partial<PageBody> = {}) => ({
    content: { kind: 'page', body: { title: 'Our salons', description: '', intro: '', blocks: [], ...changes } },
  })
  const text = (html: string) => content({ blocks: [{ type: 'text', html }] })

  it('are drafted, published, changed and restored, each version kept', async () => {
    const { browser, change, add, read } = await open()
    const { document } = await add('salons')
    expect((await visit('salons')).code).toBe('not_found')
    await change(document, 'save', text('<p>First</p>'))
    expect((await visit('salons')).code).toBe('not_found')
    const published = (await change(document, 'publish')).json<ContentDocument>()
    expect(published).toMatchObject({ number: 2, published_number: 2, path: '/pages/salons' })
    expect(await visit('salons')).toMatchObject({ title: 'Our salons', blocks: [{ html: '<p>First</p>' }] })

    await change(document, 'save', text('<p>Second</p>'))
    expect(await read(document)).toMatchObject({ number: 3, published_number: 2 })
    expect(await visit('salons')).toMatchObject({ blocks: [{ html: '<p>First</p>' }] })
    await change(document, 'publish')
    expect(await visit('salons')).toMatchObject({ blocks: [{ html: '<p>Second</p>' }] })
    expect((await change(document, 'publish')).json().code).toBe('nothing_to_publish')

    const restored = (await change(document, 'restore', { number: 2 })).json<ContentDocument>()
    expect(restored).toMatchObject({ number: 4, published_number: 3, content: text('<p>First</p>').content })
    expect(await visit('salons')).toMatchObject({ blocks: [{ html: '<p>Second</p>' }] })
    const history = (await browser.get(`/admin/content/${document}/history.json`)).json()
    expect(history).toMatchObject({
      data: [{ number: 4, restored_from: 2 }, { number: 3, restored_from: null }, { number: 2 }, { number: 1 }],
      next: null,
    })
    expect((await browser.get(`/admin/content/${document}/versions/3.json`)).json()).toEqual({
      text: 'Our salons\n\n\n\nSecond',
      previous_text: 'Our salons\n\n\n\nFirst',
    })
    expect((await change(document, 'restore', { number: 9 })).statusCode).toBe(404)
    await expect(query('update content_versions set made_by = $1', ['x'])).rejects.toThrow('append-only')
    const actions = await query(
      'select action from audit_entries where subject_kind = $1 and subject_id = $2 order by id',
      ['content', String(document)],
    )
    expect(actions.map(({ action }) => action)).toEqual(
      ['added', 'saved', 'published', 'saved', 'published', 'restored'].map((action) => `content.${action}`),
    )
  })

  it('are not saved again without a change', async () => {
    const { change, add } = await open()
    const { document } = await add('same')
    const first = (await change(document, 'save', text('<p>Same</p>'))).json<ContentDocument>()
    expect((await change(document, 'save', text('<p>Same</p>'))).json()).toEqual(first)
  })

  it('refuse a change that is based on an older version, and show the current one', async () => {
    const [one, two] = [await open('owner'), await open('manager')]
    const { document, version } = await one.add('shared')
    await two.change(document, 'save', text('<p>Theirs</p>'))
    for (const [call, body] of [
      ['save', text('<p>Mine</p>')],
      ['publish', {}],
      ['schedule', { at: '2090-01-01T00:00:00Z' }],
      ['unschedule', {}],
      ['unpublish', {}],
      ['restore', { number: 1 }],
      ['move', { slug: 'elsewhere' }],
    ] as const) {
      const refused = await one.browser.post(`/admin/content/${document}/${call}`, {
        ...body,
        expected_version: version,
      })
      expect([call, refused.statusCode, refused.json().code]).toEqual([call, 409, 'stale'])
      expect(refused.json().current).toMatchObject({ number: 2, content: text('<p>Theirs</p>').content })
    }
  })

  it('replace the published version at the scheduled time', async () => {
    const { change, add, read } = await open()
    const { document } = await add('holidays')
    await change(document, 'save', text('<p>Open</p>'))
    await change(document, 'publish')
    expect((await change(document, 'schedule', { at: '2090-01-01T00:00:00Z' })).json().code).toBe('nothing_to_publish')
    expect((await change(document, 'unschedule')).json().code).toBe('nothing_to_publish')
    await change(document, 'save', text('<p>Closed</p>'))
    const past = await change(document, 'schedule', { at: '2020-01-01T00:00:00Z' })
    expect([past.statusCode, past.json().code]).toEqual([422, 'schedule_in_past'])
    await change(document, 'schedule', { at: '2090-01-01T00:00:00Z' })
    // A later draft is no part of the schedule.
    await change(document, 'save', text('<p>Later</p>'))
    await inTransaction(connection().db, publishDue)
    expect(await visit('holidays')).toMatchObject({ blocks: [{ html: '<p>Open</p>' }] })

    await query(`update content_documents set scheduled_for = now() where id = $1`, [document])
    // Several processes may do so at once.
    const publish = () => inTransaction(connection().db, publishDue)
    await Promise.all(engine === 'postgres' ? [publish(), publish(), publish()] : [publish()])
    expect(await visit('holidays')).toMatchObject({ blocks: [{ html: '<p>Closed</p>' }] })
    expect(await read(document)).toMatchObject({ number: 4, published_number: 3, scheduled_number: null })
    const entries = await query(
      `select count(*)::int from audit_entries where action = 'content.published' and subject_id = $1`,
      [String(document)],
    )
    expect(entries).toEqual([{ count: 2 }])
  })

  it('are published by the running shop when their time comes, and announced to all processes', async () => {
    const { change, add } = await open()
    const { document } = await add('soon')
    await change(document, 'schedule', { at: '2090-01-01T00:00:00Z' })
    const [before] = await query('select last_value from page_version')
    await query(`update content_documents set scheduled_for = now() where id = $1`, [document])
    const errors: unknown[] = []
    const schedule = openContentSchedule(connection().db, (error) => errors.push(error))
    schedule.start()
    await schedule.close()
    expect(errors).toEqual([])
    expect(await visit('soon')).toMatchObject({ slug: 'soon' })
    const [after] = await query('select last_value from page_version')
    expect(Number(after.last_value)).toBeGreaterThan(Number(before.last_value))
  })

  it('are no longer published as scheduled once the schedule is canceled', async () => {
    const { change, add } = await open()
    const { document } = await add('canceled')
    await change(document, 'schedule', { at: '2090-01-01T00:00:00Z' })
    expect((await change(document, 'unschedule')).json()).toMatchObject({ scheduled_number: null, scheduled_for: null })
    await inTransaction(connection().db, publishDue)
    expect((await visit('canceled')).code).toBe('not_found')
  })

  it('are taken off the store and published again', async () => {
    const { change, add } = await open()
    const { document } = await add('gone')
    expect((await change(document, 'unpublish')).json().code).toBe('nothing_to_publish')
    await change(document, 'publish')
    await change(document, 'unpublish')
    expect((await visit('gone')).code).toBe('not_found')
    await change(document, 'publish')
    expect(await visit('gone')).toMatchObject({ slug: 'gone' })
  })

  it('are shown by a preview link until it ends', async () => {
    const { browser, change, add } = await open()
    const { document } = await add('preview')
    await change(document, 'save', text('<p>Draft</p>'))
    const { url, expires_at } = (await browser.post(`/admin/content/${document}/preview`, {})).json()
    const path = new URL(url).pathname
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60 * 1000)
    const shown = await suite().app.inject(`${path}.json`)
    expect(shown.json()).toMatchObject({ kind: 'page', page: { slug: 'preview', blocks: [{ html: '<p>Draft</p>' }] } })
    // It shows the version for which it was made.
    await change(document, 'save', text('<p>Later</p>'))
    expect((await suite().app.inject(`${path}.json`)).json()).toEqual(shown.json())
    expect((await suite().app.inject('/preview/guessed.json')).statusCode).toBe(404)

    await query(`update content_previews set expires_at = now()`)
    expect((await suite().app.inject(`${path}.json`)).statusCode).toBe(404)
    await browser.post(`/admin/content/${document}/preview`, {})
    expect(await query('select count(*)::int from content_previews')).toEqual([{ count: 1 }])
  })

  describe('at their URL', () => {
    it('are refused where another page is', async () => {
      const { browser, add, change } = await open()
      const { document } = await add('ours')
      await add('theirs')
      const post = async (slug: string) => browser.post('/admin/content/pages/add', { slug, title: 'Page' })
      expect((await post('ours')).json()).toMatchObject({ code: 'slug_taken', errors: { slug: expect.any(String) } })
      expect((await post('faqs')).json().code).toBe('slug_reserved')
      for (const slug of ['', '../admin', 'Two Words', 'a/b', '\0', 'x'.repeat(81)]) {
        expect((await post(slug)).statusCode).toBe(422)
      }
      expect((await change(document, 'move', { slug: 'theirs' })).json().code).toBe('slug_taken')
      expect((await change(document, 'move', { slug: 'about-us' })).json().code).toBe('slug_reserved')
      expect((await change('faqs', 'move', { slug: 'questions' })).statusCode).toBe(404)
    })

    it('move to another one, to which the former one leads', async () => {
      const { change, add } = await open()
      const { document } = await add('old')
      await change(document, 'publish')
      expect((await change(document, 'move', { slug: 'contact' })).json()).toMatchObject({ path: '/contact' })
      expect(await visit('contact')).toMatchObject({ slug: 'contact' })
      const { statusCode, headers } = await suite().app.inject({ url: '/pages/old', headers: { accept: 'text/html' } })
      expect([statusCode, headers.location]).toEqual([301, '/contact'])
      expect((await change(document, 'move', { slug: 'contact' })).statusCode).toBe(200)
    })

    it('are limited in number', async () => {
      const { browser } = await open()
      await query(
        `insert into content_documents (kind, slug) select 'page', 'filler-' || n from generate_series(1, $1::int) n`,
        [MAX_CONTENT_PAGES],
      )
      const refused = await browser.post('/admin/content/pages/add', { slug: 'one-more', title: 'Page' })
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'too_many_pages'])
      await query(`delete from content_documents where slug like 'filler-%'`)
    })
  })

  describe('with hostile content', () => {
    it.each([
      ['<p onclick="alert(1)">Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
      ['<p>Hi</p><style>* { display: none }</style>', '<p>Hi</p>'],
      ['<p><a href="javascript:alert(1)">Hi</a></p>', '<p><a rel="nofollow noopener">Hi</a></p>'],
      ['<p style="position: fixed; text-align: center">Hi</p>', '<p class="align-center">Hi</p>'],
      ['<p>Hi<img src="https://evil.example/x.png"><iframe src="//evil.example"></iframe></p>', '<p>Hi</p>'],
    ])('sanitize %s', async (html, shown) => {
      const slug = `hostile-${++sequence}`
      const { change, add } = await open()
      const { document } = await add(slug)
      await change(document, 'save', text(html))
      await change(document, 'publish')
      expect(await visit(slug)).toMatchObject({ blocks: [{ html: shown }] })
    })

    it('refuse what is too long, too nested or no link', async () => {
      const { change, add, read } = await open()
      const { document } = await add('refused')
      const refuse = async (body: object) => {
        const { statusCode, json } = await change(document, 'save', body)
        return [statusCode, Object.keys(json().errors ?? {})]
      }
      const nested = '<b>'.repeat(60_000).slice(0, 200 * 1024)
      expect(await refuse(text(nested))).toEqual([422, ['content.body.blocks.0.html']])
      expect(await refuse(text('x'.repeat(200 * 1024 + 1)))).toEqual([422, ['content.body.blocks.0.html']])
      expect(await refuse(text('<p>\0</p>'))).toEqual([422, ['content.body.blocks.0.html']])
      const button = (link: string) => content({ blocks: [{ type: 'buttons', buttons: [{ label: 'Go', link }] }] })
      for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', '']) {
        expect(await refuse(button(link))).toEqual([422, ['content.body.blocks.0.buttons.0.link']])
      }
      const picture = (src: string) => content({ blocks: [{ type: 'picture', src, alt: '', caption: '' }] })
      for (const src of ['https://evil.example/x.png', '/uploads/../x', 'data:image/png;base64,AA==']) {
        expect(await refuse(picture(src))).toEqual([422, ['content.body.blocks.0.src']])
      }
      expect(await refuse(content({ title: '<script>'.repeat(20) }))).toEqual([422, ['content.body.title']])
      const missing = await change(document, 'save', picture(`/uploads/${'0'.repeat(32)}-1280.webp`))
      expect([missing.statusCode, missing.json().code]).toEqual([422, 'picture_not_found'])
      expect((await change(document, 'save', { content: { kind: 'faqs', body: { questions: [] } } })).statusCode).toBe(
        404,
      )
      expect((await change(document, 'save', { content: { kind: 'evil', body: {} } })).statusCode).toBe(422)
      expect(await read(document)).toMatchObject({ number: 1 })
    })

    it('refuse a text that is too nested in an answer', async () => {
      const { change } = await open()
      const question = { id: 1, topic: 'Orders', question: 'Why?', answer_html: '<b>'.repeat(60_000) }
      const refused = await change('faqs', 'save', { content: { kind: 'faqs', body: { questions: [question] } } })
      expect(refused.json()).toMatchObject({
        code: 'too_much_markup',
        errors: { 'content.body.questions.0.answer_html': expect.any(String) },
      })
    })
  })

  it('keep the pictures of all their versions', async () => {
    const { change, add } = await open()
    const { document } = await add('pictures')
    const name = `${'a'.repeat(32)}-1280.webp`
    await query(
      `insert into stored_files (name, bytes, stored_at, staff_id)
       select $1, 1, now() - interval '2 days', min(id) from staff`,
      [name],
    )
    await change(document, 'save', text(`<p><img src="/uploads/${name}" alt=""></p>`))
    await change(document, 'save', text('<p>None</p>'))
    await sweepFiles(connection().db, suite().services.files)
    expect(await query('select name from stored_files where name = $1', [name])).toHaveLength(1)
    expect((await change(document, 'restore', { number: 2 })).statusCode).toBe(200)
  })

  it('show their products for sale in order, and the questions of a topic', async () => {
    const { db } = connection()
    const { browser, change, add } = await open()
    const [one, two] = [await makeProduct(db, { name: 'One' }), await makeProduct(db, { name: 'Two' })]
    const hidden = await makeProduct(db, { name: 'Hidden' })
    await query('update products set active = false where id = $1', [hidden.id])
    const question = { question: 'Why?', answer_html: '<p style="text-align: center">So.</p>' }
    const questions = [
      { id: 4, topic: 'Orders', ...question },
      { id: 2, topic: 'Payment', ...question },
    ]
    const { version } = (await browser.get('/admin/content/faqs.json')).json()
    expect(version).toBe('0')
    const save = { content: { kind: 'faqs', body: { questions } }, expected_version: version }
    expect((await browser.post('/admin/content/faqs/save', save)).statusCode).toBe(200)
    const again = await browser.post('/admin/content/faqs/save', save)
    expect([again.statusCode, again.json().current.number]).toEqual([409, 1])
    expect((await suite().app.inject('/faqs.json')).json()).toEqual({ data: [] })
    await change('faqs', 'publish')
    const shown = questions.map((faq) => ({ ...faq, answer_html: '<p class="align-center">So.</p>' }))
    expect((await suite().app.inject('/faqs.json')).json()).toEqual({ data: shown })

    const { document } = await add('blocks')
    const blocks: PageBody['blocks'] = [
      { type: 'products', heading: 'Ours', product_ids: [two.id, hidden.id, 2_000_000_000, one.id] },
      { type: 'questions', heading: '', topic: 'Payment' },
      { type: 'questions', heading: '', topic: '' },
      { type: 'counter' },
    ]
    await change(document, 'save', content({ blocks }))
    await change(document, 'publish')
    expect((await visit('blocks')).blocks).toMatchObject([
      { type: 'products', heading: 'Ours', products: [{ name: 'Two' }, { name: 'One' }] },
      { type: 'questions', questions: [shown[1]] },
      { type: 'questions', questions: shown },
      { type: 'counter' },
    ])
    expect((await browser.get('/admin/content/documents.json')).json().data).toContainEqual(
      expect.objectContaining({ document: 'faqs', number: 1, published_number: 1, path: '/faqs' }),
    )
  })

  it('begin with templates, as drafts that are already clean', async () => {
    const { browser, change } = await open()
    const actor = { kind: 'command_line' } as const
    for (const slug of Object.keys(pageTemplates) as TemplateSlug[]) {
      if (slug === 'about' || slug === 'contact') await query('delete from content_documents where slug = $1', [slug])
      const added = await inTransaction(connection().db, (trx) => addTemplatePage(trx, actor, slug, suite().services))
      if (!added.ok) throw new Error(added.refusal.code)
      const draft = (await browser.get(`/admin/content/${added.id}.json`)).json<ContentDocument>()
      expect(draft).toMatchObject({ number: 1, published_number: null, slug })
      // Saving the same text again changes nothing.
      expect((await change(Number(added.id), 'save', { content: draft.content })).json()).toEqual(draft)
      const again = await inTransaction(connection().db, (trx) => addTemplatePage(trx, actor, slug, suite().services))
      expect(again).toEqual({ ok: false, refusal: { code: 'slug_taken' } })
    }
  })

  it('name the links that lead nowhere', async () => {
    const { db } = connection()
    const { change, add, read } = await open()
    const [product, hidden] = [await makeProduct(db), await makeProduct(db)]
    await query('update products set active = false where id = $1', [hidden.id])
    await query(`insert into redirects (path, target) values ('/former-page', '/')`)
    await change((await add('linked')).document, 'publish')
    const alive = ['/', '/packages?category=hair', '/pages/linked', '/Former-Page/', 'https://example.com/x', 'tel:911']
    const dead = ['/nowhere', '/pages/draft', '/posts/999', `/packages/${hidden.id}`, '/returns#top']
    const links = [...alive, `/packages/${product.id}`, ...dead]
    const html = links.map((link) => `<p><a href="${link}">Go</a></p>`).join('')
    const { document } = await add('draft')
    await change(document, 'save', text(html))
    expect((await read(document)).dead_links).toEqual(dead)
  })

  it('are verified: the versions that visitors see can be read', async () => {
    const { change, add } = await open()
    const { document } = await add('unreadable')
    await change(document, 'save', text('<p>Draft</p>'))
    const verify = (body: string) =>
      verifyAfterDamage(
        connection(),
        suite().services.config.dataDir,
        `update content_versions set body = '${body}' where document_id = ${document} and number = 2`,
      )
    expect(await verify('{"title": "Sound", "blocks": []}')).toEqual([])
    expect(await verify('{"title": ""}')).toEqual([`Content ${document} (page unreadable): version 2 cannot be read.`])
  })

  it('are changed by managers and owners only', async () => {
    const { browser } = await open('clerk')
    expect((await browser.get('/admin/content/documents.json')).statusCode).toBe(403)
    expect((await browser.post('/admin/content/pages/add', { slug: 'x', title: 'X' })).statusCode).toBe(403)
  })
})

import { expect, it } from 'vitest'
import type { MyPosts, Post } from '#contract/posts/calls.ts'
import type { PostId } from '#server/platform/database/tables.generated.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'

const MISSING = 2_000_000_000
const SAVE = '/account/posts/save'
const post = { title: 'Spring colour', language: 'en', content: '<p>Warm <strong>copper</strong>.</p>' }

databaseTest('posts', (connection) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  const member = () => signInNewMember(suite, connection)
  type Browser = Awaited<ReturnType<typeof member>>
  const save = async (browser: Browser, overrides: object = {}) => {
    const response = await browser.post(SAVE, { ...post, ...overrides })
    expect(response.statusCode).toBe(200)
    return response.json<MyPosts>()
  }
  const writePost = async (browser: Browser, overrides: object = {}): Promise<number> =>
    (await save(browser, overrides)).data[0]?.id ?? 0
  const getPost = async (id: number) => (await guest().get(`/posts/${id}.json`)).json<Post>()

  it('publishes a saved post at once, with its author’s first name and initial', async () => {
    const ana = await member()
    const { data, page_count } = await save(ana)
    expect(page_count).toBe(1)
    expect(data).toMatchObject([{ ...post, attachment: null, attachment_url: null }])
    expect(await getPost(data[0]?.id ?? 0)).toMatchObject({
      title: post.title,
      language: 'en',
      author: { name: 'Ana R.' },
      content: post.content,
      excerpt: 'Warm copper.',
      image: null,
      comments: [],
    })
  })

  it('sanitizes content and removes every style attribute', async () => {
    const content =
      '<p style="text-align: center" onclick="x()">a<script>x()</script><span style="font-size: 18px">b</span></p>' +
      '<p><img src="/uploads/abc-1280.webp" onerror="x()"><img src="https://elsewhere.example/a.png"></p>'
    const ana = await member()
    const [savedPost] = (await save(ana, { content })).data
    expect(savedPost?.content).toBe(
      '<p style="text-align:center">a<span style="font-size:18px">b</span></p><p><img src="/uploads/abc-1280.webp" /></p>',
    )
    expect(await getPost(savedPost?.id ?? 0)).toMatchObject({
      content: '<p class="align-center">a<span class="px18">b</span></p><p><img src="/uploads/abc-1280.webp" /></p>',
      image: '/uploads/abc-1280.webp',
      excerpt: 'ab',
    })
  })

  it.each([
    [{ title: '  ' }, { title: 'Title is required.' }],
    [{ title: 'x'.repeat(256) }, { title: 'This is too long.' }],
    [{ language: 'xx' }, { language: 'Please choose English, Korean or Chinese.' }],
    [{ language: "en' or 1=1" }, { language: 'Please choose English, Korean or Chinese.' }],
    [{ content: 'a\0b' }, { content: 'The request could not be understood.' }],
    [
      { content: '<b>'.repeat(66_000) },
      { content: 'This text has too much formatting. Please paste it as plain text.' },
    ],
  ])('refuses %o with a message at the field', async (wrong, errors) => {
    const response = await (await member()).post(SAVE, { ...post, ...wrong })
    const code = 'content' in errors && errors.content.includes('formatting') ? 'too_much_markup' : 'invalid'
    expect(response.json()).toMatchObject({ status: 422, code, errors })
  })

  it.each([
    ['letters', 'x'.repeat(204_800), 'x'],
    ['three-byte letters', '가'.repeat(68_266), '가'],
    ['characters that grow when escaped', '&'.repeat(40_960), '&'],
  ])('accepts 200 kB of %s, can save it again, and refuses more', async (_what, content, more) => {
    const ana = await member()
    const [savedPost] = (await save(ana, { content })).data
    expect((await save(ana, { id: savedPost?.id, content: savedPost?.content })).data[0]?.content).toBe(
      savedPost?.content,
    )
    for (const id of [undefined, savedPost?.id]) {
      const response = await ana.post(SAVE, { ...post, id, content: content + more })
      expect(response.json()).toMatchObject({
        status: 413,
        code: 'content_too_long',
        errors: { content: 'This is too long.' },
      })
    }
  })

  it('responds with 503 to many long posts of one member at once, while another member’s is saved', async () => {
    const [ana, bea] = [await member(), await member()]
    const content = '<p>Warm copper.</p>'.repeat(1_000)
    const flood = Array.from({ length: 12 }, (_, index) => ana.post(SAVE, { ...post, title: `Copy ${index}`, content }))
    const responses = await Promise.all([...flood, bea.post(SAVE, { ...post, content })])
    expect(responses.at(-1)?.statusCode).toBe(200)
    const refused = responses.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { statusCode, headers } of refused) expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  })

  it('lets an older, longer post be edited but not grow', async () => {
    const ana = await member()
    const id = await writePost(ana)
    const content_html = '가'.repeat(100_000)
    await connection()
      .db.updateTable('posts')
      .set({ content_html })
      .where('id', '=', id as PostId)
      .execute()
    expect((await ana.post(SAVE, { ...post, id, content: `${content_html}가` })).statusCode).toBe(413)
    expect((await save(ana, { id, title: 'Shorter', content: content_html.slice(1) })).data[0]?.title).toBe('Shorter')
  })

  it('requires a title and nothing else', async () => {
    const response = await (await member()).post(SAVE, { title: post.title })
    expect(response.statusCode).toBe(200)
    expect(response.json<MyPosts>().data).toMatchObject([
      { title: post.title, language: 'en', content: '', attachment: null },
    ])
  })

  it('treats a post sent twice within a minute as one, per author', async () => {
    const [ana, bea] = [await member(), await member()]
    const responses = await Promise.all([ana.post(SAVE, post), ana.post(SAVE, post)])
    expect(responses.map((response) => response.json<MyPosts>().data.length)).toEqual([1, 1])
    expect((await save(bea)).data.length).toBe(1)
    expect((await save(ana, { title: 'Another' })).data.length).toBe(2)
    const withFile = (text: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(post)) form.append(name, value)
      form.append('attachment', new Blob([text]), 'notes.txt')
      return ana.postForm(SAVE, form)
    }
    const counts = []
    for (const text of ['one line', 'one line', 'one more line']) counts.push((await withFile(text)).json().data.length)
    expect(counts).toEqual([3, 3, 4])
  })

  it('keeps the first of two concurrent edits; the second is refused and writes nothing', async () => {
    const ana = await member()
    const [original] = (await save(ana)).data
    const edited = { id: original?.id, expected_version: original?.version }
    const [changed] = (await save(ana, { ...edited, title: 'In the first place' })).data
    const staleEdit = await ana.post(SAVE, { ...post, ...edited, title: 'In the second place' })
    expect([staleEdit.statusCode, staleEdit.json().detail]).toEqual([
      409,
      expect.stringContaining('somewhere else in the meantime'),
    ])
    expect((await getPost(original?.id ?? 0)).title).toBe('In the first place')
    // A repeated request whose response was lost is not reported as a conflict.
    expect((await save(ana, { ...edited, title: 'In the first place' })).data).toEqual([changed])
    const repeated = { ...edited, expected_version: changed?.version, title: 'In the second place' }
    expect((await save(ana, repeated)).data).toMatchObject([{ title: 'In the second place' }])
    expect((await ana.post(SAVE, { ...post, ...edited, expected_version: 'lately' })).json()).toMatchObject({
      status: 409,
      code: 'stale',
      current: { id: original?.id },
    })
  })

  it('accepts a repeated edit with a file when its response was lost, and stores the file once', async () => {
    const ana = await member()
    const [original] = (await save(ana)).data
    const edit = (text: string) => {
      const form = new FormData()
      const edited = { ...post, id: String(original?.id), expected_version: original?.version ?? '' }
      for (const [name, value] of Object.entries(edited)) form.append(name, value)
      form.append('attachment', new Blob([text]), 'notes.txt')
      return ana.postForm(SAVE, form)
    }
    const statuses = []
    for (const text of ['one line', 'one line', 'another one']) statuses.push((await edit(text)).statusCode)
    expect(statuses).toEqual([200, 200, 409])
    const { rows } = await connection().pool.query('select name from stored_files where user_id = $1', [ana.user.id])
    const { data } = (await ana.get('/account/posts.json')).json<MyPosts>()
    expect(rows.map(({ name }) => `/uploads/${name}`)).toEqual([data[0]?.attachment_url])
  })

  it('keeps the language of a post when an edit does not name one', async () => {
    const ana = await member()
    const id = await writePost(ana, { language: 'kr' })
    const response = await ana.post(SAVE, { id, title: 'Autumn colour' })
    expect(response.json<MyPosts>().data).toMatchObject([{ id, title: 'Autumn colour', language: 'kr' }])
  })

  it('changes only the user’s own posts and responds to other users’ posts as if they did not exist', async () => {
    const [ana, bea] = [await member(), await member()]
    const id = await writePost(ana)
    const summarize = async (response: ReturnType<typeof ana.post>) => [
      (await response).statusCode,
      (await response).json(),
    ]
    const foreign = await summarize(bea.post(SAVE, { ...post, id, title: 'Mine now' }))
    expect(foreign).toEqual(await summarize(bea.post(SAVE, { ...post, id: MISSING, title: 'Mine now' })))
    expect(foreign[0]).toBe(404)
    expect(await getPost(id)).toMatchObject({ title: post.title })

    const { data } = await save(ana, { id, title: 'Autumn colour', language: 'kr', user_id: bea.user.id })
    expect(data).toMatchObject([{ id, title: 'Autumn colour', language: 'kr' }])
    expect((await bea.get('/account/posts.json')).json()).toEqual({ data: [], page_count: 0 })
  })

  it('lets guests neither write nor list, and saves nothing without the token', async () => {
    expect((await guest().post(SAVE, post)).statusCode).toBe(401)
    expect((await guest().get('/account/posts.json')).statusCode).toBe(401)
    const ana = await member()
    expect((await ana.post(SAVE, post, '127.0.0.1', { 'x-csrf-token': 'wrong' })).statusCode).toBe(403)
    expect((await ana.get('/account/posts.json')).json()).toEqual({ data: [], page_count: 0 })
  })

  it('lists a user’s posts newest first, twenty per page, with an empty page beyond the end', async () => {
    const ana = await member()
    const ids = (
      await connection().pool.query(
        `insert into posts (user_id, title, language, visibility, created_at)
         select $1, 'n ' || n, 'cn', 'public', now() + make_interval(secs => n) from generate_series(1, 21) n returning id`,
        [ana.user.id],
      )
    ).rows.map(({ id }) => id)
    const page = async (offset: number) => (await ana.get(`/account/posts.json?offset=${offset}`)).json<MyPosts>()
    expect((await page(0)).data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20))
    expect(await page(20)).toMatchObject({ page_count: 2, data: [{ id: ids[0] }] })
    expect(await page(40)).toEqual({ page_count: 2, data: [] })
    expect((await ana.get('/account/posts.json?offset=-1')).statusCode).toBe(422)

    const list = async (query: string) => (await guest().get(`/posts.json${query}`)).json()
    const first = await list('?language=cn')
    expect(first).toMatchObject({ language: 'cn', page: 1, page_count: 2 })
    expect(first.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 20))
    expect((await list('?language=cn&page=2')).data).toHaveLength(1)
    expect(await list('?language=cn&page=2147483647')).toMatchObject({ data: [], page_count: 2 })
    expect((await list('?language=nonsense')).language).toBe('en')
    expect((await guest().get('/posts.json?page=0')).statusCode).toBe(422)
  })

  it('shows only the beginning of a post in lists', async () => {
    await writePost(await member(), { content: `<p>${'word '.repeat(100)}</p>`, title: 'Long' })
    const { data } = (await guest().get('/posts.json')).json()
    expect(data[0].excerpt).toMatch(/^(word )+word…$/)
    expect(data[0].excerpt.length).toBeLessThan(230)
    expect(data[0]).not.toHaveProperty('content')
  })

  it('requires approval of new and changed posts with review_posts on, and keeps hidden posts hidden', async () => {
    const { db } = connection()
    const ana = await member()
    const id = await writePost(ana)
    await db.insertInto('settings').values({ key: 'review_posts', value: 'on' }).execute()
    await suite().services.settings.reload()
    const waiting = await writePost(ana, { title: 'Waiting' })
    await save(ana, { id })
    for (const one of [id, waiting]) expect((await guest().get(`/posts/${one}.json`)).statusCode).toBe(404)
    expect((await ana.get('/account/posts.json')).json().data).toHaveLength(2)
    await db.deleteFrom('settings').where('key', '=', 'review_posts').execute()
    await suite().services.settings.reload()

    await connection().pool.query(
      `update posts set visibility = 'hidden', hidden_reason = 'Why', hidden_by = 'x', hidden_at = now() where id = $1`,
      [waiting],
    )
    await save(ana, { id })
    await save(ana, { id: waiting })
    expect((await guest().get(`/posts/${id}.json`)).statusCode).toBe(200)
    expect((await guest().get(`/posts/${waiting}.json`)).statusCode).toBe(404)
  })

  it('redirects a plain form to the user’s posts', async () => {
    const response = await (await member()).post(SAVE, post, '127.0.0.1', { accept: 'text/html' })
    expect([response.statusCode, response.headers.location]).toEqual([303, '/account/posts'])
  })

  it('lists public posts in the sitemap', async () => {
    const id = await writePost(await member())
    expect((await guest().get('/sitemap.xml')).body).toContain(`/posts/${id}</loc>`)
  })
})

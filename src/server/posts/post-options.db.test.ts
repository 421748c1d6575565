import { expect, it } from 'vitest'
import type { MyPost, MyPosts, Post, PostList } from '#contract/posts/calls.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { signInNewMember } from '#test/member.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { publishScheduledPosts } from './publish-scheduled-posts.ts'

const HOUR_MS = 60 * 60 * 1000
const COVER = `/uploads/${'c'.repeat(32)}-1280.webp`
const post = { title: 'Copper', language: 'en', content: '<p>Warm.</p>' }

databaseTest('posts with drafts, schedules, covers, tags and product cards', (connection) => {
  const suite = appForSuite(connection)
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  async function write(fields: object = {}) {
    const author = await signInNewMember(suite, connection)
    const save = async (changes: object) => {
      const response = await author.post('/account/posts/save', { ...post, ...changes })
      expect([response.statusCode, response.body]).toEqual([200, response.body])
      return response.json<MyPosts>().data[0] as MyPost
    }
    const own = await save(fields)
    return { own, author, save: (changes: object) => save({ id: own.id, ...changes }) }
  }
  const readStatus = async (id: number) => (await browserOf(suite).get(`/posts/${id}.json`)).statusCode
  const read = async (id: number) => (await browserOf(suite).get(`/posts/${id}.json`)).json<Post>()
  const list = async (search = '') => (await browserOf(suite).get(`/posts.json${search}`)).json<PostList>().data
  const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString()

  it('show a draft to its author only, until it is published', async () => {
    const { own, save } = await write({ status: 'draft' })
    const manager = await openStaffBrowser(suite, 'manager')
    const isManaged = async () =>
      (await manager.get('/admin/posts.json')).json().data.some(({ id }: { id: number }) => id === own.id)
    expect(own).toMatchObject({ state: 'draft', publish_at: null })
    expect([await readStatus(own.id), await isManaged()]).toEqual([404, false])
    expect((await manager.get(`/admin/posts/${own.id}.json`)).statusCode).toBe(404)
    // A client that knows no drafts leaves it one.
    expect(await save({ title: 'Copper 2' })).toMatchObject({ state: 'draft', title: 'Copper 2' })
    await query(`update posts set created_at = now() - interval '10 days' where id = $1`, [own.id])
    await save({ status: 'published' })
    expect([await readStatus(own.id), await isManaged()]).toEqual([200, true])
    // Lists are in the order of publication.
    expect((await list())[0]?.id).toBe(own.id)
    expect(Date.parse((await read(own.id)).created_at)).toBeGreaterThan(Date.now() - HOUR_MS)
  })

  it('publish a scheduled post when its time has come, with that time as its date', async () => {
    const { own, save } = await write({ publish_at: inAnHour() })
    const { db } = suite().services
    expect(own.state).toBe('scheduled')
    await publishScheduledPosts(db)
    expect(await readStatus(own.id)).toBe(404)
    // Unchanged when absent.
    const changed = await save({ title: 'Copper, later' })
    expect(changed).toMatchObject({ state: 'scheduled', publish_at: own.publish_at })
    await query(`update posts set publish_at = now() - interval '1 second' where id = $1`, [own.id])
    const { rows } = await query('select publish_at from posts where id = $1', [own.id])
    await Promise.all([publishScheduledPosts(db), publishScheduledPosts(db)])
    expect(await read(own.id)).toMatchObject({ title: 'Copper, later', created_at: rows[0].publish_at.toISOString() })
  })

  it('keep the plan of a post that staff approve', async () => {
    const manager = await openStaffBrowser(suite, 'manager')
    await query(`update posts set publish_at = null`)
    const { own } = await write({ publish_at: inAnHour() })
    await query(`update posts set visibility = 'waiting' where id = $1`, [own.id])
    const approved = await manager.post(`/admin/posts/${own.id}/approve`, { expected_version: own.version })
    expect(approved.json()).toMatchObject({ state: 'scheduled' })
    expect(await readStatus(own.id)).toBe(404)
  })

  it.each([
    [{ publish_at: 'tomorrow' }, 'publish_at'],
    [{ publish_at: '9999-12-31T00:00:00Z' }, 'publish_at'],
    [{ publish_at: '2026-02-31T99:00:00Z' }, 'publish_at'],
    [{ cover: 'https://evil.example/a.png' }, 'cover'],
    [{ cover: 'javascript:alert(1)' }, 'cover'],
    [{ tags: 'a,b,c,d,e,f,g,h,i' }, 'tags'],
    [{ tags: 'x'.repeat(41) }, 'tags'],
    [{ tags: 'a\0' }, 'tags'],
    [{ status: 'hidden' }, 'status'],
  ])('refuse %j', async (fields, name) => {
    const author = await signInNewMember(suite, connection)
    const refused = await author.post('/account/posts/save', { ...post, ...fields })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [name]])
  })

  it('show the cover in lists, and refuse one that does not exist', async () => {
    const { author, own, save } = await write()
    const missing = await author.post('/account/posts/save', { ...post, id: own.id, cover: COVER })
    expect([missing.statusCode, missing.json().code]).toEqual([422, 'picture_not_found'])
    await query('insert into stored_files (name, user_id, bytes) values ($1, $2, 9)', [
      COVER.slice('/uploads/'.length),
      author.user.id,
    ])
    const content = '<p><img src="/uploads/abc-1280.webp"></p>'
    expect(await save({ cover: COVER, content })).toMatchObject({ cover: COVER })
    expect((await list()).find(({ id }) => id === own.id)?.image).toBe(COVER)
    expect((await query('select file_name from post_files where post_id = $1', [own.id])).rows).toHaveLength(1)
    // Unchanged when absent, and removed when empty.
    expect(await save({ content })).toMatchObject({ cover: COVER })
    await save({ cover: '', content })
    expect((await list()).find(({ id }) => id === own.id)?.image).toBe('/uploads/abc-1280.webp')
  })

  it('are found by their tags, in each language', async () => {
    const { own } = await write({ tags: ' #Balayage, Color  Theory' })
    const { own: korean } = await write({ tags: 'balayage', language: 'kr' })
    expect((await read(own.id)).tags).toEqual(['balayage', 'color theory'])
    expect((await list('?tag=balayage')).map(({ id }) => id)).toEqual([own.id])
    expect((await list('?tag=balayage&language=kr')).map(({ id }) => id)).toEqual([korean.id])
    expect(await list('?tag=%25')).toEqual([])
    expect((await browserOf(suite).get('/posts.json?tag=%00')).statusCode).toBe(422)
  })

  it('show the card of a product that is for sale where its link has a paragraph of its own', async () => {
    const { id: product } = await makeProduct(connection().db, { name: 'Copper gloss' })
    const { id: inactive } = await makeProduct(connection().db)
    await query(`update products set status = 'archived' where id = $1`, [inactive])
    const link = (id: number) => `<p><a href="/packages/${id}">Gloss</a></p>`
    const { own } = await write({ content: `<p>First</p>${link(product)}${link(inactive)}${link(product)}` })
    const { content, products } = await read(own.id)
    expect(products).toEqual([expect.objectContaining({ id: product, name: 'Copper gloss' })])
    expect(content).toContain(`<a href="/packages/${product}" rel="nofollow noopener">Gloss</a>`)
  })

  it('open in the language of the browser, without one in the URL', async () => {
    const open = (url: string, language: string) =>
      suite().app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } })
    const redirected = await open('/posts', 'ko-KR,ko;q=0.9')
    expect(redirected.statusCode).toBe(302)
    expect(redirected.headers).toMatchObject({
      location: '/posts?language=kr',
      'cache-control': 'private, no-store',
      vary: expect.stringMatching(/accept-language/i),
    })
    for (const [url, language] of [
      ['/posts', 'en'],
      ['/posts', 'x'.repeat(5_000)],
      ['/posts?language=en', 'ko'],
      ['/posts/1', 'ko'],
    ] as const)
      expect((await open(url, language)).statusCode).not.toBe(302)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { ManagedComment, OpenedPost } from '#contract/posts/admin-calls.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const MISSING = 2_000_000_000
const SAVE = '/account/posts/save'
const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

databaseTest('moderation of posts and comments', (connection) => {
  const suite = appForSuite(connection)
  const notifications: string[] = []
  let watch: ChangeWatch
  beforeAll(async () => {
    watch = await watchChanges(connection(), (tags) => void notifications.push(...(tags === 'all' ? [] : tags)))
  })
  afterAll(() => watch.close())
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const guest = () => browserOf(suite)
  const member = (firstName = 'Ana') => signInNewMember(suite, connection, { firstName })
  type Member = Awaited<ReturnType<typeof member>>
  const signInStaff = async (role: Role) => {
    const { id, email } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { ...browser, email }
  }
  const setReviewPosts = async (isOn: boolean) => {
    await query(`delete from settings where key = 'review_posts'`)
    if (isOn) await query(`insert into settings (key, value) values ('review_posts', 'on')`)
    await suite().services.settings.reload()
  }
  const write = async (author: Member, fields: Record<string, string> = {}): Promise<number> => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      title: 'Foils',
      language: 'en',
      content: '<p>Thin ones.</p>',
      ...fields,
    }))
      form.append(name, value)
    form.append('attachment', new Blob([PDF]), 'foils.pdf')
    const response = await author.postForm(SAVE, form)
    expect(response.statusCode).toBe(200)
    return response.json().data[0].id
  }
  const opened = async (staff: Awaited<ReturnType<typeof signInStaff>>, id: number): Promise<OpenedPost> => {
    const response = await staff.get(`/admin/posts/${id}.json`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  /** Everything that a guest can see of a post, on any page. */
  const listVisible = async (id: number, attachment: string) => ({
    page: (await guest().get(`/posts/${id}.json`)).statusCode,
    list: (await guest().get('/posts.json')).json().data.some((post: { id: number }) => post.id === id),
    comments: (await guest().get(`/posts/${id}/comments.json`)).statusCode,
    sitemap: (await guest().get('/sitemap.xml')).body.includes(`/posts/${id}<`),
    file: (await guest().get(attachment)).statusCode,
  })
  const SHOWN = { page: 200, list: true, comments: 200, sitemap: true, file: 200 }
  const GONE = { page: 404, list: false, comments: 404, sitemap: false, file: 404 }
  const listOwn = async (author: Member, id: number) =>
    (await author.get('/account/posts.json')).json().data.find((post: { id: number }) => post.id === id)
  const listMails = async (email: string) => {
    const { rows } = await query(`delete from pgboss.job where name = 'mail' returning data`)
    const mails = await Promise.all(rows.map(({ data }) => writeQueuedMail(suite().services, data)))
    return mails.filter((mail) => mail?.to === email)
  }
  const listEntries = async (kind: string, id: number) =>
    (
      await query(
        `select action, actor_name as by, payload ->> 'reason' as reason from audit_entries left join audit_payloads on entry_id = id
          where subject_kind = $1 and subject_id = $2 order by id`,
        [kind, String(id)],
      )
    ).rows

  it('hides a new post from everyone but its author and staff until it is approved, with review_posts on', async () => {
    await setReviewPosts(true)
    const [ana, lee] = [await member(), await signInStaff('manager')]
    const id = await write(ana)
    const ownPosts = await listOwn(ana, id)
    expect(ownPosts).toMatchObject({ state: 'waiting', hidden_reason: null, content: '<p>Thin ones.</p>' })
    expect(await listVisible(id, ownPosts.attachment_url)).toEqual(GONE)
    expect((await (await member('Bea')).post(`/posts/${id}/comments`, { content: 'Hello' })).statusCode).toBe(404)

    const queue = (await lee.get('/admin/posts.json?show=waiting')).json()
    expect(queue).toMatchObject({
      data: [{ id, title: 'Foils', state: 'waiting', author: { email: ana.user.email } }],
      next: null,
    })
    const post = await opened(lee, id)
    expect(post.content).toContain('Thin ones.')
    const file = await lee.get(`/admin/posts/${id}/attachment`)
    expect([
      file.statusCode,
      file.body,
      file.headers['content-disposition'],
      file.headers['x-content-type-options'],
    ]).toEqual([200, PDF, expect.stringContaining('attachment; filename="foils.pdf"'), 'nosniff'])

    notifications.length = 0
    const approved = await lee.post(`/admin/posts/${id}/approve`, { expected_version: post.version })
    expect([approved.statusCode, approved.json().state]).toEqual([200, 'public'])
    expect(await listVisible(id, ownPosts.attachment_url)).toEqual(SHOWN)
    expect(new Set(notifications)).toEqual(new Set([`post:${id}`, 'posts']))
    expect(await listEntries('post', id)).toEqual([{ action: 'post.approved', by: lee.email, reason: null }])
    const repeated = await lee.post(`/admin/posts/${id}/approve`, { expected_version: post.version })
    expect(repeated.json()).toMatchObject({ status: 409, code: 'already_moderated', current: { state: 'public' } })

    // A changed post waits for approval again.
    const form = new FormData()
    for (const [name, value] of Object.entries({ id: String(id), title: 'Other foils', language: 'en', content: '' }))
      form.append(name, value)
    await ana.postForm(SAVE, form)
    expect(await listVisible(id, ownPosts.attachment_url)).toEqual(GONE)
    await setReviewPosts(false)
  })

  it('approves only the reviewed text, not a later change by its author', async () => {
    await setReviewPosts(true)
    const [ana, lee] = [await member(), await signInStaff('manager')]
    const id = await write(ana)
    const { version } = await opened(lee, id)
    await pause(5)
    const form = new FormData()
    for (const [name, value] of Object.entries({ id: String(id), title: 'Buy elsewhere', language: 'en', content: '' }))
      form.append(name, value)
    await ana.postForm(SAVE, form)
    const response = await lee.post(`/admin/posts/${id}/approve`, { expected_version: version })
    expect(response.json()).toMatchObject({ status: 409, code: 'stale', current: { title: 'Buy elsewhere' } })
    expect((await listOwn(ana, id)).state).toBe('waiting')
    const approved = await lee.post(`/admin/posts/${id}/approve`, { expected_version: response.json().current.version })
    expect(approved.json()).toMatchObject({ state: 'public' })
    await setReviewPosts(false)
  })

  it('hides a post from every page immediately, emails its author the reason, still shows it to them, and can restore it', async () => {
    const [ana, lee] = [await member(), await signInStaff('manager')]
    const id = await write(ana)
    const { attachment_url } = await listOwn(ana, id)
    const { version } = await opened(lee, id)
    expect(await listVisible(id, attachment_url)).toEqual(SHOWN)
    expect((await lee.post(`/admin/posts/${id}/hide`, { expected_version: version })).statusCode).toBe(422)
    notifications.length = 0
    const reason = 'It names <b>prices</b> of another shop.'
    const hidden = await lee.post(`/admin/posts/${id}/hide`, { expected_version: version, reason })
    expect([hidden.statusCode, hidden.json()]).toMatchObject([
      200,
      { state: 'hidden', hidden_reason: reason, hidden_by: lee.email },
    ])
    expect(await listVisible(id, attachment_url)).toEqual(GONE)
    expect(new Set(notifications)).toEqual(new Set([`post:${id}`, 'posts']))
    expect(await listOwn(ana, id)).toMatchObject({ state: 'hidden', hidden_reason: reason })
    expect((await lee.post(`/admin/posts/${id}/hide`, { expected_version: version, reason })).statusCode).toBe(409)
    const [mail, ...others] = await listMails(ana.user.email)
    expect(others).toEqual([])
    expect(mail?.text).toContain(reason)
    expect(mail?.html).toContain('&lt;b&gt;prices&lt;/b&gt;')
    expect((await lee.get('/admin/posts.json?show=hidden')).json().data).toMatchObject([{ id, hidden_reason: reason }])

    const restored = await lee.post(`/admin/posts/${id}/restore`, { expected_version: version })
    expect([restored.statusCode, restored.json()]).toMatchObject([
      200,
      { state: 'public', hidden_reason: null, hidden_at: null },
    ])
    expect(await listVisible(id, attachment_url)).toEqual(SHOWN)
    expect(await listOwn(ana, id)).toMatchObject({ state: 'public', hidden_reason: null })
    expect(await listEntries('post', id)).toEqual([
      { action: 'post.hidden', by: lee.email, reason },
      { action: 'post.restored', by: lee.email, reason: null },
    ])
  })

  it('hides a comment with its replies, excludes them from the count, and restores them together', async () => {
    const [ana, bea, lee] = [await member(), await member('Bea'), await signInStaff('manager')]
    const id = await write(ana)
    const postComment = async (content: string) =>
      (await bea.post(`/posts/${id}/comments`, { content })).json().id as number
    const [first, second] = [await postComment('First'), await postComment('Second')]
    const reply = async (content: string) =>
      (await ana.post('/post/comments/reply', { comment_id: first, content })).json().id as number
    const [one, other] = [await reply('One'), await reply('Other')]
    await listMails(bea.user.email)
    const readVisible = async () => {
      const { comments, comment_count } = (await guest().get(`/posts/${id}.json`)).json()
      return [
        comment_count,
        ...comments.map(({ content, replies }: { content: string; replies: { content: string }[] }) =>
          [content, ...replies.map((r) => r.content)].join(' '),
        ),
      ]
    }
    expect(await readVisible()).toEqual([4, 'First One Other', 'Second'])

    notifications.length = 0
    const hidden = await lee.post(`/admin/replies/${one}/hide`, { reason: 'Rude.' })
    expect([hidden.statusCode, hidden.json()]).toMatchObject([
      200,
      { kind: 'reply', content: 'One', hidden_reason: 'Rude.' },
    ])
    expect(await readVisible()).toEqual([3, 'First Other', 'Second'])
    expect(notifications).toContain(`post:${id}`)
    expect(await listMails(ana.user.email)).toMatchObject([{ text: expect.stringContaining('Rude.') }])

    expect((await lee.post(`/admin/comments/${first}/hide`, { reason: 'An advertisement.' })).statusCode).toBe(200)
    expect(await readVisible()).toEqual([1, 'Second'])
    expect((await guest().get(`/posts/${id}/comments.json`)).json().data).toMatchObject([{ content: 'Second' }])
    expect((await guest().get(`/post/comments/${first}/replies.json`)).statusCode).toBe(404)
    expect((await ana.post('/post/comments/reply', { comment_id: first, content: 'More' })).statusCode).toBe(404)
    expect(await listMails(bea.user.email)).toMatchObject([{ text: expect.stringContaining('An advertisement.') }])
    const repeated = await lee.post(`/admin/comments/${first}/hide`, { reason: 'An advertisement.' })
    expect(repeated.json()).toMatchObject({ status: 409, code: 'already_moderated', current: { hidden_by: lee.email } })
    expect(await listMails(bea.user.email)).toEqual([])
    expect((await lee.get('/admin/comments.json?show=hidden')).json().data).toMatchObject([
      { kind: 'reply', id: one },
      { kind: 'comment', id: first },
    ])

    expect((await lee.post(`/admin/comments/${first}/restore`, {})).statusCode).toBe(200)
    expect(await readVisible()).toEqual([3, 'First Other', 'Second'])
    expect((await lee.post(`/admin/replies/${one}/restore`, {})).statusCode).toBe(200)
    expect((await lee.post(`/admin/replies/${one}/restore`, {})).statusCode).toBe(409)
    expect(await readVisible()).toEqual([4, 'First One Other', 'Second'])
    expect([second, other].every((known) => known > 0)).toBe(true)
    expect(await listEntries('comment', first)).toMatchObject([
      { action: 'comment.hidden' },
      { action: 'comment.restored' },
    ])
    expect(await listEntries('reply', one)).toMatchObject([{ action: 'reply.hidden' }, { action: 'reply.restored' }])
  })

  it('lists posts and comments page by page, newest first, and finds them by text and author', async () => {
    const [ana, lee] = [await member('Zoe'), await signInStaff('owner')]
    await query(
      `insert into posts (user_id, title, language, visibility, created_at)
       select $1, 'Post ' || n, 'en', 'public', timestamptz '2020-01-01' + n / 3 * interval '1 second' from generate_series(1, 120) n`,
      [ana.user.id],
    )
    const { rows } = await query('select min(id)::int as id from posts where user_id = $1', [ana.user.id])
    await query(
      `insert into comments (post_id, user_id, content, created_at)
       select $2, $1, 'Comment ' || n, timestamptz '2020-01-01' + n / 3 * interval '1 second' from generate_series(1, 60) n`,
      [ana.user.id, rows[0].id],
    )
    await query(
      `insert into comment_replies (comment_id, user_id, content, created_at)
       select min(id) over (), user_id, 'Reply', created_at from comments where user_id = $1`,
      [ana.user.id],
    )
    const readAllPages = async (path: string) => {
      const collected: (ManagedComment | OpenedPost)[] = []
      let cursor = ''
      for (;;) {
        const { data, next } = (await lee.get(`${path}${cursor}`)).json()
        collected.push(...data)
        if (next === null) return collected
        cursor = `&after=${next}`
      }
    }
    const posts = await readAllPages('/admin/posts.json?search=zoe%20')
    expect(new Set(posts.map(({ id }) => id)).size).toBe(120)
    const comments = await readAllPages('/admin/comments.json?search=zoe%20')
    expect(new Set(comments.map((one) => `${(one as ManagedComment).kind} ${one.id}`)).size).toBe(120)
    for (const list of [posts, comments]) {
      const times = list.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted().reverse())
    }
    expect((await readAllPages('/admin/posts.json?search=post%2017')).map(({ id }) => id)).toHaveLength(1)
    expect(await readAllPages('/admin/posts.json?search=%25%25')).toEqual([])
    for (const after of ['x', '1~', '99999999999999999~9999999999'])
      expect((await lee.get(`/admin/posts.json?after=${after}`)).statusCode).toBeLessThan(500)
  })

  it('needs the permission to change content and responds to unknown IDs with not found', async () => {
    const [clerk, lee] = [await signInStaff('clerk'), await signInStaff('manager')]
    const id = await write(await member())
    expect((await clerk.get(`/admin/posts/${id}.json`)).statusCode).toBe(403)
    expect((await guest().get(`/admin/posts/${id}/attachment`)).statusCode).toBe(401)
    const body = { expected_version: new Date().toISOString(), reason: 'Why' }
    for (const path of ['posts', 'comments', 'replies'])
      for (const what of ['hide', 'restore'])
        expect((await lee.post(`/admin/${path}/${MISSING}/${what}`, body)).statusCode).toBe(404)
    expect((await lee.get(`/admin/posts/${MISSING}/attachment`)).statusCode).toBe(404)
  })
})

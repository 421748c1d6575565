import { expect, it } from 'vitest'
import type { CommentReplyId } from '#server/platform/database/tables.generated.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'
import { writeReplyMail } from './reply-mail.ts'

const MISSING = 2_000_000_000
const REPLY = '/post/comments/reply'

databaseTest('comments', (connection) => {
  const suite = appForSuite(connection)
  const member = (firstName = 'Ana') => signInNewMember(suite, connection, { firstName })
  const createPost = async (author: Awaited<ReturnType<typeof member>>, visibility = 'public'): Promise<number> => {
    const { rows } = await connection().pool.query(
      `insert into posts (user_id, title, language, visibility) values ($1, 'Foils', 'en', $2) returning id`,
      [author.user.id, visibility],
    )
    return rows[0].id
  }
  const listComments = async (id: number) => (await browserOf(suite).get(`/posts/${id}.json`)).json().comments
  const queuedReplies = async (): Promise<number[]> => {
    const { rows } = await connection().pool.query(
      `select data from pgboss.job where name = 'mail' and data->>'mail' = 'comment_reply' order by created_on`,
    )
    return rows.map(({ data }) => data.reply_id)
  }

  it('shows a comment as plain text with its author’s name under the post', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await createPost(ana)
    const response = await bea.post(`/posts/${id}/comments`, { content: ' <b>Lovely</b>\nwork ', user_id: ana.user.id })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      author: { name: 'Bea R.' },
      content: '<b>Lovely</b>\nwork',
      replies: [],
      next_reply: null,
    })
    expect(await listComments(id)).toEqual([response.json()])
  })

  it('shows a reply under its comment and notifies the comment’s author unless they wrote it themselves', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await createPost(ana)
    const comment = (await bea.post(`/posts/${id}/comments`, { content: 'Which developer?' })).json()
    const ownComment = await bea.post(REPLY, { comment_id: comment.id, content: 'I mean the volume.' })
    expect(ownComment.statusCode).toBe(201)
    expect(await queuedReplies()).toEqual([])
    const reply = (await ana.post(REPLY, { comment_id: comment.id, content: 'Ten <volume>.' })).json()
    expect(await listComments(id)).toEqual([{ ...comment, replies: [ownComment.json(), reply] }])
    expect(await queuedReplies()).toEqual([reply.id])

    const draft = await writeReplyMail(suite().services, reply.id)
    const mail = draft && composeMail(draft)
    expect(mail).toMatchObject({ to: bea.user.email, subject: 'Ana R. replied to your comment' })
    expect(mail?.text).toContain(`/posts/${id}#comment-${comment.id}`)
    expect(mail?.text).toContain('Ten <volume>.')
    expect(mail?.html).toContain('Ten &lt;volume&gt;.')
    await connection().pool.query('delete from comments where id = $1', [comment.id])
    expect(await writeReplyMail(suite().services, reply.id as CommentReplyId)).toBeUndefined()
  })

  it('stores text sent twice within a minute once, and emails it once', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await createPost(ana)
    const postTwice = async (url: string, body: object) => {
      const responses = await Promise.all([bea.post(url, body), bea.post(url, body)])
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
      const [first, second] = responses.map((response) => response.json())
      expect(second).toEqual(first)
      return first
    }
    const comment = await postTwice(`/posts/${id}/comments`, { content: 'Lovely' })
    const byAna = (await ana.post(`/posts/${id}/comments`, { content: 'Lovely' })).json()
    const before = (await queuedReplies()).length
    const reply = await postTwice(REPLY, { comment_id: byAna.id, content: 'So is yours' })
    expect(await listComments(id)).toEqual([comment, { ...byAna, replies: [reply] }])
    expect((await queuedReplies()).slice(before)).toEqual([reply.id])
    await connection().pool.query(`update comments set created_at = now() - interval '2 minutes' where id = $1`, [
      comment.id,
    ])
    expect((await bea.post(`/posts/${id}/comments`, { content: 'Lovely' })).json().id).not.toBe(comment.id)
  })

  it('refuses a reply to a reply', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await createPost(ana)
    await bea.post(`/posts/${id}/comments`, { content: 'First' })
    const comment = (await bea.post(`/posts/${id}/comments`, { content: 'Second' })).json()
    // Moves its ID out of the range of comment IDs.
    await connection().pool.query('alter table comment_replies alter column id restart with 900000')
    const reply = (await ana.post(REPLY, { comment_id: comment.id, content: 'Reply' })).json()
    expect((await bea.post(REPLY, { comment_id: reply.id, content: 'Deeper' })).json()).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  it.each(['', '   ', undefined])('refuses content %j with the message of the specification', async (content) => {
    const ana = await member()
    const id = await createPost(ana)
    for (const [url, more] of [
      [`/posts/${id}/comments`, {}],
      [REPLY, { comment_id: 1 }],
    ] as const) {
      const response = await ana.post(url, { ...more, content })
      expect([response.statusCode, response.json().errors]).toEqual([422, { content: 'Content is required' }])
    }
  })

  it('accepts 5,000 characters and refuses one more', async () => {
    const ana = await member()
    const url = `/posts/${await createPost(ana)}/comments`
    expect((await ana.post(url, { content: 'x'.repeat(5000) })).statusCode).toBe(201)
    expect((await ana.post(url, { content: 'x'.repeat(5001) })).statusCode).toBe(422)
  })

  it('refuses comments and replies under a post that is not public or does not exist', async () => {
    const ana = await member()
    const id = await createPost(ana)
    const comment = (await ana.post(`/posts/${id}/comments`, { content: 'Early' })).json()
    await connection().pool.query(`update posts set visibility = 'waiting' where id = $1`, [id])
    const responses = [
      await ana.post(`/posts/${id}/comments`, { content: 'Late' }),
      await ana.post(`/posts/${MISSING}/comments`, { content: 'Late' }),
      await ana.post(REPLY, { comment_id: comment.id, content: 'Late' }),
      await ana.post(REPLY, { comment_id: MISSING, content: 'Late' }),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  })

  const insertComments = async (postId: number, userId: number, count: number, content = 'Said') => {
    await connection().pool.query(
      `insert into comments (post_id, user_id, content) select $1, $2, $4 || ' ' || n from generate_series(1, $3::int) n`,
      [postId, userId, count, content],
    )
    const { rows } = await connection().pool.query('select id from comments where post_id = $1 order by id', [postId])
    return rows.map(({ id }): number => id)
  }
  const insertReplies = async (commentId: number | undefined, userId: number, count: number) => {
    await connection().pool.query(
      `insert into comment_replies (comment_id, user_id, content)
       select $1, $2, 'Answered ' || n from generate_series(1, $3::int) n`,
      [commentId, userId, count],
    )
    const { rows } = await connection().pool.query('select id from comment_replies where comment_id = $1 order by id', [
      commentId,
    ])
    return rows.map(({ id }): number => id)
  }
  const listIds = (list: { id: number }[]) => list.map(({ id }) => id)
  const read = async (url: string) => (await browserOf(suite).get(url)).json()

  it('pages through three thousand comments of 5 kB in pages of twenty, each comment once', async () => {
    const ana = await member()
    const id = await createPost(ana)
    const all = await insertComments(id, ana.user.id, 3000, 'x'.repeat(4990))
    const visible = await browserOf(suite).get(`/posts/${id}.json`)
    expect(visible.body.length).toBeLessThan(150_000)
    const post = visible.json()
    expect(post).toMatchObject({ comment_count: 3000, has_earlier_comments: false, next_comment: all[20] })
    const collectedIds = listIds(post.comments)
    for (let next: number | null = post.next_comment; next !== null && collectedIds.length < 100; ) {
      const page = await read(`/posts/${id}/comments.json?from=${next}`)
      collectedIds.push(...listIds(page.data))
      next = page.next
    }
    expect(collectedIds).toEqual(all.slice(0, 100))
    const last = await read(`/posts/${id}/comments.json?from=${all.at(-1)}`)
    expect([listIds(last.data), last.next]).toEqual([[all.at(-1)], null])
  })

  it('pages through thousands of replies to one comment, too', async () => {
    const ana = await member()
    const id = await createPost(ana)
    const [first, second] = await insertComments(id, ana.user.id, 2)
    const replies = await insertReplies(first, ana.user.id, 60)
    const others = await insertReplies(second, ana.user.id, 2)
    const post = await read(`/posts/${id}.json`)
    expect(post.comment_count).toBe(64)
    expect(post.comments.map((one: { replies: { id: number }[] }) => listIds(one.replies))).toEqual([
      replies.slice(0, 5),
      others,
    ])
    expect(post.comments.map((one: { next_reply: number | null }) => one.next_reply)).toEqual([replies[5], null])
    const page = await read(`/post/comments/${first}/replies.json?from=${replies[5]}`)
    expect([listIds(page.data), page.next]).toEqual([replies.slice(5, 25), replies[25]])
    // Without scripts, the post's own URL names the first reply to show; the replies of the other comment are not
    // affected.
    const later = await read(`/posts/${id}.json?reply=${replies[58]}`)
    expect(later.comments.map((one: { replies: { id: number }[] }) => listIds(one.replies))).toEqual([
      replies.slice(58),
      others,
    ])
  })

  it('starts at a later comment named in the post’s URL; a comment of the first page or an unknown one shows the first page', async () => {
    const ana = await member()
    const id = await createPost(ana)
    const all = await insertComments(id, ana.user.id, 25)
    const later = await read(`/posts/${id}.json?from=${all[22]}`)
    expect([listIds(later.comments), later.has_earlier_comments, later.next_comment]).toEqual([
      all.slice(22),
      true,
      null,
    ])
    for (const from of [all[3], MISSING]) {
      const first = await read(`/posts/${id}.json?from=${from}`)
      expect([listIds(first.comments), first.has_earlier_comments]).toEqual([all.slice(0, 20), false])
    }
    expect((await browserOf(suite).get(`/posts/${id}.json?from=x`)).statusCode).toBe(422)
  })

  it('hides the comments and replies of a post that is not public from everyone', async () => {
    const ana = await member()
    const id = await createPost(ana, 'waiting')
    const [comment] = await insertComments(id, ana.user.id, 1)
    for (const url of [
      `/posts/${id}/comments.json`,
      `/post/comments/${comment}/replies.json`,
      `/posts/${MISSING}/comments.json`,
      `/post/comments/${MISSING}/replies.json`,
    ])
      expect((await ana.get(url)).statusCode).toBe(404)
  })

  it('redirects a plain form, and links an email, to the page with the comment or reply', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await createPost(ana)
    await insertComments(id, ana.user.id, 20)
    const html = { accept: 'text/html' }
    const commented = await bea.post(`/posts/${id}/comments`, { content: 'Late' }, '127.0.0.1', html)
    const comment = Number(/comment-(\d+)$/.exec(String(commented.headers.location))?.[1])
    expect(commented.headers.location).toBe(`/posts/${id}?from=${comment}#comment-${comment}`)
    await insertReplies(comment, ana.user.id, 5)
    const replied = await ana.post(REPLY, { comment_id: comment, content: 'Later' }, '127.0.0.1', html)
    const [reply] = (await queuedReplies()).slice(-1)
    expect(replied.headers.location).toBe(`/posts/${id}?from=${comment}&reply=${reply}#comment-${comment}`)
    const draft = await writeReplyMail(suite().services, reply as CommentReplyId)
    const mail = draft && composeMail(draft)
    expect(mail?.text).toContain(`/posts/${id}?from=${comment}&reply=${reply}#comment-${comment}`)
    const { comments } = await read(`/posts/${id}.json?from=${comment}&reply=${reply}`)
    expect(comments[0].replies).toMatchObject([{ id: reply, content: 'Later' }])
  })

  it('requires guests to sign in', async () => {
    const id = await createPost(await member())
    const guest = browserOf(suite)
    expect((await guest.post(`/posts/${id}/comments`, { content: 'Hello' })).statusCode).toBe(401)
    expect((await guest.post(REPLY, { comment_id: 1, content: 'Hello' })).statusCode).toBe(401)
    expect(await listComments(id)).toEqual([])
  })

  it('redirects a plain form back to the comment', async () => {
    const ana = await member()
    const id = await createPost(ana)
    const html = { accept: 'text/html' }
    const commented = await ana.post(`/posts/${id}/comments`, { content: 'Hello' }, '127.0.0.1', html)
    const [comment] = await listComments(id)
    const replied = await ana.post(REPLY, { comment_id: comment.id, content: 'You' }, '127.0.0.1', html)
    for (const response of [commented, replied]) {
      expect([response.statusCode, response.headers.location]).toEqual([303, `/posts/${id}#comment-${comment.id}`])
    }
  })
})

databaseTest('comments with the default limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })

  it('limits comments and replies together: the twenty-first within a minute is refused', async () => {
    const ana = await signInNewMember(suite, connection)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) {
      const response =
        i % 2 === 0
          ? await ana.post(`/posts/${MISSING}/comments`, { content: 'x' })
          : await ana.post(REPLY, { comment_id: MISSING, content: 'x' })
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(404), 429])
  })

  it('limits an account to sixty comments and replies an hour, from any number of IP addresses', async () => {
    const ana = await signInNewMember(suite, connection)
    const { rows } = await connection().pool.query(
      `insert into posts (user_id, title, language, visibility) values ($1, 'Foils', 'en', 'public') returning id`,
      [ana.user.id],
    )
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      const from = `10.1.${i}.7`
      const response = await ana.post(`/posts/${rows[0].id}/comments`, { content: `Said ${i}` }, from)
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual([...Array(60).fill(201), 429])
    const bea = await signInNewMember(suite, connection)
    expect((await bea.post(`/posts/${rows[0].id}/comments`, { content: 'Mine' }, '10.2.0.1')).statusCode).toBe(201)
  })
})

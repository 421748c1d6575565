import { expect, it } from 'vitest'
import type { CommentReplyId } from '#server/database/tables.generated.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { memberOf } from '#test/member.ts'
import { writeReplyMail } from './reply-mail.ts'

const MISSING = 2_000_000_000
const REPLY = '/post/comments/reply'

databaseTest('comments', (connection) => {
  const suite = appForSuite(connection)
  const member = (firstName = 'Ana') => memberOf(suite, connection, { firstName })
  const postOf = async (author: Awaited<ReturnType<typeof member>>, visibility = 'public'): Promise<number> => {
    const { rows } = await connection().pool.query(
      `insert into posts (user_id, title, language, visibility) values ($1, 'Foils', 'en', $2) returning id`,
      [author.user.id, visibility],
    )
    return rows[0].id
  }
  const commentsOf = async (id: number) => (await browserOf(suite).get(`/posts/${id}.json`)).json().comments
  const queuedReplies = async (): Promise<number[]> => {
    const { rows } = await connection().pool.query(
      `select data from pgboss.job where name = 'mail' and data->>'mail' = 'comment_reply' order by created_on`,
    )
    return rows.map(({ data }) => data.reply_id)
  }

  it('a comment is plain text with its author’s name, and stands under the post', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await postOf(ana)
    const answer = await bea.post(`/posts/${id}/comments`, { content: ' <b>Lovely</b>\nwork ', user_id: ana.user.id })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ author: { name: 'Bea R.' }, content: '<b>Lovely</b>\nwork', replies: [] })
    expect(await commentsOf(id)).toEqual([answer.json()])
  })

  it('a reply stands under its comment and is told to the comment’s author, not to the one who writes it', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await postOf(ana)
    const comment = (await bea.post(`/posts/${id}/comments`, { content: 'Which developer?' })).json()
    const own = await bea.post(REPLY, { comment_id: comment.id, content: 'I mean the volume.' })
    expect(own.statusCode).toBe(201)
    expect(await queuedReplies()).toEqual([])
    const reply = (await ana.post(REPLY, { comment_id: comment.id, content: 'Ten <volume>.' })).json()
    expect(await commentsOf(id)).toEqual([{ ...comment, replies: [own.json(), reply] }])
    expect(await queuedReplies()).toEqual([reply.id])

    const mail = await writeReplyMail(suite().services, reply.id)
    expect(mail).toMatchObject({ to: bea.user.email, subject: 'Ana R. replied to your comment' })
    expect(mail?.text).toContain(`/posts/${id}#comment-${comment.id}`)
    expect(mail?.text).toContain('Ten <volume>.')
    expect(mail?.html).toContain('Ten &lt;volume&gt;.')
    await connection().pool.query('delete from comments where id = $1', [comment.id])
    expect(await writeReplyMail(suite().services, reply.id as CommentReplyId)).toBeUndefined()
  })

  it('there is no reply to a reply', async () => {
    const [ana, bea] = [await member(), await member('Bea')]
    const id = await postOf(ana)
    await bea.post(`/posts/${id}/comments`, { content: 'First' })
    const comment = (await bea.post(`/posts/${id}/comments`, { content: 'Second' })).json()
    // Its id is moved to where no comment has one.
    await connection().pool.query('alter table comment_replies alter column id restart with 900000')
    const reply = (await ana.post(REPLY, { comment_id: comment.id, content: 'Reply' })).json()
    expect((await bea.post(REPLY, { comment_id: reply.id, content: 'Deeper' })).statusCode).toBe(404)
  })

  it.each(['', '   ', undefined])('content %j is asked for in the specification’s words', async (content) => {
    const ana = await member()
    const id = await postOf(ana)
    for (const [url, more] of [
      [`/posts/${id}/comments`, {}],
      [REPLY, { comment_id: 1 }],
    ] as const) {
      const answer = await ana.post(url, { ...more, content })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { content: 'Content is required' }])
    }
  })

  it('5,000 characters are kept and one more is not', async () => {
    const ana = await member()
    const url = `/posts/${await postOf(ana)}/comments`
    expect((await ana.post(url, { content: 'x'.repeat(5000) })).statusCode).toBe(201)
    expect((await ana.post(url, { content: 'x'.repeat(5001) })).statusCode).toBe(422)
  })

  it('under a post that is not public, or not there, nobody comments and nobody replies', async () => {
    const ana = await member()
    const id = await postOf(ana)
    const comment = (await ana.post(`/posts/${id}/comments`, { content: 'Early' })).json()
    await connection().pool.query(`update posts set visibility = 'waiting' where id = $1`, [id])
    const answers = [
      await ana.post(`/posts/${id}/comments`, { content: 'Late' }),
      await ana.post(`/posts/${MISSING}/comments`, { content: 'Late' }),
      await ana.post(REPLY, { comment_id: comment.id, content: 'Late' }),
      await ana.post(REPLY, { comment_id: MISSING, content: 'Late' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  })

  it('guests are asked to sign in', async () => {
    const id = await postOf(await member())
    const guest = browserOf(suite)
    expect((await guest.post(`/posts/${id}/comments`, { content: 'Hello' })).statusCode).toBe(401)
    expect((await guest.post(REPLY, { comment_id: 1, content: 'Hello' })).statusCode).toBe(401)
    expect(await commentsOf(id)).toEqual([])
  })

  it('a bare form is sent back to the comment', async () => {
    const ana = await member()
    const id = await postOf(ana)
    const html = { accept: 'text/html' }
    const commented = await ana.post(`/posts/${id}/comments`, { content: 'Hello' }, '127.0.0.1', html)
    const [comment] = await commentsOf(id)
    const replied = await ana.post(REPLY, { comment_id: comment.id, content: 'You' }, '127.0.0.1', html)
    for (const answer of [commented, replied]) {
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `/posts/${id}#comment-${comment.id}`])
    }
  })
})

databaseTest('comments with the shipped limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })

  it('comments and replies are counted together: the twenty-first within a minute is too much', async () => {
    const ana = await memberOf(suite, connection)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) {
      const answer =
        i % 2 === 0
          ? await ana.post(`/posts/${MISSING}/comments`, { content: 'x' })
          : await ana.post(REPLY, { comment_id: MISSING, content: 'x' })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(404), 429])
  })
})

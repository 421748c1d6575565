import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SESSIONS_CHANGED } from '#server/account/session-cache.ts'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { waitFor } from '#test/wait.ts'

databaseTest('pages of posts', (connection, engine) => {
  const heard: (string[] | 'all')[] = []
  let watch: ChangeWatch
  let userId = 0
  const run = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  /** Heard as this process's own commit, tag by tag; from PostgreSQL then as anybody's change, all tags of it together. */
  const expectTags = (...tags: string[]) =>
    waitFor(() => {
      expect(new Set(heard.flat())).toEqual(new Set(tags))
      const together = heard.filter((one) => one !== 'all' && one.toSorted().join() === tags.toSorted().join())
      if (engine === 'postgres') expect(together.length).toBeGreaterThanOrEqual(tags.length === 1 ? 2 : 1)
    })

  beforeAll(async () => {
    userId = (await makeUser(connection().db)).id
    watch = await watchChanges(connection(), (tags) => heard.push(tags))
  })
  afterAll(() => watch.close())
  beforeEach(() => {
    heard.length = 0
  })

  test('a new post changes the lists', async () => {
    await run(`insert into posts (user_id, title, language, visibility) values ($1, 'Foils', 'en', 'public')`, [userId])
    await expectTags('posts')
  })

  test('a changed post changes its page and the lists', async () => {
    await run(`update posts set title = 'Foils again'`)
    await expectTags('post:1', 'posts')
  })

  test('a comment, and then a reply, changes the page of the post', async () => {
    await run(`insert into comments (post_id, user_id, content) values (1, $1, 'Nice')`, [userId])
    await expectTags('post:1')
    heard.length = 0
    await run(`insert into comment_replies (comment_id, user_id, content) values (1, $1, 'Thanks')`, [userId])
    await expectTags('post:1')
  })

  test('an author’s new name changes every page that shows authors; another phone number changes none', async () => {
    await run(`update users set first_name = 'Anna'`)
    // The second is for whoever knows a session from memory; no page has it.
    await expectTags('authors', SESSIONS_CHANGED)
    heard.length = 0
    await run(`update users set phone_number = '1'`)
    await pause(700)
    expect(heard).toEqual([])
  })

  test('a removed comment takes its replies along, a removed post everything', async () => {
    await run('delete from comments')
    await expectTags('post:1')
    expect((await run('select 1 from comment_replies')).rowCount).toBe(0)
    heard.length = 0
    await run('delete from posts')
    await expectTags('post:1', 'posts')
  })
})

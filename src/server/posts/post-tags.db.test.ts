import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SESSIONS_CHANGED } from '#server/customers/session-cache.ts'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { waitFor } from '#test/wait.ts'

databaseTest('cache tags of posts', (connection, engine) => {
  const notifications: (string[] | 'all')[] = []
  let watch: ChangeWatch
  let userId = 0
  const run = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  /**
   * The process notifies itself of its own commit tag by tag; PostgreSQL then sends all tags together, as for any
   * change.
   */
  const expectTags = (...tags: string[]) =>
    waitFor(() => {
      expect(new Set(notifications.flat())).toEqual(new Set(tags))
      const together = notifications.filter((one) => one !== 'all' && one.toSorted().join() === tags.toSorted().join())
      if (engine === 'postgres') expect(together.length).toBeGreaterThanOrEqual(tags.length === 1 ? 2 : 1)
    })

  beforeAll(async () => {
    userId = (await makeUser(connection().db)).id
    watch = await watchChanges(connection(), (tags) => notifications.push(tags))
  })
  afterAll(() => watch.close())
  beforeEach(() => {
    notifications.length = 0
  })

  test('a new post invalidates the lists', async () => {
    await run(`insert into posts (user_id, title, language, visibility) values ($1, 'Foils', 'en', 'public')`, [userId])
    await expectTags('posts')
  })

  test('a changed post invalidates its page and the lists', async () => {
    await run(`update posts set title = 'Foils again'`)
    await expectTags('post:1', 'posts')
  })

  test('a comment or a reply invalidates the page of the post', async () => {
    await run(`insert into comments (post_id, user_id, content) values (1, $1, 'Nice')`, [userId])
    await expectTags('post:1')
    notifications.length = 0
    await run(`insert into comment_replies (comment_id, user_id, content) values (1, $1, 'Thanks')`, [userId])
    await expectTags('post:1')
  })

  test('a changed author name invalidates every page with authors; a changed phone number invalidates none', async () => {
    await run(`update users set first_name = 'Anna'`)
    // The second tag is for the session cache; no page uses it.
    await expectTags('authors', SESSIONS_CHANGED)
    notifications.length = 0
    await run(`update users set phone_number = '1'`)
    await pause(700)
    expect(notifications).toEqual([])
  })

  test('deleting a comment deletes its replies, and deleting a post deletes everything', async () => {
    await run('delete from comments')
    await expectTags('post:1')
    expect((await run('select 1 from comment_replies')).rowCount).toBe(0)
    notifications.length = 0
    await run('delete from posts')
    await expectTags('post:1', 'posts')
  })
})

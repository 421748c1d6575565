import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { openSecondaryPool, secondaryPoolOptions } from '#server/platform/database/connect.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeSessions, SESSIONS_CHANGED } from './session-cache.ts'
import { endAllSessions, endSession, openSession } from './sessions.ts'

databaseTest('the session cache', (connection) => {
  const sessions = () => cache
  let cache: ReturnType<typeof makeSessions>
  let watch: ChangeWatch
  beforeAll(async () => {
    cache = makeSessions(connection().db)
    watch = await watchChanges(connection(), (tags) => {
      if (tags === 'all' || tags.includes(SESSIONS_CHANGED)) cache.forgetAll()
    })
  })
  afterAll(() => watch.close())

  const signIn = async (): Promise<{ token: string; userId: UserId }> => {
    const { id: userId } = await makeUser(connection().db)
    return { userId, token: await inTransaction(connection().db, (trx) => openSession(trx, userId)) }
  }
  const findName = async (token: string) => (await sessions().find(token))?.user.first_name

  test('queries the database once within its lifetime', async () => {
    const { token, userId } = await signIn()
    // Freezes the clock of the cache, because an entry could expire too early on a busy machine.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    expect((await sessions().find(token))?.user.id).toBe(userId)
    // Bypasses every trigger, so a session found now comes from the cache.
    await connection().pool.query('begin; set local session_replication_role = replica; delete from sessions; commit')
    expect((await sessions().find(token))?.user.id).toBe(userId)
    expect(await sessions().find('another')).toBeUndefined()
  })

  test('has dropped a session when the call that ended it returns', async () => {
    const signedIn = await signIn()
    await findName(signedIn.token)
    await inTransaction(connection().db, (trx) => endSession(trx, signedIn.token))
    expect(await findName(signedIn.token)).toBeUndefined()

    const everywhere = await signIn()
    await findName(everywhere.token)
    await inTransaction(connection().db, (trx) => endAllSessions(trx, everywhere.userId))
    expect(await findName(everywhere.token)).toBeUndefined()

    const suspended = await signIn()
    await findName(suspended.token)
    await connection().db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute()
    expect(await findName(suspended.token)).toBeUndefined()
  })

  test('returns the new name as soon as it is saved', async () => {
    const { token, userId } = await signIn()
    await findName(token)
    await connection().db.updateTable('users').set({ first_name: 'Renamed' }).where('id', '=', userId).execute()
    expect(await findName(token)).toBe('Renamed')
  })

  test('drops a session ended by another process within a second, even without a change notification', async () => {
    const { db, pool, engine } = connection()
    const unnotified = makeSessions(db)
    const { token } = await signIn()
    expect(await unnotified.find(token)).toBeDefined()
    const secondary = openSecondaryPool(secondaryPoolOptions({ pool, engine }))
    await inTransaction(secondary.db, (trx) => endSession(trx, token))
    await secondary.close()
    await pause(1_000)
    expect(await unnotified.find(token)).toBeUndefined()
  })

  test('does not store a session that ends while it is being read', async () => {
    const { token } = await signIn()
    const reading = sessions().find(token)
    sessions().forgetAll()
    expect(await reading).toBeDefined()
    await connection().pool.query('begin; set local session_replication_role = replica; delete from sessions; commit')
    expect(await sessions().find(token)).toBeUndefined()
  })
})

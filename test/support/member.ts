import { openSession } from '#server/customers/sessions.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { appForSuite } from './app.ts'
import { browserOf } from './browser.ts'
import { makeUser } from './factories.ts'

/** The browser of a new signed-in user. */
export async function signInNewMember(
  suite: ReturnType<typeof appForSuite>,
  connection: () => Connection,
  overrides: Parameters<typeof makeUser>[1] = {},
) {
  const user = await makeUser(connection().db, overrides)
  const browser = browserOf(suite)
  browser.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, user.id)))
  return { ...browser, user }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { startDedicatedShop } from './dedicated-shop.ts'
import { commandOn } from './journey.ts'
import { chooseMethods } from './payouts.ts'

const table = (name: string) => new URL(`../../docs/plan/example-1/${name}.csv`, import.meta.url).pathname

export type ExampleMonth = Awaited<ReturnType<typeof startExampleMonth>>

/**
 * A dedicated shop whose first month, 2026-03, is the plan's first worked example and not closed yet; everyone has a
 * payout method. An owner, a manager and one member are signed in, as through an emailed link.
 */
export async function startExampleMonth({
  memberNo,
  prepare,
}: {
  memberNo: string
  /** Runs before there is any staff who would have to approve it. */
  prepare?: (command: (...words: string[]) => Promise<string>) => Promise<unknown>
}) {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-example-'))
  const { url, stop: stopShop } = await startDedicatedShop({ dataDir: folder })
  const command = (...words: string[]) => commandOn(folder, ...words)
  const stop = async () => {
    await stopShop()
    await rm(folder, { recursive: true })
  }
  const tokens = { owner: makeToken(), manager: makeToken(), member: makeToken() }
  const plant = async () => {
    await command('import', 'members', table('members'))
    await command('import', 'orders', table('orders'))
    await command('month', 'skip-until', '2026-03')
    await prepare?.(command)
    return signIn(folder, memberNo, tokens)
  }
  const memberId = await plant().catch(async (fault) => {
    await stop()
    throw fault
  })
  const cookieOf = (who: keyof Tokens) => ({ name: who === 'member' ? 'session' : 'staff', value: tokens[who], url })
  return {
    url,
    folder,
    memberId,
    command,
    cookieOf,
    /** Opens a page in a separate browser context. */
    async pageOf(browser: Browser, who: keyof Tokens): Promise<Page> {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
      await context.addCookies([cookieOf(who)])
      return context.newPage()
    },
    stop,
  }
}

type Tokens = Record<'owner' | 'manager' | 'member', string>

/** Returns the member's id. */
async function signIn(dataDir: string, memberNo: string, tokens: Tokens): Promise<number> {
  const connection = await openDatabase({ databaseUrl: '', dataDir, mode: 'join' })
  const { pool } = connection
  for (const role of ['owner', 'manager'] as const) {
    await pool.query(
      `with added as (insert into staff (email, name, role, password_hash) values ($1, '', $2, 'none') returning id)
       insert into staff_sessions (token_hash, staff_id) select $3, id from added`,
      [`${role}@staff.example`, role, hashToken(tokens[role])],
    )
  }
  const { rows } = await pool.query(
    'insert into sessions (token_hash, user_id) select $1, id from users where member_no = $2 returning user_id',
    [hashToken(tokens.member), memberNo],
  )
  await chooseMethods(connection)
  await connection.close()
  return rows[0].user_id
}

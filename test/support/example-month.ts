import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { startDedicatedShop } from './dedicated-shop.ts'
import { runCommandOn } from './e2e-helpers.ts'
import { setPayoutMethods } from './payouts.ts'

const tablePath = (name: string) => new URL(`../../docs/plan/example-1/${name}.csv`, import.meta.url).pathname

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
  /** Runs before any staff member exists who would have to approve it. */
  prepare?: (command: (...args: string[]) => Promise<string>) => Promise<unknown>
}) {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-example-'))
  const { url, stop: stopShop } = await startDedicatedShop({ dataDir: folder })
  const command = (...args: string[]) => runCommandOn(folder, ...args)
  const stop = async () => {
    await stopShop()
    await rm(folder, { recursive: true })
  }
  const tokens = { owner: makeToken(), manager: makeToken(), member: makeToken() }
  const setUp = async () => {
    await command('import', 'members', tablePath('members'))
    await command('import', 'orders', tablePath('orders'))
    await command('month', 'skip-until', '2026-03')
    await prepare?.(command)
    return signIn(folder, memberNo, tokens)
  }
  const memberId = await setUp().catch(async (error) => {
    await stop()
    throw error
  })
  const cookieOf = (role: keyof Tokens) => ({ name: role === 'member' ? 'session' : 'staff', value: tokens[role], url })
  return {
    url,
    folder,
    memberId,
    command,
    cookieOf,
    /** Opens a page in a separate browser context. */
    async openPage(browser: Browser, role: keyof Tokens): Promise<Page> {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
      await context.addCookies([cookieOf(role)])
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
  await setPayoutMethods(connection)
  await connection.close()
  return rows[0].user_id
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { copyDataDir } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeProgram, runCommandLine } from './run.ts'

/** Changes nothing of the shop, and shows no more than the terminal's owner may see anyway. */
const READS = 'reads'
/** Its entry is proven in another test, which has what the command needs. */
const elsewhere = (test: string) => ({ test })

/** What each command leaves in the audit log, and words that make it do so. */
const DECIDED: Record<string, typeof READS | { test: string } | { action: string; words: string[] }> = {
  'import products': { action: 'products.imported', words: ['products.csv'] },
  'import members': { action: 'members.imported', words: ['members.csv'] },
  'import orders': { action: 'orders.imported', words: ['orders.csv'] },
  'import returns': { action: 'returns.imported', words: ['returns.csv'] },
  'export products': { action: 'products.exported', words: ['out.csv'] },
  'export members': { action: 'members.exported', words: ['out.csv'] },
  'export orders': { action: 'orders.exported', words: ['out.csv'] },
  'mails preview': READS,
  'mails list': READS,
  'mails retry': { action: 'mail.retried', words: ['--all'] },
  'order set': elsewhere('src/server/order'),
  'order show': READS,
  'order overpaid': READS,
  'order pay': elsewhere('src/server/payment'),
  'order correct': elsewhere('src/server/payment'),
  'order clear': elsewhere('src/server/payment'),
  'order refund': elsewhere('src/server/payment'),
  'order reinstate': elsewhere('src/server/payment'),
  'order return': elsewhere('src/server/return'),
  'order pack': elsewhere('src/server/fulfillment'),
  'order ship': elsewhere('src/server/fulfillment'),
  'order deliver': elsewhere('src/server/fulfillment'),
  'order ready': elsewhere('src/server/fulfillment'),
  'order pick-up': elsewhere('src/server/fulfillment'),
  'order unpack': elsewhere('src/server/fulfillment'),
  'order slip': READS,
  'order label': READS,
  'order pick-list': READS,
  'order due': elsewhere('src/server/unpaid'),
  'order claim-settle': elsewhere('src/server/unpaid'),
  'notices import': { action: 'notices.imported', words: ['notices.csv'] },
  'notices paste': elsewhere('src/server/notice'),
  'notices list': READS,
  'notices book': elsewhere('src/server/notice'),
  'notices set-aside': { action: 'notice.set_aside', words: ['1', '--reason', 'Interest of the bank'] },
  'notices undo': { action: 'notice.undone', words: ['1', '--reason', 'A mistake'] },
  'stock receive': elsewhere('src/server/catalog'),
  'stock count': elsewhere('src/server/catalog'),
  'stock correct': elsewhere('src/server/catalog'),
  'stock damage': elsewhere('src/server/catalog'),
  'stock history': READS,
  'stock low': READS,
  'stock due': READS,
  'certificate list': READS,
  'certificate add': elsewhere('src/server/checkout'),
  'certificate approve': elsewhere('src/server/checkout'),
  'certificate refuse': elsewhere('src/server/checkout'),
  'certificate end': elsewhere('src/server/checkout'),
  'user two-step-off': { action: 'member.second_factor_removed', words: ['ann@example.com'] },
  'user set': { action: 'member.changed', words: ['ann@example.com', '--type', 'franchise'] },
  'staff list': READS,
  'staff add': { action: 'staff.added', words: ['clerk@example.com', '--role', 'clerk', '--reason', 'New here.'] },
  'staff set': elsewhere('src/server/staff'),
  'staff reset-password': elsewhere('src/server/staff'),
  'staff reset-second-factor': elsewhere('src/server/staff'),
  todo: READS,
  'month preview': READS,
  'month close': elsewhere('run.db.test.ts'),
  'month skip-until': { action: 'month.skipped', words: ['2026-02'] },
  'month pay': elsewhere('run.db.test.ts'),
  'plan list': READS,
  'plan save': { action: 'plan.saved', words: ['levels.csv', '--from', '2099-01'] },
  'tax list': READS,
  'tax set': { action: 'tax.set', words: ['NY', '8.875'] },
  'tax remove': { action: 'tax.removed', words: ['NY'] },
  demo: elsewhere('run.db.test.ts'),
  verify: READS,
  backup: READS,
  restore: elsewhere('run.db.test.ts'),
  'audit list': READS,
  'audit export': { action: 'audit_entries.exported', words: ['out.csv'] },
  'settings list': READS,
  'settings get': READS,
  'settings set': { action: 'setting.changed', words: ['minimum_payout', '12.50'] },
}

const nameAll = (command: Command, above: string[] = []): string[] =>
  command.commands.flatMap((one) => {
    const path = [...above, one.name()]
    return one.commands.length > 0 ? nameAll(one, path) : [path.join(' ')]
  })

describe('what the command line does', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-audited-'))
  let dataDir = ''
  let running: Connection
  const latest = async () =>
    (
      await running.pool.query(
        `select actor_kind, actor_name, action, subject_kind, subject_id, payload from audit_entries join audit_payloads
           on entry_id = id order by id desc limit 1`,
      )
    ).rows[0]
  const shop = (words: string[]) =>
    runCommandLine(['node', 'shop', ...words], { DATA_DIR: dataDir, INIT_CWD: folder, PATH: process.env.PATH })

  beforeAll(async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    dataDir = await copyDataDir()
    running = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
    const { id } = await makeUser(running.db, { email: 'ann@example.com' })
    await running.pool.query(
      `insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())`,
      [id],
    )
    await running.pool.query(`insert into undelivered_mails (id, payload, queued_at, tries, reason)
      values (gen_random_uuid(), '{"mail": "reset_password", "user_id": 1}', now(), 30, 'refused')`)
    const files = {
      'products.csv': 'Handle,Title,Variant Price\npot,Pot,9.99\n',
      'members.csv':
        'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on\nA,,member,active,Ada,Example,a@network.example,,2026-01-05\n',
      'orders.csv': 'order_no,member_no,kind,completed_at,cv,pv,canceled_at\n',
      'notices.csv': 'Date,Description,Amount\n11/20/2026,Zelle from ANA REYES,12.00\n',
      'returns.csv': 'order_no,returned_at,cv,pv\n',
      'levels.csv': readFileSync(new URL('../../../docs/plan/levels.csv', import.meta.url), 'utf8'),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await running.close()
    rmSync(folder, { recursive: true })
    rmSync(dataDir, { recursive: true })
  })

  it('is decided for every command there is', () => {
    const missing = 'Say in DECIDED what the command leaves in the audit log, or that it only reads'
    expect(nameAll(makeProgram({}).program).sort(), missing).toEqual(Object.keys(DECIDED).sort())
  })

  const tried = Object.entries(DECIDED).flatMap(([name, decided]) =>
    decided !== READS && 'words' in decided ? [[name, decided] as const] : [],
  )
  it.each(tried)('leaves an entry: %s', async (name, { action, words }) => {
    expect(await shop([...name.split(' '), ...words, '--by', 'Owner@Example.com'])).toBe(0)
    expect(await latest()).toMatchObject({ actor_kind: 'command_line', actor_name: 'owner@example.com', action })
  })

  it('says what a setting was and is', async () => {
    await shop(['settings', 'set', 'minimum_payout', '13'])
    expect(await latest()).toMatchObject({
      actor_name: 'command line',
      subject_kind: 'setting',
      subject_id: 'minimum_payout',
      payload: { before: { value: expect.any(String) }, after: { value: expect.any(String) } },
    })
  })

  it('is sealed before the command ends', async () => {
    await shop(['settings', 'set', 'minimum_payout', '14'])
    const { rows } = await running.pool.query('select count(*)::int as remaining from audit_unsealed')
    expect(rows).toEqual([{ remaining: 0 }])
    expect(await shop(['verify'])).toBe(0)
  })

  it('refuses a --by that is no email, and then does nothing', async () => {
    const before = await latest()
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await shop(['settings', 'set', 'minimum_payout', '15', '--by', 'me'])).toBe(1)
    expect(await latest()).toEqual(before)
  })
})

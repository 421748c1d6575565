import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { auditActionsByCommand } from '#test/audited-commands.ts'
import { copyDataDir } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeProgram, runCommandLine } from './run.ts'

const listCommandNames = (command: Command, parents: string[] = []): string[] =>
  command.commands.flatMap((subcommand) => {
    const path = [...parents, subcommand.name()]
    return subcommand.commands.length > 0 ? listCommandNames(subcommand, path) : [path.join(' ')]
  })

describe('audited commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-audited-'))
  let dataDir = ''
  let running: Connection
  let order = ''
  const readLatestEntry = async () =>
    (
      await running.pool.query(
        `select actor_kind, actor_name, action, subject_kind, subject_id, payload from audit_entries join audit_payloads
           on entry_id = id order by id desc limit 1`,
      )
    ).rows[0]
  const shop = (args: string[], dir = dataDir) =>
    runCommandLine(['node', 'shop', ...args], { DATA_DIR: dir, INIT_CWD: folder, PATH: process.env.PATH })
  const placeOrder = async () => {
    const jobs = await startJobs(running, (error) => {
      throw error
    })
    const { id } = await makeProduct(running.db)
    const placed = await submit(running.db, jobs, { cartOwner: await fillCart(running.db, [{ id, quantity: 3 }]) })
    await jobs.stop()
    if (!placed.ok) throw new Error(placed.refusal.code)
    return placed.orderId
  }

  beforeAll(async () => {
    dataDir = await copyDataDir()
    running = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
    const { id } = await makeUser(running.db, { email: 'ann@example.com' })
    await running.pool.query(
      `insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())`,
      [id],
    )
    await running.pool.query(`insert into undelivered_mails (id, payload, queued_at, tries, reason)
      values (gen_random_uuid(), '{"mail": "reset_password", "user_id": 1}', now(), 30, 'refused')`)
    order = String(await placeOrder())
    const files = {
      'products.csv': 'Handle,Title,Variant Price\npot,Pot,9.99\n',
      'members.csv':
        'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on\nA,,member,active,Ada,Example,a@network.example,,2026-01-05\n',
      'orders.csv': 'order_no,member_no,kind,completed_at,cv,pv,canceled_at\n',
      'bank.csv': 'Date,Description,Amount\n11/20/2026,Zelle from ANA REYES,12.00\n',
      'returns.csv': 'order_no,returned_at,cv,pv\n',
      'levels.csv': readFileSync(new URL('../../../docs/plan/levels.csv', import.meta.url), 'utf8'),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await running.close()
    rmSync(folder, { recursive: true })
    rmSync(dataDir, { recursive: true })
  })

  it('cover every existing command', () => {
    const missing = 'Add the command to auditActionsByCommand with its audit action, or as read-only'
    expect(listCommandNames(makeProgram({}).program).sort(), missing).toEqual(Object.keys(auditActionsByCommand).sort())
  })

  const auditedCommands = Object.entries(auditActionsByCommand).flatMap(([name, expected]) =>
    typeof expected === 'string' ? [] : [[name, expected] as const],
  )
  it.each(auditedCommands)('leave an entry: %s', async (name, { action, args }) => {
    const { rows } = await running.pool.query('select coalesce(max(id), 0) as last from audit_entries')
    expect(
      await shop([...name.split(' '), ...args.replace('{order}', order).split(' '), '--by', 'Owner@Example.com']),
    ).toBe(0)
    const entries = await running.pool.query(
      'select actor_kind, actor_name, action from audit_entries where id > $1 order by id',
      [rows[0].last],
    )
    expect(entries.rows).toContainEqual({ actor_kind: 'command_line', actor_name: 'owner@example.com', action })
    // All other entries of the command have the same actor.
    expect(new Set(entries.rows.map(({ actor_name }) => actor_name))).toEqual(new Set(['owner@example.com']))
  })

  it('leave an entry in the shop they create: demo and restore', async () => {
    const readLatestShopEntry = async (dir: string) => {
      const { pool, close } = await openDatabase({ databaseUrl: undefined, dataDir: dir, mode: 'join' })
      const { rows } = await pool.query(
        `select actor_name, action from audit_entries where action like 'shop.%' order by id desc limit 1`,
      )
      await close()
      return rows[0]
    }
    const filledDir = await copyDataDir()
    const restoredDir = join(folder, 'restored')
    try {
      expect(await shop(['demo', '--by', 'owner@example.com'], filledDir)).toBe(0)
      expect(await readLatestShopEntry(filledDir)).toEqual({
        actor_name: 'owner@example.com',
        action: 'shop.demo_loaded',
      })
      expect(await shop(['backup', 'shop.tar.gz'])).toBe(0)
      expect(existsSync(restoredDir)).toBe(false)
      expect(await shop(['restore', 'shop.tar.gz', '--by', 'owner@example.com'], restoredDir)).toBe(0)
      expect(await readLatestShopEntry(restoredDir)).toEqual({
        actor_name: 'owner@example.com',
        action: 'shop.restored',
      })
    } finally {
      rmSync(filledDir, { recursive: true })
    }
  }, 300_000)

  it('record the old and the new value of a setting', async () => {
    await shop(['settings', 'set', 'minimum_payout', '13'])
    expect(await readLatestEntry()).toMatchObject({
      actor_name: 'command line',
      subject_kind: 'setting',
      subject_id: 'minimum_payout',
      payload: { before: { value: expect.any(String) }, after: { value: expect.any(String) } },
    })
  })

  it('are sealed before the command ends', async () => {
    await shop(['settings', 'set', 'minimum_payout', '14'])
    const { rows } = await running.pool.query('select count(*)::int as remaining from audit_unsealed')
    expect(rows).toEqual([{ remaining: 0 }])
    expect(await shop(['verify'])).toBe(0)
  })

  it('do nothing if --by is not an email', async () => {
    const before = await readLatestEntry()
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await shop(['settings', 'set', 'minimum_payout', '15', '--by', 'me'])).toBe(1)
    expect(await readLatestEntry()).toEqual(before)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { copyDataDir, databaseTest, type Engine, openEmptyPostgres, openTestDatabase } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { makeStaff } from '#test/staff.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const program = fileURLToPath(new URL('../../shop.ts', import.meta.url))
const SECRET = 'a secret of the shop that is backed up'
const UNUSUAL_TEXT = 'a tab\t, a break\n, a return\r, \\N, \\., “quotes” {braces} and \\backslashes\\'
const engines: Engine[] = process.env.TEST_DATABASE_URL ? ['embedded', 'postgres'] : ['embedded']

databaseTest('a backup', (_, engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-backup-'))
  const path = (name: string) => join(folder, name)
  let dataDir = ''
  let source: Connection
  beforeAll(async () => {
    dataDir = engine === 'embedded' ? await copyDataDir() : path('source')
    source =
      engine === 'embedded'
        ? await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
        : await openTestDatabase('postgres')
    await createSampleData(source, dataDir)
  })
  afterAll(async () => {
    await source.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  const jobs = jobsForSuite(() => source)
  const backUp = (name: string, withSecret = false) =>
    makeBackup(source, { dataDir, secret: SECRET }, path(name), { withSecret })

  it('restores the same shop on either engine: every row, every file, the next sequence numbers', async () => {
    await submit(source.db, jobs(), { cartOwner: await fillCart(source.db, [{ id: 1 }]) })
    await backUp('same.tar.gz')
    expect(statSync(path('same.tar.gz')).mode & 0o777).toBe(0o600)
    for (const target of engines) {
      await withTarget(target, path(`same-${target}`), async (restored) => {
        const result = await restoreBackup(path('same.tar.gz'), restored.options)
        const sealed = { secondFactors: 1, staffSecondFactors: 1, guestOrders: 1 }
        expect(result).toMatchObject({ ok: true, heldMails: 2, sealed })
        const connection = await restored.open()
        const before = await readAllTables(source.pool)
        const { undelivered_mails: heldMails, ...after } = await readAllTables(connection.pool)
        // A restore ends all sessions and links.
        const emptied = { sessions: [], staff_sessions: [], password_links: [], staff_links: [] }
        expect(after).toEqual({ ...before, ...emptied, undelivered_mails: undefined })
        expect(heldMails).toMatchObject([{ tries: 0 }, { tries: 0 }])
        expect((heldMails as { payload: { mail: string } }[]).map(({ payload }) => payload.mail).sort()).toEqual([
          'order_placed',
          'order_received',
        ])
        for (const file of readdirSync(join(dataDir, 'uploads'))) {
          const [original, copy] = [dataDir, restored.dataDir].map((dir) => readFileSync(join(dir, 'uploads', file)))
          expect(copy?.equals(original ?? Buffer.of())).toBe(true)
        }
        expect(existsSync(join(restored.dataDir, 'restoring'))).toBe(false)
        expect((await verifyShop(connection.db, restored.dataDir)).findings).toEqual([])
        // Triggers and foreign keys are active again.
        const user = await makeUser(connection.db)
        expect(
          await connection.db.selectFrom('sponsorships').where('member_id', '=', user.id).selectAll().execute(),
        ).toHaveLength(1)
        await expect(
          connection.pool.query(
            'insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents) values (999, 1, 1, 1, 1)',
          ),
        ).rejects.toThrow(/cart_line_items_cart_id_fkey/)
      })
    }
  }, 240_000)

  it('contains every order acknowledged before it began, and only complete ones, while others are being placed', async () => {
    const placed: number[] = []
    let isRunning = true
    const buying = (async () => {
      while (isRunning) {
        const order = await submit(source.db, jobs(), { cartOwner: await fillCart(source.db, [{ id: 1 }]) })
        if (order.ok) placed.push(order.orderId)
      }
    })()
    await pause(200)
    const acknowledged = placed.length
    const { manifest } = await backUp('busy.tar.gz')
    isRunning = false
    await buying
    await withTarget(engine, path('busy'), async (restored) => {
      expect(await restoreBackup(path('busy.tar.gz'), restored.options)).toMatchObject({ ok: true })
      const connection = await restored.open()
      const { rows } = await connection.pool.query('select id from orders order by id')
      expect(rows).toHaveLength(manifest.tables.orders?.rows ?? 0)
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(placed.slice(0, acknowledged)))
      expect((await verifyShop(connection.db, restored.dataDir)).findings).toEqual([])
    })
  })

  it('does not resume a newsletter that was being sent, because its recipients since the backup are unknown', async () => {
    const insertNewsletter = (state: 'sending' | 'sent') =>
      source.pool.query(
        `insert into newsletters (subject, body, made_by, changed_by, state, started_at, started_by, ended_at, token, heartbeat_at)
         values ('News', 'Hello.', 'owner', 'owner', $1, now(), 'owner', case $1 when 'sent' then now() end,
           case $1 when 'sending' then 'elsewhere:1:x' end, now())`,
        [state],
      )
    await insertNewsletter('sending')
    await insertNewsletter('sent')
    await backUp('newsletters.tar.gz')
    await source.pool.query('delete from newsletters')
    await withTarget(engine, path('newsletters'), async (restored) => {
      expect(await restoreBackup(path('newsletters.tar.gz'), restored.options)).toMatchObject({ stoppedNewsletters: 1 })
      const { rows } = await (await restored.open()).pool.query(
        'select state, stopped_by, token from newsletters order by id',
      )
      expect(rows).toEqual([
        { state: 'stopped', stopped_by: 'staff', token: null },
        { state: 'sent', stopped_by: null, token: null },
      ])
    })
  })

  it('restores the secret on request, replacing one that was just created', async () => {
    await backUp('with.tar.gz', true)
    await withTarget(engine, path('made-secret'), async (restored) => {
      writeFileSync(join(restored.dataDir, 'secret'), 'one that was created at the start of the restore')
      expect(await restoreBackup(path('with.tar.gz'), restored.options)).toMatchObject({ ok: true, sealed: undefined })
      expect(readFileSync(join(restored.dataDir, 'secret'), 'utf8')).toBe(SECRET)
      expect(statSync(join(restored.dataDir, 'secret')).mode & 0o777).toBe(0o600)
    })
  })

  it('never overwrites a file, and leaves none behind when it fails', async () => {
    writeFileSync(path('taken.tar.gz'), 'existing')
    await expect(backUp('taken.tar.gz')).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(path('taken.tar.gz'), 'utf8')).toBe('existing')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(readdirSync(join(dataDir, 'backup'))).toEqual(['lock.db'])
  })

  it('is refused when corrupt, before anything is changed', async () => {
    await backUp('whole.tar.gz')
    const whole = readFileSync(path('whole.tar.gz'))
    const flipped = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    flipped.fill('?', middle, middle + 64)
    writeFileSync(path('flipped.tar.gz'), flipped)
    writeFileSync(path('cut.tar.gz'), whole.subarray(0, whole.length - 100))
    writeFileSync(path('text.tar.gz'), 'no archive')
    await withTarget(engine, path('corrupt'), async (restored) => {
      for (const name of ['flipped', 'cut', 'text']) {
        const refused = await restoreBackup(path(`${name}.tar.gz`), restored.options)
        expect(refused).toMatchObject({ ok: false, refusal: { code: 'corrupt' } })
        expect(readdirSync(restored.dataDir)).toEqual([])
      }
    })
  })

  it('is never restored over existing data', async () => {
    await backUp('over.tar.gz')
    await withTarget(engine, path('over'), async (restored) => {
      writeFileSync(join(restored.dataDir, 'a file'), '')
      expect(await restoreBackup(path('over.tar.gz'), restored.options)).toEqual({
        ok: false,
        refusal: { code: 'directory_not_empty', names: ['a file'] },
      })
      rmSync(join(restored.dataDir, 'a file'))
      expect(await restoreBackup(path('over.tar.gz'), restored.options)).toMatchObject({ ok: true })
      if (engine === 'embedded') {
        expect(await restoreBackup(path('over.tar.gz'), restored.options)).toMatchObject({
          refusal: { code: 'directory_not_empty' },
        })
        return
      }
      // Another directory with the same database; and the directory as left by a restore that ends after the commit.
      const other = path('over-other')
      mkdirSync(other)
      const elsewhere = { ...restored.options, config: { ...restored.options.config, dataDir: other } }
      expect(await restoreBackup(path('over.tar.gz'), elsewhere)).toEqual({
        ok: false,
        refusal: { code: 'database_not_empty' },
      })
      mkdirSync(join(restored.dataDir, 'restoring'))
      rmSync(join(restored.dataDir, 'secret'), { force: true })
      expect(await restoreBackup(path('over.tar.gz'), restored.options)).toEqual({
        ok: false,
        refusal: { code: 'database_not_empty' },
      })
      expect(readdirSync(join(restored.dataDir, 'uploads'))).toEqual(readdirSync(join(dataDir, 'uploads')))
    })
  })

  it('a partial restore is not opened as a shop, and can be repeated', async () => {
    await backUp('killed.tar.gz')
    await withTarget(engine, path('killed'), async (restored) => {
      const { DATABASE_URL, DATA_DIR } = restored.environment
      const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, DEMO: '0' }
      const shop = (...args: string[]) =>
        spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const restoring = shop('restore', path('killed.tar.gz'))
      const emptied = once(restoring, 'exit')
      while (!existsSync(join(DATA_DIR, 'restoring')) && restoring.exitCode === null) await pause(1)
      restoring.kill('SIGKILL')
      await emptied
      const start = shop('verify')
      let stderr = ''
      start.stderr.on('data', (chunk) => {
        stderr += chunk
      })
      const [code] = await once(start, 'exit')
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^A restore into .* was broken off.*\n$/),
      })
      expect(await restoreBackup(path('killed.tar.gz'), restored.options)).toMatchObject({ ok: true })
      const connection = await restored.open()
      expect(await readAllTables(connection.pool)).toMatchObject({ orders: (await readAllTables(source.pool)).orders })
    })
  })
})

/** Creates a member with sealed and unusual values, and files that posts and products reference. */
async function createSampleData(source: Connection, dataDir: string): Promise<void> {
  const { db, pool } = source
  const user = await makeUser(db, { firstName: UNUSUAL_TEXT })
  await makeProduct(db, { name: UNUSUAL_TEXT, vendor: '', images: ['picture'] })
  await pool.query(`update products set tags = array['a,b', '', $1, 'null']`, [UNUSUAL_TEXT])
  await pool.query('insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, $2, now())', [
    user.id,
    Buffer.from([0, 9, 10, 13, 92, 255]),
  ])
  const { id: ownerId } = await makeStaff(db, 'owner')
  await pool.query('insert into staff_second_factors (staff_id, sealed_secret, confirmed_at) values ($1, $2, now())', [
    ownerId,
    Buffer.from([1]),
  ])
  await pool.query(`delete from users where id = (select id from users order by id desc limit 1 offset 1)`)
  await pool.query(
    `insert into posts (user_id, title, language, visibility, attachment_file, attachment_name)
     values ($1, 'A price list', 'en', 'public', 'attachment.pdf', 'prices.pdf')`,
    [user.id],
  )
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', 'attachment.pdf'), Buffer.from('%PDF \x00\xff\n', 'latin1'))
  writeFileSync(join(dataDir, 'uploads', 'picture-640.webp'), Buffer.alloc(300_000, 'webp'))
  writeFileSync(join(dataDir, 'uploads', 'empty.txt'), '')
}

/** Returns every row of every table as text, and the position of every sequence. */
async function readAllTables(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relname <> 'schema_migrations'`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name, kind } of rows) {
    const statement =
      kind === 'S' ? `select last_value, is_called from "${name}"` : `select * from "${name}" t order by t::text`
    contents[name] = (await pool.query(statement)).rows
  }
  return contents
}

type Target = {
  dataDir: string
  environment: { DATABASE_URL: string; DATA_DIR: string }
  options: Parameters<typeof restoreBackup>[1]
  open(): Promise<Connection>
}

/** Provides an empty directory and, for PostgreSQL, an empty database. */
async function withTarget(engine: Engine, dataDir: string, work: (target: Target) => Promise<void>): Promise<void> {
  mkdirSync(dataDir)
  const server = engine === 'postgres' ? await openEmptyPostgres() : undefined
  const databaseUrl = server?.url
  const opened: Connection[] = []
  try {
    await work({
      dataDir,
      environment: { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir },
      options: {
        config: { dataDir, databaseUrl, secret: 'the secret of the new shop', erasedList: join(dataDir, 'erased.txt') },
        secretIsGiven: false,
      },
      async open() {
        const connection = await openDatabase({ databaseUrl, dataDir, mode: 'serve' })
        opened.push(connection)
        return connection
      },
    })
  } finally {
    for (const connection of opened) await connection.close()
    await server?.close()
  }
}

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { copyDataDir } from '#test/database.ts'
import { readExportedMembers } from '#test/exported-members.ts'
import { runCommandLine } from './run.ts'

const program = fileURLToPath(new URL('../shop.ts', import.meta.url))

type CommandResult = { code: number; out: string; err: string }

// Most commands join a running shop's engine; those in the fresh directory open their own. Some tests run a real
// process (working directory, streams, exit code, its own copy of the program); the others run in this one, which has
// already loaded the program.
describe('the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-shop-'))
  let dataDir = ''
  let running: Connection

  beforeAll(async () => {
    dataDir = await copyDataDir()
    running = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  })
  afterAll(async () => {
    await running.close()
    rmSync(folder, { recursive: true })
    rmSync(dataDir, { recursive: true })
  })

  const createEnvironment = (overrides: Record<string, string>) => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    return { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, INIT_CWD: folder, ...overrides }
  }

  const runProcess = (args: string[], env: Record<string, string> = {}) =>
    new Promise<CommandResult>((resolve, reject) => {
      const options = { cwd: tmpdir(), env: createEnvironment(env) }
      execFile(process.execPath, [program, ...args], options, (error, out, err) => {
        if (error && typeof error.code !== 'number') reject(error)
        else resolve({ code: Number(error?.code ?? 0), out, err })
      })
    })

  const shop = async (args: string[], env: Record<string, string> = {}): Promise<CommandResult> => {
    const output = { stdout: '', stderr: '' }
    const spies = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        output[stream] += text
        return true
      }),
    )
    try {
      const code = await runCommandLine([process.execPath, program, ...args], createEnvironment(env))
      return { code, out: output.stdout, err: output.stderr }
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }

  test('imports a file relative to where the command was typed, and exports next to it', async () => {
    writeFileSync(join(folder, 'in.csv'), 'Handle,Title,Variant Price\npot,Pot,9.99\n')
    expect(await runProcess(['import', 'products', 'in.csv'])).toEqual({
      code: 0,
      out:
        'Imported in.csv: 1 added, 0 updated, 0 unchanged; 0 pictures stored.\nNew: 1\n  line 2: Pot (pot)\n' +
        'No picture that customers see: 1\n  line 2: Pot (pot)\nNo category: 1\n  line 2: Pot (pot)\n',
      err: '',
    })
    expect(await runProcess(['export', 'products', 'out.csv'])).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toMatch(
      /^Handle,Title,.*,Variant Barcode,.*,PV,Commissionable Share,Shelf,ID\npot,Pot,.*,9,100,,1\n$/,
    )
    expect(await runProcess(['verify'])).toEqual({
      code: 0,
      out:
        'Checked 1 products, 0 packages, 0 carts with 0 lines, 0 orders, 0 members, 0 closed months, ' +
        '0 counted orders with 0 bonus lines: all agree.\n',
      err: '',
    })
  })

  test('previews a product file, and counts stock only on request', async () => {
    const { pool } = running
    writeFileSync(join(folder, 'look.csv'), 'URL handle,Title,Price,Inventory quantity\nlook,Look,3,4\n')
    const importFile = async (...options: string[]) => {
      const { code, out, err } = await shop(['import', 'products', 'look.csv', ...options], { INIT_CWD: folder })
      return code === 0 ? out : err
    }
    const stock = async () => (await pool.query(`select stock from products where handle = 'look'`)).rows[0]?.stock
    expect(await importFile('--dry-run')).toContain(
      'Checked look.csv: 1 would be added, 0 updated, 0 unchanged; 0 pictures would be stored. Nothing was written.\nNew: 1\n',
    )
    expect(await stock()).toBeUndefined()
    await importFile()
    await pool.query(`insert into stock_movements (product_id, quantity, kind, reason, made_by)
      select id, -1, 'correction', 'sold', 'test' from products where handle = 'look'`)
    expect(await importFile()).toContain(
      'unchanged (--update-stock sets it): 1\n  line 2: Look (look): 3, in the file 4\n',
    )
    expect(await stock()).toBe(3)
    expect(await importFile('--update-stock')).toContain('changed: 1\n  line 2: Look (look): 3 → 4\n')
    expect(await stock()).toBe(4)
    expect(await importFile('--look-first', '--count-stock')).toContain('Checked look.csv: 0 would be added')
    await pool.query(`update products set active = false where handle = 'look'`)
  })

  test('imports members, orders and returns, and exports what it imported', async () => {
    const plan = (file: string) => fileURLToPath(new URL(`../../../docs/plan/example-2/${file}.csv`, import.meta.url))
    expect(await shop(['import', 'members', plan('members')])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Imported .*members\.csv: 8 added, 0 updated, 0 unchanged\.\n$/),
    })
    expect((await shop(['import', 'orders', plan('orders')])).out).toMatch(/: 16 added, 1 canceled, 0 unchanged\.\n$/)
    expect((await shop(['import', 'returns', plan('returns')])).out).toMatch(/: 1 added, 0 unchanged\.\n$/)
    expect((await shop(['export', 'members', 'members.csv'])).out).toBe('Exported 8 members to members.csv.\n')
    expect(readExportedMembers(join(folder, 'members.csv'))).toBe(readFileSync(plan('members'), 'utf8'))
    expect((await shop(['export', 'orders', 'orders.csv'])).out).toBe('Exported 16 orders to orders.csv.\n')
    expect((await shop(['import', 'orders', 'orders.csv'])).out).toMatch(/: 0 added, 0 canceled, 16 unchanged\.\n$/)
    expect((await shop(['user', 'set', 'a@network.example', '--status', 'suspended'])).out).toBe(
      'a@network.example is a member user, suspended.\n',
    )
    writeFileSync(join(folder, 'circle.csv'), readFileSync(plan('members'), 'utf8').replace('A,,', 'A,H,'))
    expect(await shop(['import', 'members', 'circle.csv'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^circle\.csv, line 9, column sponsor_no: Member “H” would .* Nothing was imported\.\n$/,
      ),
    })
    expect((await shop(['verify'])).code).toBe(0)
  })

  test('reports user errors in one line', async () => {
    writeFileSync(join(folder, 'bad.csv'), 'Handle,Title,Variant Price\npot,Pot,9.999\n')
    const readError = async (...args: string[]) => {
      const { code, out, err } = await shop(args)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      return err
    }
    expect(await readError('import', 'products', 'bad.csv')).toBe(
      'bad.csv, line 2, column Variant Price: “9.999” has a fraction of a cent. Nothing was imported.\n',
    )
    expect(await readError('import', 'products', 'none.csv')).toBe(
      `There is no file or folder ${join(folder, 'none.csv')}.\n`,
    )
    const folderMessage = 'What was named is a folder, not a file.\n'
    expect(await readError('import', 'products', '.')).toBe(folderMessage)
    expect(await readError('restore', '.')).toBe(folderMessage)
    const missingMessage = (file: string) => `There is no file or folder ${join(folder, 'none', file)}.\n`
    expect(await readError('export', 'products', 'none/out.csv')).toBe(missingMessage('out.csv'))
    expect(await readError('backup', 'none/shop.tar.gz')).toBe(missingMessage('shop.tar.gz'))
    expect(await readError('month', 'preview', '1999-12', '--out', 'month')).toBe('No plan applies to 1999-12.\n')
    expect(await readError('status', 'record-backup', ' ')).toBe(
      'Describe the backup, such as “nightly, by pgBackRest”.\n',
    )
    expect(await readError('demo')).toBe(
      'The shop already has products or orders. The demo shop only fills an empty one.\n',
    )
    // The valid reference of a missing order, and one with a wrong character.
    for (const code of [encodePaymentReference(100_001), 'CDFHJJ', '12a']) {
      expect(await readError('order', 'set', code, '--paid')).toBe(
        `${code} is neither an order number nor a payment reference.\n`,
      )
    }
    expect(await readError('settings', 'set', 'minimum_sub_total', 'x')).toBe(
      'minimum_sub_total must be a dollar amount from 0.00 to 1000000.00.\n',
    )
    expect(await readError('settings', 'get', 'colour')).toMatch(/^There is no setting colour\..*\n$/)
  })

  test('imports the transactions of a bank file once, also by the former command name', async () => {
    const file = [
      'Date,Description,Amount',
      `11/20/2026,Zelle payment from VIKTOR BRANDT for ${encodePaymentReference(1)},60.00`,
      '11/20/2026,Zelle payment from VIKTOR BRANDT,59.00',
      '11/20/2026,Card payment to SUPPLIER,-10.00',
      '',
    ]
    writeFileSync(join(folder, 'bank.csv'), file.join('\n'))
    const importFile = async (...args: string[]) => {
      const { code, out, err } = await shop(args)
      return code === 0 ? out : err
    }
    expect(await importFile('bank', 'import', 'bank.csv')).toBe('2 new transactions, 0 already imported.\n')
    expect(await importFile('notices', 'import', 'bank.csv')).toBe('0 new transactions, 2 already imported.\n')
    writeFileSync(join(folder, 'undecided.csv'), 'Date,Description,Amount\n11/20/2026,ANA REYES,13.00\n')
    expect(await importFile('bank', 'import', 'undecided.csv')).toMatch(
      /1 transaction may not be incoming money\. Confirm .*\n1 new transaction, 0 already imported\.\n$/,
    )
    expect(await importFile('bank', 'import', 'bank.csv', '--columns', 'day=1')).toMatch(
      /^day=1 is not a column; write /,
    )
    expect(await importFile('bank', 'import', 'bank.csv', '--columns', 'date=Day')).toBe('There is no column Day.\n')
  })

  test('lists settings with value, default and meaning, and reports overrides from the environment', async () => {
    await shop(['settings', 'set', 'pickup_address', '1 Main St\\nEnglewood'])
    expect((await shop(['settings', 'get', 'pickup_address'])).out).toBe('1 Main St\nEnglewood\n')
    const env = { SHOP_MINIMUM_SUB_TOTAL: '25' }
    const listed = (await shop(['settings', 'list'], env)).out.trimEnd().split('\n')
    expect(listed.every((line) => line.split('\t').length === 4)).toBe(true)
    expect(listed).toContain('pickup_address\t1 Main St\\nEnglewood\t\tWhere orders are picked up')
    expect(listed).toContain('minimum_sub_total\t25.00\t0.00\tMinimum sub-total of an order, in dollars')
    expect((await shop(['settings', 'set', 'minimum_sub_total', '5'], env)).out).toContain('SHOP_MINIMUM_SUB_TOTAL')
  })

  test('creates a missing data directory', async () => {
    const fresh = join(folder, 'fresh', 'data')
    expect((await runProcess(['verify'], { DATA_DIR: fresh })).code).toBe(0)
    expect(existsSync(fresh)).toBe(true)
  })

  test('shows its usage, and refuses unknown commands', async () => {
    expect(await runProcess(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('import') })
    expect(await runProcess(['sell'])).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown command 'sell'"),
    })
  })
})

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { shopDayOf, yesterdayStart } from '#domain/month.ts'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { copyDataDir } from '#test/database.ts'
import { readExportedMembers } from '#test/exported-members.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
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

  const environment = (more: Record<string, string>) => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    return { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, INIT_CWD: folder, ...more }
  }

  const shopProcess = (words: string[], env: Record<string, string> = {}) =>
    new Promise<CommandResult>((resolve, reject) => {
      const options = { cwd: tmpdir(), env: environment(env) }
      execFile(process.execPath, [program, ...words], options, (fault, out, err) => {
        if (fault && typeof fault.code !== 'number') reject(fault)
        else resolve({ code: Number(fault?.code ?? 0), out, err })
      })
    })

  const shop = async (words: string[], env: Record<string, string> = {}): Promise<CommandResult> => {
    const said = { stdout: '', stderr: '' }
    const spies = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        said[stream] += text
        return true
      }),
    )
    try {
      const code = await runCommandLine([process.execPath, program, ...words], environment(env))
      return { code, out: said.stdout, err: said.stderr }
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }

  test('imports a file relative to where the command was typed, and exports next to it', async () => {
    writeFileSync(join(folder, 'in.csv'), 'Handle,Title,Variant Price\npot,Pot,9.99\n')
    expect(await shopProcess(['import', 'products', 'in.csv'])).toEqual({
      code: 0,
      out:
        'Imported in.csv: 1 added, 0 updated, 0 unchanged; 0 pictures stored.\nNew: 1\n  line 2: Pot (pot)\n' +
        'No picture that customers see: 1\n  line 2: Pot (pot)\nNo category: 1\n  line 2: Pot (pot)\n',
      err: '',
    })
    expect(await shopProcess(['export', 'products', 'out.csv'])).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toMatch(
      /^Handle,Title,.*,Variant Barcode,.*,PV,Commissionable Share,Shelf,ID\npot,Pot,.*,9,100,,1\n$/,
    )
    expect(await shopProcess(['verify'])).toEqual({
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
    const importing = async (...options: string[]) => {
      const { code, out, err } = await shop(['import', 'products', 'look.csv', ...options], { INIT_CWD: folder })
      return code === 0 ? out : err
    }
    const stock = async () => (await pool.query(`select stock from products where handle = 'look'`)).rows[0]?.stock
    expect(await importing('--look-first')).toContain(
      'Checked look.csv: 1 would be added, 0 updated, 0 unchanged; 0 pictures would be stored. Nothing was written.\nNew: 1\n',
    )
    expect(await stock()).toBeUndefined()
    await importing()
    await pool.query(`insert into stock_movements (product_id, quantity, kind, reason, made_by)
      select id, -1, 'correction', 'sold', 'test' from products where handle = 'look'`)
    expect(await importing()).toContain(
      'unchanged (--count-stock sets it): 1\n  line 2: Look (look): 3, in the file 4\n',
    )
    expect(await stock()).toBe(3)
    expect(await importing('--count-stock')).toContain('changed: 1\n  line 2: Look (look): 3 → 4\n')
    expect(await stock()).toBe(4)
    await pool.query(`update products set active = false where handle = 'look'`)
  })

  test('receives, counts, corrects and damages stock by ID, handle or SKU, and shows the history', async () => {
    const { pool } = running
    await pool.query(`insert into products (handle, name, sku, price_cents, pv, stock) values ('fir-oil', 'Fir oil', 'FIR-1', 100, 1, 4),
      ('elm-oil', 'Elm oil', 'OIL', 100, 1, null), ('ash-oil', 'Ash oil', 'OIL', 100, 1, 50)`)
    const stock = async (...words: string[]) => {
      const { code, out, err } = await shop(['stock', ...words])
      return code === 0 ? out : err
    }
    const { rows } = await pool.query(`select id from products where handle = 'fir-oil'`)
    expect(await stock('receive', 'FIR-1', '6', '--reason', 'Delivery 12')).toBe('Fir oil: 10 on hand, before 4.\n')
    expect(await stock('damage', String(rows[0].id), '1', '--reason', 'Broken')).toBe(
      'Fir oil: 9 on hand, before 10.\n',
    )
    expect(await stock('correct', 'fir-oil', '-6', '--reason', 'Typed twice')).toBe('Fir oil: 3 on hand, before 9.\n')
    expect(await stock('count', 'elm-oil', '2', '--reason', 'Shelf')).toBe('Elm oil: 2 on hand, it was not counted.\n')
    expect(await stock('damage', 'fir-oil', '9', '--reason', 'Fire')).toBe('Fir oil: only 3 on hand.\n')
    expect(await stock('count', 'OIL', '2', '--reason', 'Shelf')).toContain('“OIL” matches the products')
    expect(await stock('count', 'oak', '2', '--reason', 'Shelf')).toContain('There is no product')
    expect(await stock('count', 'fir-oil', 'two', '--reason', 'Shelf')).toContain('is not a valid quantity')
    expect((await stock('history', 'FIR-1')).replaceAll(/\d{4}-\S+Z/g, 'then')).toBe(
      [
        'then\topening\t+4\t4\t\tnew product\t',
        'then\treceipt\t+6\t10\t\tcommand line\tDelivery 12',
        'then\tdamage\t-1\t9\t\tcommand line\tBroken',
        'then\tcorrection\t-6\t3\t\tcommand line\tTyped twice',
        'Fir oil: 3 can be sold.\n',
      ].join('\n'),
    )
    expect(await stock('low')).toMatch(/^2\t\d+\tOIL\tElm oil\n3\t\d+\tFIR-1\tFir oil\n$/)
    expect(await stock('due')).toBe('')
    await pool.query(`update products set stock = null where sku = 'OIL'`)
  })

  test('sets, lists and removes the tax of a state, to the thousandth of a percent', async () => {
    const today = shopDayOf(Date.now())
    const yesterday = shopDayOf(yesterdayStart(Date.now()))
    expect(await shop(['tax', 'set', 'ny', '8.875', '--goods', '--shipping', '--from', today])).toEqual({
      code: 0,
      out: `NY taxes 8.875% on products and shipping from ${today}.\n`,
      err: '',
    })
    await running.pool.query(`update tax_rates set from_date = '2001-01-01'`)
    await shop(['tax', 'set', 'NY', '9', '--shipping', '--from', '2099-01-01'])
    expect(await shop(['tax', 'set', 'NY', '4 %'])).toEqual({
      code: 0,
      out: `NY taxes 4% on products from ${today}.\nNY taxes 9% on shipping from 2099-01-01.\n`,
      err: '',
    })
    await shop(['tax', 'set', 'NY', '8.875', '--zip', '100'])
    await shop(['settings', 'set', 'pickup_state', 'NJ'])
    expect((await shop(['tax', 'list'])).out).toBe(
      'NY\t8.875%\tproducts and shipping\t2001-01-01\tpast\n' +
        `NY\t4%\tproducts\t${today}\tcurrent\n` +
        'NY\t9%\tshipping\t2099-01-01\tcoming\n' +
        `NY 100xx\t8.875%\tproducts\t${today}\tcurrent\n` +
        'Pickups are taxed like products in NJ (settings pickup_state and pickup_zip).\n',
    )
    expect((await shop(['tax', 'remove', 'NY', '--zip', '100'])).out).toContain('NY 100xx no longer has its own rate.')
    expect((await shop(['tax', 'remove', 'NY'])).out).toContain('NY is no longer taxed.')
    for (const [words, sentence] of [
      [['remove', 'NY'], 'NY has no tax rate.'],
      [['remove', 'NY', '--zip', '100'], 'NY 100xx has no tax rate.'],
      [['set', 'NY', '5', '--zip', '1OO'], '“1OO” is not a ZIP prefix; write one to five digits, such as 100.'],
      [['remove', 'NY', '--zip', ''], '“” is not a ZIP prefix; write one to five digits, such as 100.'],
      [['set', 'ZZ', '5'], 'There is no state ZZ; write its name or its two letters, such as New York or NY.'],
      [
        ['set', 'New', '5'],
        '“New” is part of the name of New Hampshire (NH), New Jersey (NJ), New Mexico (NM), New York (NY); write the whole name or the two letters.',
      ],
      [
        ['remove', 'Jersey'],
        '“Jersey” is part of the name of New Jersey (NJ); write the whole name or the two letters.',
      ],
      [['list', 'Atlantis'], 'There is no state Atlantis; write its name or its two letters, such as New York or NY.'],
      [['set', 'NY', '5.1234'], '5.1234 is not a percentage from 0 to 100 with at most three decimals, such as 8.875.'],
      [['set', 'NY', '101'], '101 is not a percentage from 0 to 100 with at most three decimals, such as 8.875.'],
      [['set', 'NY', '5', '--from', yesterday], 'A rate must start today or later. Past orders keep their tax.'],
      [['set', 'NY', '5', '--from', '2026-02-30'], '2026-02-30 is not a valid date; write it as 2026-12-01.'],
    ] as const) {
      expect(await shop(['tax', ...words])).toEqual({ code: 1, out: '', err: `${sentence}\n` })
    }
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
    const errorOf = async (...words: string[]) => {
      const { code, out, err } = await shop(words)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      return err
    }
    expect(await errorOf('import', 'products', 'bad.csv')).toBe(
      'bad.csv, line 2, column Variant Price: “9.999” has a fraction of a cent. Nothing was imported.\n',
    )
    expect(await errorOf('import', 'products', 'none.csv')).toBe(
      `There is no file or folder ${join(folder, 'none.csv')}.\n`,
    )
    const folderNamed = 'What was named is a folder, not a file.\n'
    expect(await errorOf('import', 'products', '.')).toBe(folderNamed)
    expect(await errorOf('restore', '.')).toBe(folderNamed)
    const nowhere = (file: string) => `There is no file or folder ${join(folder, 'none', file)}.\n`
    expect(await errorOf('export', 'products', 'none/out.csv')).toBe(nowhere('out.csv'))
    expect(await errorOf('backup', 'none/shop.tar.gz')).toBe(nowhere('shop.tar.gz'))
    expect(await errorOf('month', 'preview', '1999-12', '--out', 'month')).toBe('No plan applies to 1999-12.\n')
    expect(await errorOf('status', 'backed-up', ' ')).toBe('Describe the backup, such as “nightly, by pgBackRest”.\n')
    expect(await errorOf('demo')).toBe(
      'The shop already has products or orders. The demo shop only fills an empty one.\n',
    )
    // The valid reference of a missing order, and one with a wrong character.
    for (const code of [paymentReferenceOf(100_001), 'CDFHJJ', '12a']) {
      expect(await errorOf('order', 'set', code, '--paid')).toBe(
        `${code} is neither an order number nor a memo code.\n`,
      )
    }
    expect(await errorOf('settings', 'set', 'minimum_sub_total', 'x')).toBe(
      'minimum_sub_total must be a dollar amount from 0.00 to 1000000.00.\n',
    )
    expect(await errorOf('settings', 'get', 'colour')).toMatch(/^There is no setting colour\..*\n$/)
  })

  test('imports bank transactions, lists the orders they may pay, books and reverses them', async () => {
    const { db } = running
    const queue = await startJobs(running, (error) => {
      throw error
    })
    const placeNext = async () => {
      const product = await makeProduct(db, { priceCents: 2000 })
      const placed = await submit(db, queue, { cartOwner: await fillCart(db, [{ id: product.id, quantity: 3 }]) })
      if (!placed.ok) throw new Error(placed.refusal.code)
      return placed.orderId
    }
    const [first, second] = [await placeNext(), await placeNext()]
    await queue.stop()
    const file = [
      'Date,Description,Amount',
      `11/20/2026,Zelle payment from VIKTOR BRANDT for ${paymentReferenceOf(first)},60.00`,
      `11/20/2026,Zelle payment from VIKTOR BRANDT for ${paymentReferenceOf(second)},59.00`,
      '11/20/2026,Card payment to SUPPLIER,-10.00',
      '',
    ]
    writeFileSync(join(folder, 'bank.csv'), file.join('\n'))
    const notices = async (...words: string[]) => {
      const { code, out, err } = await shop(['notices', ...words])
      return code === 0 ? out : err
    }
    expect(await notices('import', 'bank.csv')).toMatch(/2 new transactions, 0 already imported\.\n$/)
    expect(await notices('import', 'bank.csv')).toMatch(/0 new transactions, 2 already imported\.\n$/)
    const listed = (await notices('list')).trimEnd().split('\n')
    expect(listed).toEqual([
      expect.stringMatching(new RegExp(`^2\t2026-11-20\t59\\.00\t.*\tprobable\t${second}\tMatches memo code.*\\.$`)),
      expect.stringMatching(
        new RegExp(`^1\t2026-11-20\t60\\.00\t.*\texact\t${first}\tMatches memo code and amount\\.$`),
      ),
    ])
    expect(await notices('book', '--exact')).toBe(
      `Transaction 1 paid $60.00 of order ${first}.\nRecorded 1 transaction.\n`,
    )
    expect(await notices('book', '2', `${paymentReferenceOf(second)}=50.00`)).toBe(
      'Transaction 2 is recorded; $9.00 is still open.\n',
    )
    expect(await notices('book', '2', `${second}=50.00`)).toBe('Only $9.00 of transaction 2 is open.\n')
    expect(await notices('undo', '2', '--reason', 'Of another order')).toBe(
      `Transaction 2 is reopened; it no longer pays order ${second}.\n`,
    )
    expect(await notices('set-aside', '2', '--reason', 'Not ours')).toBe('Transaction 2 is set aside.\n')
    expect(await notices('list', '--state', 'set_aside')).toMatch(/^2\t.*\tNot ours\n$/)
    expect(await notices('undo', '2', '--reason', 'Ours')).toBe('Transaction 2 is reopened.\n')
    expect(await notices('book', 'two', String(second))).toBe('two is not a transaction number; see "notices list".\n')
    expect((await shop(['verify'])).code).toBe(0)
  })

  test('books money once for a caller who names the balance they saw, however often the command is repeated', async () => {
    const { db } = running
    const queue = await startJobs(running, (error) => {
      throw error
    })
    const product = await makeProduct(db, { priceCents: 2000 })
    const placed = await submit(db, queue, { cartOwner: await fillCart(db, [{ id: product.id, quantity: 3 }]) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    await queue.stop()
    const id = String(placed.orderId)
    const order = async (...words: string[]) => {
      const { code, out, err } = await shop(['order', ...words])
      return code === 0 ? out : err
    }
    const credit = ['credit', id, '5.00', '--reason', 'A torn box', '--balance', '60.00']
    expect(await order(...credit)).toMatch(/\$55\.00 is due for order \d+\.\n$/)
    const refused = `Order ${id} was changed in the meantime. $55.00 is due for order ${id}.\n`
    expect(await order(...credit)).toBe(refused)
    const pay = ['pay', id, '65.00', '--balance', '55.00']
    expect(await order(...pay)).toContain(`Order ${id} is overpaid by $10.00.`)
    expect(await order(...pay)).toBe(`Order ${id} was changed in the meantime. Order ${id} is overpaid by $10.00.\n`)
    const refund = ['refund', id, '4.00', '--reason', 'Too much', '--credit-note', '1', '--balance']
    expect(await order(...refund, '-10.00')).toContain(`Order ${id} is overpaid by $6.00.`)
    expect(await order(...refund, '-10.00')).toBe(
      `Order ${id} was changed in the meantime. Order ${id} is overpaid by $6.00.\n`,
    )
    expect(await order('refund', id, '1.00', '--reason', 'Too much')).toBe(
      `Choose what to refund for order ${id}: --credit-note 1 or --overpayment.\n`,
    )
    const ofOverpayment = ['refund', id, '5.00', '--reason', 'Paid too much', '--overpayment']
    expect(await order(...ofOverpayment, '--credit-note', '1')).toBe(
      'Refund either a credit note or the overpayment, not both.\n',
    )
    expect(await order(...ofOverpayment)).toContain(`Order ${id} is overpaid by $1.00.`)
    expect(await order(...refund, '-6,5')).toBe('6,5 is not a valid amount; write it as 19.99.\n')
    expect((await shop(['verify'])).code).toBe(0)
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
    expect((await shopProcess(['verify'], { DATA_DIR: fresh })).code).toBe(0)
    expect(existsSync(fresh)).toBe(true)
  })

  test('shows its usage, and refuses unknown commands', async () => {
    expect(await shopProcess(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('import') })
    expect(await shopProcess(['sell'])).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown command 'sell'"),
    })
  })
})

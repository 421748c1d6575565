import { expect, it } from 'vitest'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent, readTransactionVersion } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

type BankTransactionResponse = {
  id: number
  version: string
  match: string
  open: number
  candidates: { order_id: number; reason: string }[]
}
let payerCount = 0

databaseTest('bank transactions in the back office', (connection) => {
  const suite = appForSuite(connection)
  const clerk = async () => {
    const { id, actor } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { browser, actor }
  }
  /** Places an unpaid order of $60. */
  async function order() {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const placement = await submit(db, suite().services.jobs, { cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId as number
  }
  const csv = (...rows: [amount: string, payer: string, memo: string][]) =>
    [
      'Date,Amount,Name,Memo,Id',
      ...rows.map(([amount, payer, memo]) => `11/20/2026,${amount},${payer},${memo},T${++payerCount}`),
    ].join('\n')

  it('are imported once, sorted, booked together or individually, and undone', async () => {
    const { browser, actor } = await clerk()
    const [first, second] = [await order(), await order()]
    const text = csv(
      ['60.00', 'ANY BODY', encodePaymentReference(first)],
      ['45.00', 'ANY BODY', encodePaymentReference(second)],
      ['1.23', 'NO BODY', 'thanks'],
      ['-5.00', 'FEE', ''],
    )
    const firstPreview = (await browser.post('/admin/bank-transactions/import', { text, preview_only: true })).json()
    expect(firstPreview).toMatchObject({ origin: 'csv', read: 3, added: [], columns: { date: 1, amount: 2, payer: 3 } })
    expect([firstPreview.duplicates, firstPreview.skipped_count]).toEqual([[], 1])
    expect(firstPreview.table.headings).toEqual(['Date', 'Amount', 'Name', 'Memo', 'Id'])
    expect(firstPreview.table.rows[2]).toEqual(['11/20/2026', '1.23', 'NO BODY', 'thanks', expect.any(String)])
    expect((await browser.get('/admin/bank-transactions.json')).json().data).toEqual([])
    const imported = (await browser.post('/admin/bank-transactions/import', { text })).json()
    expect(imported.added).toHaveLength(3)
    expect(imported.skipped).toMatchObject([{ line: 5, reason: 'debit' }])
    const secondPreview = (await browser.post('/admin/bank-transactions/import', { text, preview_only: true })).json()
    expect(secondPreview).toMatchObject({
      duplicate_count: 3,
      duplicates: [{ line: 2, differs: false }, { line: 3 }, { line: 4 }],
    })
    const repeated = (await browser.post('/admin/bank-transactions/import', { text })).json()
    expect([repeated.added, repeated.duplicates.length]).toEqual([[], 3])

    const { data } = (await browser.get('/admin/bank-transactions.json')).json() as { data: BankTransactionResponse[] }
    const [unknown, probable, exact] = data
    expect(data.map(({ match }) => match)).toEqual(['unknown', 'probable', 'exact'])
    expect(probable?.candidates[0]).toEqual({
      order_id: second,
      reason: expect.stringContaining('memo code'),
      name: 'Ana Reyes',
      balance: 60,
    })

    const bookedExact = (await browser.post('/admin/bank-transactions/book-exact', {})).json()
    expect(bookedExact).toEqual({
      booked: [
        {
          bank_transaction_id: exact?.id,
          payment_id: expect.any(Number),
          order_id: first,
          amount: 60,
          version: await readTransactionVersion(browser, Number(exact?.id)),
        },
      ],
    })
    const book = (id: number | undefined, body: object) => browser.post(`/admin/bank-transactions/${id}/book`, body)
    const { version: expected_version } = probable as BankTransactionResponse
    const booked = await book(probable?.id, { orders: [{ order_id: second }], expected_version })
    expect(booked.json()).toMatchObject({
      state: 'booked',
      open: 0,
      paid: [{ order_id: second, amount: 45, created_by: expect.stringContaining(actor.email) }],
    })

    // A second clerk, with an older page.
    const other = await clerk()
    const staleResponse = await other.browser.post(`/admin/bank-transactions/${probable?.id}/book`, {
      orders: [{ order_id: first }],
      expected_version,
    })
    expect(staleResponse.statusCode).toBe(409)
    expect(staleResponse.json()).toMatchObject({
      code: 'stale',
      detail: 'Someone else changed this payment. Nothing was changed.',
      current: { version: booked.json().version, state: 'booked', paid: [{ order_id: second }] },
    })
    const closed = await postCurrent(other.browser, `/admin/bank-transactions/${probable?.id}/book`, {
      orders: [{ order_id: first }],
    })
    expect([closed.statusCode, closed.json()]).toMatchObject([
      409,
      { code: 'bank_transaction_not_open', detail: expect.stringContaining('already recorded') },
    ])

    const setAside = await postCurrent(browser, `/admin/bank-transactions/${unknown?.id}/set-aside`, {
      reason: 'Our own money',
    })
    expect(setAside.json()).toMatchObject({
      state: 'set_aside',
      set_aside_reason: 'Our own money',
      set_aside_by: expect.stringContaining(actor.email),
    })
    expect(
      (await postCurrent(browser, `/admin/bank-transactions/${unknown?.id}/set-aside`, { reason: 'x' })).statusCode,
    ).toBe(409)
    for (const id of [unknown?.id, probable?.id]) {
      const undoResponse = await postCurrent(browser, `/admin/bank-transactions/${id}/undo`, { reason: 'A slip' })
      expect(undoResponse.json()).toMatchObject({ id, state: 'open', paid: [] })
      const repeatedUndo = await postCurrent(browser, `/admin/bank-transactions/${id}/undo`, { reason: 'A slip' })
      expect([repeatedUndo.statusCode, repeatedUndo.json().code]).toEqual([409, 'nothing_to_undo'])
    }
    expect((await browser.get('/admin/bank-transactions.json?state=booked')).json().data).toMatchObject([
      { id: exact?.id },
    ])
  })

  it('are not undone from a page that lacks another clerk’s booking', async () => {
    const { browser } = await clerk()
    const [wrongOrderId, rightOrderId] = [await order(), await order()]
    const [id] = (await browser.post('/admin/bank-transactions/import', { text: csv(['60.00', 'A B', 'one']) })).json()
      .added
    const book = async (order_id: number) =>
      (await postCurrent(browser, `/admin/bank-transactions/${id}/book`, { orders: [{ order_id }] })).json()
    const undo = (expected_version: string) =>
      browser.post(`/admin/bank-transactions/${id}/undo`, { reason: 'A slip', expected_version })
    const open = await readTransactionVersion(browser, id)
    const reviewed = (await book(wrongOrderId)).version
    expect((await undo(reviewed)).json()).toMatchObject({ state: 'open', paid: [] })
    const { version: current } = await book(rightOrderId)
    // Repeats the request after its response was lost, and then sends one from an older page.
    for (const expected of [reviewed, open]) {
      const staleResponse = await undo(expected)
      expect([staleResponse.statusCode, staleResponse.json()]).toMatchObject([
        409,
        { code: 'stale', current: { version: current, state: 'booked', paid: [{ order_id: rightOrderId }] } },
      ])
    }
    expect((await undo(current)).json()).toMatchObject({ state: 'open', open: 60 })
  })

  it('with unknown columns are previewed first, and imported once staff have named the columns', async () => {
    const { browser } = await clerk()
    const text = 'Moment;x,Sum,Whence\nlong ago,none,A B\n'
    const rows = 'One,Two,Three\nfoo,11/20/2026,7\n'
    const previewImport = async (body: object) =>
      (await browser.post('/admin/bank-transactions/import', { preview_only: true, ...body })).json()
    expect(await previewImport({ text })).toMatchObject({ read: 0, confidence: 0, duplicate_count: 0, added: [] })
    const unrecognized = await previewImport({ text: rows })
    expect(unrecognized).toMatchObject({ read: 0, table: { headings: null, rows: [['One', 'Two', 'Three'], {}] } })
    expect((await browser.post('/admin/bank-transactions/import', { text: rows })).json().errors.columns).toMatch(
      /Choose the date and amount columns/,
    )
    expect(await previewImport({ text: rows, columns: { date: '2', amount: '3' } })).toMatchObject({
      read: 1,
      first: [{ amount: 7, date: '2026-11-20' }],
    })
    // The guessed memo column is not a memo.
    const payerCount = csv(['7.00', 'A B', 'note'])
    expect((await previewImport({ text: payerCount, columns: { memo: '' } })).first).toMatchObject([
      { payer: 'A B', memo: '' },
    ])
  })

  it('are split over orders, never beyond the open amount', async () => {
    const { browser } = await clerk()
    const [first, second] = [await order(), await order()]
    const { added } = (
      await browser.post('/admin/bank-transactions/import', { text: csv(['100.00', 'A B', 'both']) })
    ).json()
    const book = (orders: object[], expected: { expected_version?: string } = {}) =>
      postCurrent(browser, `/admin/bank-transactions/${added[0]}/book`, { orders, ...expected })
    const response = async (orders: object[]) => {
      const response = await book(orders)
      return [response.statusCode, response.json().code, response.json().errors?.orders]
    }
    expect(
      await response([
        { order_id: first, amount: 60 },
        { order_id: second, amount: 40.01 },
      ]),
    ).toEqual([422, 'more_than_transaction', 'Only $100.00 of this payment is open.'])
    expect(
      await response([
        { order_id: first, amount: 1 },
        { order_id: first, amount: 2 },
      ]),
    ).toEqual([422, 'duplicate_order', `Order ${first} is listed twice.`])
    expect(await response([{ order_id: 2_000_000_000 }])).toEqual([
      422,
      'order_not_found',
      'There is no order 2000000000.',
    ])
    expect(await response([{ order_id: first, amount: 0 }])).toEqual([
      422,
      'amount_required',
      'Enter an amount greater than $0.00.',
    ])
    expect((await book([])).statusCode).toBe(422)
    const expected_version = await readTransactionVersion(browser, added[0])
    expect((await book([{ order_id: first, amount: 60 }])).json()).toMatchObject({ state: 'open', open: 40 })
    const staleResponse = await book([{ order_id: second, amount: 40 }], { expected_version })
    expect([staleResponse.statusCode, staleResponse.json()]).toMatchObject([
      409,
      { code: 'stale', current: { open: 40 } },
    ])
    const aside = await postCurrent(browser, `/admin/bank-transactions/${added[0]}/set-aside`, { reason: 'Ours' })
    expect([aside.statusCode, aside.json().code]).toEqual([409, 'partly_booked'])
    expect((await book([{ order_id: second }])).json()).toMatchObject({ state: 'booked', open: 0 })
    expect(
      (await browser.post('/admin/bank-transactions/2000000000/undo', { reason: 'x', expected_version })).statusCode,
    ).toBe(404)
  })

  it('are booked even if truncating the memo splits an emoji', async () => {
    const { browser } = await clerk()
    const id = await order()
    const code = encodePaymentReference(id)
    const memo = `${code} ${'x'.repeat(98 - code.length)}🌸 thanks`
    const text = `Date,Amount,Name,Memo\n11/20/2026,+60.00,ANY BODY,${memo}`
    const [transactionId] = (await browser.post('/admin/bank-transactions/import', { text })).json().added
    const booked = await browser.post('/admin/bank-transactions/book-exact', { bank_transaction_ids: [transactionId] })
    expect([booked.statusCode, booked.json()]).toEqual([
      200,
      {
        booked: [
          {
            bank_transaction_id: transactionId,
            payment_id: expect.any(Number),
            order_id: id,
            amount: 60,
            version: expect.any(String),
          },
        ],
      },
    ])
    const { rows } = await connection().pool.query('select reference from payments where bank_transaction_id = $1', [
      transactionId,
    ])
    expect(rows).toEqual([{ reference: memo.slice(0, -' thanks'.length) }])
  })

  it('are read from OFX files and pasted text, and guessed columns can be corrected', async () => {
    const { browser } = await clerk()
    const imported = async (body: object) => {
      const response = await browser.post('/admin/bank-transactions/import', body)
      return { status: response.statusCode, ...response.json() }
    }
    const ofx =
      'OFXHEADER:100\n\n<OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261120<TRNAMT>7.00<FITID>X1<NAME>ANA</BANKTRANLIST>'
    expect(await imported({ text: ofx })).toMatchObject({ status: 200, origin: 'ofx', added: [expect.any(Number)] })
    expect(await imported({ text: ofx })).toMatchObject({ added: [], duplicates: [{ differs: false }] })
    expect(await imported({ text: ofx.replace('7.00', '8.00') })).toMatchObject({
      added: [],
      duplicates: [{ differs: true }],
    })
    const mail = 'You received $9.00 from ANA REYES\nMemo: hello\nConfirmation: AB12345678'
    expect(await imported({ text: mail, kind: 'paste' })).toMatchObject({ origin: 'paste', first: [{ amount: 9 }] })
    const table = 'When,Paid,Other\n11/20/2026,10.00,99.00\n'
    const mapping = { text: table, columns: { date: 'When', amount: '3' }, preview_only: true }
    expect(await imported(mapping)).toMatchObject({ columns: { date: 1, amount: 3 }, first: [{ amount: 99 }] })
    expect(await imported({ ...mapping, columns: { date: 'Day' } })).toMatchObject({
      status: 422,
      code: 'column_not_found',
      errors: { columns: 'There is no column Day.' },
    })
    expect(await imported({ text: 'a,b\nc,d' })).toMatchObject({
      code: 'columns_not_recognized',
      errors: { columns: expect.any(String) },
    })
    expect(await imported({ text: 'Hello', kind: 'paste' })).toMatchObject({
      status: 422,
      code: 'no_transactions_found',
    })
    expect(await imported({ text: '%PDF-1.7' })).toMatchObject({ status: 422, code: 'format_not_supported' })
    expect(await imported({ text: ' ' })).toMatchObject({ status: 422 })
    expect(await imported({ text: 'x', kind: 'mt940' })).toMatchObject({ status: 422 })
    expect(await imported({ text: 'x', columns: { nonsense: '1' } })).toMatchObject({ status: 422 })
  })
})

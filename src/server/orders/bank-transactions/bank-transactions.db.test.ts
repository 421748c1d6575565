import { tmpdir } from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { cents, formatCents } from '#domain/money/money.ts'
import { moneyOf, balanceOf as openOf } from '#domain/orders/balance.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { findLedger } from '#server/orders/payments/read-ledger.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { computeTransactionVersion } from './bank-transaction-version.ts'
import { bookBankTransaction } from './book-bank-transaction.ts'
import { bookExactBankTransactions } from './book-exact-bank-transactions.ts'
import { confirmBankTransaction } from './confirm-bank-transaction.ts'
import { findMatchedOrders } from './find-matched-orders.ts'
import { importBankTransactions } from './import-bank-transactions.ts'
import { listBankTransactions } from './list-bank-transactions.ts'
import type { BankTransactionOrigin } from './parse-bank-text.ts'
import { readOrderIndex } from './read-order-index.ts'
import { setBankTransactionAside } from './set-bank-transaction-aside.ts'
import { undoBankTransaction } from './undo-bank-transaction.ts'

const clerk = { kind: 'staff', staffId: 1, email: 'clerk@example.com', role: 'clerk' } as const

databaseTest('bank transactions', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const shop = () => createPaymentServices(jobs())
  const runInTransaction = <Result>(work: Parameters<typeof inTransaction<Result>>[1]) =>
    inTransaction(connection().db, work)

  async function placeOrder() {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 2000 })
    const placement = await submit(db, jobs(), { cartOwner: await fillCart(db, [{ id: product.id, quantity: 3 }]) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const id = placement.orderId as number
    return { id, open: await readBalance(id) }
  }
  const readBalance = async (id: number): Promise<number> => {
    const listedTransaction = await findLedger(connection().db, id)
    if (!listedTransaction) throw new Error(`There is no order ${id}.`)
    return openOf(moneyOf(listedTransaction.ledger))
  }
  const dollars = (amount: number) => formatCents(cents(amount))
  const importText = async (text: string, kind: BankTransactionOrigin = 'paste') => {
    const imported = await runInTransaction((trx) => importBankTransactions(trx, clerk, { text, kind }))
    if (!imported.ok) throw new Error(imported.refusal.code)
    return imported
  }
  /** Imports an email about that amount and memo, and returns its only bank transaction. */
  const createTransaction = async (
    amount: number,
    memo: string,
    id = `N${Math.random().toString(36).slice(2, 12)}0`,
  ) => {
    const text = `You received ${dollars(amount)} from VIKTOR BRANDT\nMemo: ${memo}\nConfirmation: ${id}`
    return (await importText(text)).added[0] as number
  }
  const book = (bankTransactionId: number, shares: { orderId: number; amount?: number }[], expectedVersion?: string) =>
    runInTransaction((trx) =>
      bookBankTransaction(
        trx,
        clerk,
        {
          bankTransactionId,
          shares: shares.map(({ orderId, amount }) => ({
            orderId,
            amountCents: amount === undefined ? undefined : cents(amount),
          })),
          expectedVersion,
        },
        shop(),
      ),
    )
  const undo = (bankTransactionId: number) =>
    runInTransaction((trx) => undoBankTransaction(trx, clerk, { bankTransactionId, reason: 'A mistake.' }, shop()))
  const readState = async (id: number) =>
    (await connection().pool.query('select state, booked_cents from bank_transactions where id = $1', [id])).rows[0]
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings
  const readActions = async (id: number) =>
    (
      await connection().pool.query(
        `select action from audit_entries where subject_kind = 'bank_transaction' and subject_id = $1 order by id`,
        [String(id)],
      )
    ).rows.map(({ action }) => action)

  it('adds nothing when the same text is imported again, and adds both of two equal payments', async () => {
    const text = '11/20/2026\tZelle from ANA REYES\t$12.00\n11/20/2026\tZelle from ANA REYES\t$12.00\n'
    expect((await importText(text)).added).toHaveLength(2)
    const repeated = await importText(text)
    expect(repeated).toMatchObject({
      added: [],
      known: [
        { line: 1, differs: false },
        { line: 2, differs: false },
      ],
    })
  })

  it('reports a known bank id with a different amount or date', async () => {
    await createTransaction(1_000, 'x', 'ABC123456')
    const repeated = await importText('You received $20.00 from ANA REYES\nConfirmation: ABC123456')
    expect(repeated).toMatchObject({ added: [], known: [{ differs: true }] })
    const file = (day: number) => `Date,Amount,Name,Reference\n11/${day}/2026,12.00,ANA REYES,R-1\n`
    expect(await importText(file(20), 'csv')).toMatchObject({ added: [expect.any(Number)], known: [] })
    expect(await importText(file(20), 'csv')).toMatchObject({ added: [], known: [{ line: 2, differs: false }] })
    expect(await importText(file(21), 'csv')).toMatchObject({ added: [], known: [{ line: 2, differs: true }] })
  })

  it('adds every payment with the same reference, and recognizes all of them later', async () => {
    const file = 'Date,Amount,Name,Reference\n11/20/2026,12.00,ANA REYES,RENT\n11/21/2026,12.00,ANA REYES,RENT\n'
    expect(await importText(file, 'csv')).toMatchObject({ added: [expect.any(Number), expect.any(Number)], known: [] })
    expect(await importText(file, 'csv')).toMatchObject({
      added: [],
      known: [
        { line: 2, differs: false },
        { line: 3, differs: false },
      ],
    })
  })

  it('books the exact matches together and leaves the others', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    const exact = await createTransaction(first.open, encodePaymentReference(first.id))
    const duplicate = await createTransaction(first.open, encodePaymentReference(first.id))
    const other = await createTransaction(second.open - 1, encodePaymentReference(second.id))
    const listed = await listBankTransactions(connection().db, { state: 'open' })
    expect(listed.find(({ id }) => id === exact)?.match?.sort).toBe('exact')
    expect(listed.find(({ id }) => id === other)?.match?.sort).toBe('probable')
    const { booked } = (await runInTransaction((trx) => bookExactBankTransactions(trx, clerk, {}, shop()))) as {
      booked: unknown[]
    }
    expect(booked).toMatchObject([{ bankTransactionId: exact, orderId: first.id, amountCents: first.open }])
    expect(await readBalance(first.id)).toBe(0)
    expect(await readState(exact)).toMatchObject({ state: 'booked', booked_cents: first.open })
    expect(await readState(duplicate)).toMatchObject({ state: 'open' })
    expect(await runInTransaction((trx) => bookExactBankTransactions(trx, clerk, {}, shop()))).toMatchObject({
      booked: [],
    })
    expect(await readActions(exact)).toContain('bank_transaction.booked')
    expect(await findings()).toEqual([])
  })

  it('books an exact match below a thousand newer ones', async () => {
    const { id, open } = await placeOrder()
    const exact = await createTransaction(open, encodePaymentReference(id))
    await connection().pool.query(
      `insert into bank_transactions (key, origin, amount_cents, value_date, payer, memo, source, imported_by)
       select 'newer ' || n, 'csv', 777, '2026-11-20', 'NOBODY', '', '', 'test' from generate_series(1, 1001) n`,
    )
    expect(await runInTransaction((trx) => bookExactBankTransactions(trx, clerk, {}, shop()))).toMatchObject({
      booked: [{ bankTransactionId: exact, orderId: id }],
    })
    await connection().pool.query(
      `update bank_transactions set set_aside_reason = 'x', set_aside_by = 'test', set_aside_at = now() where key like 'newer %'`,
    )
  })

  it('reads the current open orders each time, whatever happened since the last read', async () => {
    const { db, pool } = connection()
    const expectFreshIndex = async () =>
      expect(await readOrderIndex(db)).toEqual(await runInTransaction(readOrderIndex))
    const [paid, partly, canceled, renamed] = [
      await placeOrder(),
      await placeOrder(),
      await placeOrder(),
      await placeOrder(),
    ]
    await expectFreshIndex()
    await book(await createTransaction(paid.open, 'all of it'), [{ orderId: paid.id }])
    const partialId = await createTransaction(500, 'a part')
    await book(partialId, [{ orderId: partly.id }])
    const cancellation = await runInTransaction((trx) =>
      changeOrder(trx, { id: canceled.id, change: 'canceled', actor: clerk, reason: 'Not wanted.' }, shop()),
    )
    expect(cancellation.ok).toBe(true)
    await pool.query(`update orders set last_name = 'Marsh' where id = $1`, [renamed.id])
    const index = await readOrderIndex(db)
    expect([paid, partly, canceled, renamed].map(({ id }) => index.orders.get(id)?.balanceCents)).toEqual([
      undefined,
      partly.open - 500,
      undefined,
      renamed.open,
    ])
    expect([...(index.byWord.get('marsh') ?? [])]).toEqual([renamed.id])
    await expectFreshIndex()
    await undo(partialId)
    const addedOrder = await placeOrder()
    // Several concurrent reads.
    await Promise.all([1, 2, 3].map(() => readOrderIndex(db)))
    expect((await readOrderIndex(db)).orders.has(addedOrder.id)).toBe(true)
    await expectFreshIndex()
  })

  it('accounts for each ledger entry of an order, including several in one transaction', async () => {
    const { id, open } = await placeOrder()
    const outcome = await runInTransaction(async (trx) => {
      const balances: (number | undefined)[] = []
      const recordBalance = async () => balances.push((await readOrderIndex(trx)).orders.get(id)?.balanceCents)
      const insertEntry = (entry: RawBuilder<unknown>) => entry.execute(trx)
      const pay = (kind: string, amount: number) => sql`
        insert into payments (order_id, kind, method, amount_cents, value_date, made_by)
        values (${id}, ${kind}, 'quickpay', ${amount}, current_date, 'clerk')`
      await recordBalance()
      await insertEntry(pay('received', 300))
      await recordBalance()
      await insertEntry(sql`insert into credit_notes (order_id, kind, number, amount_cents, goods_cents, made_by)
        values (${id}, 'adjustment', 7001, 200, 200, 'clerk')`)
      await recordBalance()
      await insertEntry(pay('received', open - 500))
      await recordBalance()
      await insertEntry(sql`insert into payments (order_id, kind, method, amount_cents, value_date, corrects_id, reason, made_by)
        select order_id, 'correction', method, -amount_cents, value_date, id, 'It bounced.', 'clerk'
          from payments where order_id = ${id} and amount_cents = 300`)
      await recordBalance()
      return { ok: false as const, refusal: balances }
    })
    expect(outcome).toEqual({ ok: false, refusal: [open, open - 300, open - 500, undefined, 300] })
    expect((await readOrderIndex(connection().db)).orders.get(id)?.balanceCents).toBe(open)
  })

  it('books the payment reference of a canceled order for which money is due again', async () => {
    const { id } = await placeOrder()
    const canceled = await runInTransaction((trx) =>
      changeOrder(trx, { id, change: 'canceled', actor: clerk, reason: 'Not wanted.' }, shop()),
    )
    expect(canceled.ok).toBe(true)
    const insertEntry = (kind: string, amount: number) =>
      connection().pool.query(
        `insert into payments (order_id, kind, method, amount_cents, value_date, corrects_id, reason, made_by,
           of_overpayment)
         values ($1, $2, 'quickpay', $3, current_date,
           (select max(id) from payments where order_id = $1 and kind = 'received' and $2 = 'correction'), $4, 'clerk',
           $2 = 'refunded')`,
        [id, kind, amount, kind === 'correction' ? 'It bounced.' : ''],
      )
    const lateId = await createTransaction(500, encodePaymentReference(id))
    const findSort = async (bankTransactionId: number) =>
      (await listBankTransactions(connection().db, { state: 'open' })).find((one) => one.id === bankTransactionId)
        ?.match?.sort
    expect(await findSort(lateId)).toBe('unknown')
    await insertEntry('received', 500)
    await insertEntry('refunded', 500)
    expect(await findSort(lateId)).toBe('unknown')
    await insertEntry('correction', -500)
    expect(await readBalance(id)).toBe(500)
    expect(await findSort(lateId)).toBe('exact')
    expect(await findSort(await createTransaction(600, encodePaymentReference(id)))).toBe('probable')
    expect(
      await runInTransaction((trx) => bookExactBankTransactions(trx, clerk, { only: [lateId] }, shop())),
    ).toMatchObject({
      booked: [{ bankTransactionId: lateId, orderId: id, amountCents: 500 }],
    })
    expect(await readBalance(id)).toBe(0)
  })

  it('does not book possible debits in bulk until staff confirm their receipt', async () => {
    const { id: orderId, open } = await placeOrder()
    const text = (words: string) =>
      `Date,Description,Amount\n11/20/2026,KAY EXAMPLE ${encodePaymentReference(orderId)}${words},${open / 100}\n`
    const [unconfirmed, other] = [
      (await importText(text(''), 'csv')).added[0] as number,
      (await importText(text(' thanks'), 'csv')).added[0] as number,
    ]
    const bookAll = () =>
      runInTransaction((trx) => bookExactBankTransactions(trx, clerk, { only: [unconfirmed, other] }, shop()))
    const listedTransaction = (await listBankTransactions(connection().db, { state: 'open' })).find(
      ({ id }) => id === unconfirmed,
    )
    expect(listedTransaction).toMatchObject({ isUnconfirmed: true, match: { sort: 'unknown' } })
    expect(listedTransaction?.match?.candidates[0]).toMatchObject({ orderId })
    expect(await bookAll()).toMatchObject({ booked: [] })
    // It may be the money that the order awaits.
    expect(await findMatchedOrders(connection().db)).toContain(orderId)
    await expect(
      connection().pool.query(
        `insert into payments (order_id, kind, method, amount_cents, value_date, made_by, bank_transaction_id)
         values ($1, 'received', 'quickpay', 1, current_date, 'attacker', $2)`,
        [orderId, unconfirmed],
      ),
    ).rejects.toThrow(/bank_transactions_unconfirmed_not_booked/)
    const receive = (bankTransactionId: number) =>
      runInTransaction((trx) => confirmBankTransaction(trx, clerk, { bankTransactionId }))
    expect(await receive(unconfirmed)).toMatchObject({ ok: true })
    expect(await receive(unconfirmed)).toMatchObject({ refusal: { code: 'already_received' } })
    expect(await bookAll()).toMatchObject({ booked: [{ bankTransactionId: unconfirmed, orderId }] })
    expect(await readActions(unconfirmed)).toEqual(['bank_transaction.confirmed', 'bank_transaction.booked'])
    // Booking by hand also confirms it; one that does not belong to the shop is set aside.
    expect(await book(other, [{ orderId, amount: 1 }])).toMatchObject({ ok: true })
    expect(await undo(other)).toMatchObject({ ok: true })
    expect(
      await runInTransaction((trx) =>
        setBankTransactionAside(trx, clerk, { bankTransactionId: other, reason: 'A refund.' }),
      ),
    ).toMatchObject({
      ok: true,
    })
    expect(await findings()).toEqual([])
  })

  it('recognizes a payment that an earlier release read from the payer and memo columns alone', async () => {
    const text = 'Date,Name,Memo,Note,Amount\n11/20/2026,ANA REYES,kit,for the salon,+12.50\n'
    await connection().pool.query(
      `insert into bank_transactions (key, origin, amount_cents, value_date, payer, memo, source, imported_by)
       values ('said ["2026-11-20",1250,"ana reyes","kit"] 1', 'csv', 1250, '2026-11-20', 'ANA REYES', 'kit', '', 'test')`,
    )
    expect(await importText(text, 'csv')).toMatchObject({ added: [], known: [{ line: 2, differs: false }] })
  })

  it('splits a bank transaction over orders, never beyond its amount', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    const id = await createTransaction(first.open + second.open, 'both orders')
    const shares = [
      { orderId: second.id, amount: second.open },
      { orderId: first.id, amount: first.open },
    ]
    expect(await book(id, [...shares.slice(1), { orderId: second.id, amount: second.open + 1 }])).toMatchObject({
      refusal: { code: 'more_than_transaction' },
    })
    expect(await book(id, shares)).toMatchObject({ ok: true, openCents: 0 })
    expect([await readBalance(first.id), await readBalance(second.id)]).toEqual([0, 0])
    expect(await book(id, [{ orderId: first.id }])).toMatchObject({
      refusal: { code: 'bank_transaction_not_open', state: 'booked' },
    })
    await expect(
      connection().pool.query(
        `insert into payments (order_id, kind, method, amount_cents, value_date, made_by, bank_transaction_id)
         values ($1, 'received', 'quickpay', 1, current_date, 'attacker', $2)`,
        [first.id, id],
      ),
    ).rejects.toThrow(/bank_transactions_booked_within_amount/)
    expect(await findings()).toEqual([])
  })

  it('books pending money on the current day, and a check as uncleared', async () => {
    const { id: orderId, open } = await placeOrder()
    const { rows: days } = await connection().pool.query(
      `select to_char((now() at time zone 'America/New_York')::date + 1, 'MM/DD/YYYY') as ahead`,
    )
    const text = `Date,Description,Amount\n${days[0].ahead},Check deposit 1077,+${open / 100}\n`
    const imported = await runInTransaction((trx) => importBankTransactions(trx, clerk, { text, kind: 'csv' }))
    if (!imported.ok) throw new Error(imported.refusal.code)
    expect(await book(imported.added[0] as number, [{ orderId }])).toMatchObject({ ok: true, openCents: 0 })
    const { rows } = await connection().pool.query(
      `select method, value_date = (now() at time zone 'America/New_York')::date as today, payment_clearances as cleared
         from payments left join payment_clearances on payment_id = id where order_id = $1`,
      [orderId],
    )
    expect(rows).toEqual([{ method: 'check', today: true, cleared: null }])
  })

  it('reopens a bank transaction when its check bounces', async () => {
    const { id: orderId, open } = await placeOrder()
    const id = await createTransaction(open, 'check')
    expect(await book(id, [{ orderId, amount: 500 }])).toMatchObject({ ok: true })
    const { rows } = await connection().pool.query('select id from payments where bank_transaction_id = $1', [id])
    expect(
      await runInTransaction((trx) =>
        correctPayment(trx, clerk, { paymentId: rows[0].id, reason: 'It bounced.' }, shop()),
      ),
    ).toMatchObject({ ok: true })
    expect(await readState(id)).toMatchObject({ state: 'open', booked_cents: 0 })
    expect(await undo(id)).toMatchObject({ refusal: { code: 'nothing_to_undo' } })
    expect(await findings()).toEqual([])
  })

  it('reports the first clerk’s booking to the second clerk', async () => {
    const { id: orderId, open } = await placeOrder()
    const id = await createTransaction(open, 'halves')
    const facts = {
      state: 'open',
      bookedCents: 0,
      isUnconfirmed: false,
      setAsideReason: null,
      setAsideBy: null,
    } as const
    const version = computeTransactionVersion({ ...facts, paymentIds: [] })
    expect(await book(id, [{ orderId, amount: 500 }], version)).toMatchObject({ ok: true, openCents: open - 500 })
    expect(await book(id, [{ orderId, amount: 500 }], version)).toMatchObject({ refusal: { code: 'stale' } })
    expect(
      await runInTransaction((trx) => setBankTransactionAside(trx, clerk, { bankTransactionId: id, reason: 'x' })),
    ).toMatchObject({
      refusal: { code: 'partly_booked' },
    })
  })

  it('rejects unknown orders, empty lists and duplicate orders', async () => {
    const { id: orderId, open } = await placeOrder()
    const id = await createTransaction(open, 'x')
    expect(await book(999_999, [{ orderId }])).toMatchObject({ refusal: { code: 'not_found' } })
    expect(await book(id, [{ orderId: 999_999 }])).toMatchObject({ refusal: { code: 'order_not_found' } })
    expect(await book(id, [])).toMatchObject({ refusal: { code: 'amount_required' } })
    expect(await book(id, [{ orderId, amount: 0 }])).toMatchObject({ refusal: { code: 'amount_required' } })
    expect(
      await book(id, [
        { orderId, amount: 1 },
        { orderId, amount: 1 },
      ]),
    ).toMatchObject({
      refusal: { code: 'duplicate_order' },
    })
  })

  it('undoes a booking, and reopens an order that was completed because of it', async () => {
    const { id: orderId, open } = await placeOrder()
    const id = await createTransaction(open, encodePaymentReference(orderId))
    await book(id, [{ orderId }])
    const completed = await runInTransaction((trx) =>
      changeOrder(trx, { id: orderId, change: 'completed', actor: clerk }, shop()),
    )
    expect(completed).toMatchObject({ ok: true })
    expect(await undo(id)).toMatchObject({ ok: true, orderIds: [orderId] })
    expect(await readBalance(orderId)).toBe(open)
    expect(await readState(id)).toMatchObject({ state: 'open', booked_cents: 0 })
    expect(await undo(id)).toMatchObject({ refusal: { code: 'nothing_to_undo' } })
    expect(await book(id, [{ orderId }])).toMatchObject({ ok: true })
    expect(await readActions(id)).toEqual(
      expect.arrayContaining(['bank_transaction.booked', 'bank_transaction.reopened']),
    )
    expect(await findings()).toEqual([])
  })

  it('sets a bank transaction aside with a reason, and undoes that', async () => {
    const id = await createTransaction(777, 'interest')
    const setAside = (reason: string) =>
      runInTransaction((trx) => setBankTransactionAside(trx, clerk, { bankTransactionId: id, reason }))
    expect(await setAside(' ')).toMatchObject({ refusal: { code: 'reason_required' } })
    expect(await setAside('Interest of the bank')).toMatchObject({ ok: true })
    expect(await setAside('Again')).toMatchObject({
      refusal: { code: 'bank_transaction_not_open', state: 'set_aside' },
    })
    expect(await undo(id)).toMatchObject({ ok: true, orderIds: [] })
    expect(await readState(id)).toMatchObject({ state: 'open' })
  })

  it('never changes the bank’s data', async () => {
    const id = await createTransaction(778, 'x')
    const { pool } = connection()
    await expect(pool.query('update bank_transactions set amount_cents = 1 where id = $1', [id])).rejects.toThrow(
      /are immutable/,
    )
    await expect(pool.query('delete from bank_transactions where id = $1', [id])).rejects.toThrow(/are immutable/)
  })

  it.runIf(engine === 'postgres')('books a bank transaction once under concurrent requests', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    const id = await createTransaction(first.open, 'race')
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        book(id, [{ orderId: index % 2 ? first.id : second.id, amount: first.open }]),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(
      outcomes.filter((outcome) => !outcome.ok && outcome.refusal.code === 'bank_transaction_not_open'),
    ).toHaveLength(49)
    const { rows } = await connection().pool.query(
      'select count(*)::int from payments where bank_transaction_id = $1',
      [id],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it.runIf(engine === 'postgres')('handles a booking for two orders that runs concurrently with its undo', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    const id = await createTransaction(first.open + second.open, 'race of two')
    const shares = [
      { orderId: second.id, amount: second.open },
      { orderId: first.id, amount: first.open },
    ]
    expect(await book(id, shares)).toMatchObject({ ok: true })
    const [undoResults, booked] = await Promise.all([
      Promise.all(Array.from({ length: 25 }, () => undo(id))),
      Promise.all(Array.from({ length: 25 }, () => book(id, shares))),
    ])
    const times = (outcomes: { ok: boolean }[]) => outcomes.filter(({ ok }) => ok).length
    const { state } = await readState(id)
    expect(1 + times(booked) - times(undoResults)).toBe(state === 'booked' ? 1 : 0)
    expect([await readBalance(first.id), await readBalance(second.id)]).toEqual(
      state === 'booked' ? [0, 0] : [first.open, second.open],
    )
    expect(await findings()).toEqual([])
  })
})

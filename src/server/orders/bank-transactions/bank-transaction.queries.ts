import { type RawBuilder, sql } from 'kysely'
import type { OpenOrder } from '#domain/bank-transactions/match-transaction.ts'
import type { ParsedTransaction } from '#domain/bank-transactions/parsed-transaction.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { hasAmountDue } from '#server/platform/database/order-conditions.ts'
import { PLANNED_FOR_VALUES } from '#server/platform/database/statement-names.ts'
import type { BankTransactionId, OrderId, PaymentId } from '#server/platform/database/tables.generated.ts'

export type BankTransactionState = 'open' | 'booked' | 'set_aside'

export async function findToday(db: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD') as today`.execute(db)
  return (rows[0] as { today: string }).today
}

export type KnownBankTransaction = {
  id: BankTransactionId
  key: string
  amount_cents: number
  /** YYYY-MM-DD; null if not stated. */
  date: string | null
  isNew: boolean
}

/**
 * Replaces a key that named the payer after their erasure (personal-data): the same bank transaction is still
 * recognized.
 */
const erasedKey = (key: RawBuilder<unknown>) => sql`'erased ' || encode(sha256(convert_to(${key}, 'UTF8')), 'hex')`

/** Inserts rows whose key is new; returns all of them as stored. */
export async function insertBankTransactions(
  trx: Transaction,
  transactions: readonly (ParsedTransaction & { key: string })[],
  { origin, importedBy }: { origin: string; importedBy: string },
): Promise<KnownBankTransaction[]> {
  const { rows: inserted } = await sql<Omit<KnownBankTransaction, 'isNew'>>`
    insert into bank_transactions (key, origin, amount_cents, value_date, payer, memo, bank_id, source, imported_by,
      unconfirmed)
    select key, ${origin}, "amountCents", date, payer, memo, "bankId", source, ${importedBy},
      coalesce("isUnconfirmed", false)
      from json_to_recordset(${JSON.stringify(transactions)}) as notice (line int, key text, "amountCents" bigint,
        date date, payer text, memo text, "bankId" text, source text, "isUnconfirmed" boolean)
     where not exists (select from bank_transactions erased where erased.key = ${erasedKey(sql`notice.key`)})
     order by line on conflict (key) do nothing returning id, key, amount_cents, value_date::text as date`.execute(trx)
  const newKeys = new Set(inserted.map(({ key }) => key))
  const existingKeys = [...new Set(transactions.map(({ key }) => key))].filter((key) => !newKeys.has(key))
  const existing = await findByKeys(
    trx,
    existingKeys.map((key) => ({ key })),
  )
  return [...inserted.map((row) => ({ ...row, isNew: true })), ...existing.map((row) => ({ ...row, isNew: false }))]
}

/** Returns which of the keys exist. */
export async function findByKeys(
  db: Database | Transaction,
  keyed: readonly { key: string }[],
): Promise<Omit<KnownBankTransaction, 'isNew'>[]> {
  const keys = JSON.stringify(keyed.map(({ key }) => key))
  const { rows } = await sql<Omit<KnownBankTransaction, 'isNew'>>`
    select id, given.key, amount_cents, value_date::text as date from json_array_elements_text(${keys}) as given (key)
      join bank_transactions on bank_transactions.key in (given.key, ${erasedKey(sql`given.key`)})`.execute(db)
  return rows
}

export type BankTransactionRow = {
  id: BankTransactionId
  state: BankTransactionState
  amountCents: number
  bookedCents: number
  /** YYYY-MM-DD */
  valueDate: string | null
  payer: string
  memo: string
  bankId: string | null
  source: string
  /** True until staff confirm that the money was received. */
  isUnconfirmed: boolean
  setAsideReason: string | null
  setAsideBy: string | null
  importedAt: Date
}

const columns = sql`id, state, amount_cents as "amountCents", booked_cents as "bookedCents",
  to_char(value_date, 'YYYY-MM-DD') as "valueDate", payer, memo, bank_id as "bankId", source, unconfirmed as "isUnconfirmed",
  set_aside_reason as "setAsideReason", set_aside_by as "setAsideBy", imported_at as "importedAt"`

/** Newest first; only those before `before`, if given. */
export async function findBankTransactions(
  db: Database | Transaction,
  state: BankTransactionState,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<BankTransactionRow[]> {
  // Nearly all are booked: a generic plan would scan those to find the few open ones.
  const { rows } = await sql<BankTransactionRow>`${sql.raw(PLANNED_FOR_VALUES)}
    select ${columns} from bank_transactions where state = ${state} and id < ${before ?? 2_147_483_647}
     order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Stays the same while no bank transaction is added and the open ones do not change. */
export async function findBankTransactionsVersion(db: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select (select coalesce(max(id), 0) from bank_transactions) || ' ' || md5(coalesce(string_agg(id::text, ' ' order by id), ''))
        as mark from bank_transactions where state = 'open'`.execute(db)
  return rows[0]?.mark ?? ''
}

export async function findBankTransaction(
  db: Database | Transaction,
  id: number,
): Promise<BankTransactionRow | undefined> {
  const { rows } = await sql<BankTransactionRow>`select ${columns} from bank_transactions where id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the bank transaction's row; the orders' rows must be locked before. */
export async function lockBankTransaction(trx: Transaction, id: number): Promise<BankTransactionRow | undefined> {
  const { rows } =
    await sql<BankTransactionRow>`select ${columns} from bank_transactions where id = ${id} for update`.execute(trx)
  return rows[0]
}

export type BankTransactionPayment = { paymentId: PaymentId; orderId: OrderId; amountCents: number }

/** Returns the uncorrected payments booked from a bank transaction, by order. */
export async function findBookedPayments(
  db: Database | Transaction,
  bankTransactionId: number,
): Promise<BankTransactionPayment[]> {
  const { rows } = await sql<BankTransactionPayment>`
    select payment.id as "paymentId", payment.order_id as "orderId", payment.amount_cents
        + coalesce((select sum(amount_cents) from payments where corrects_id = payment.id), 0)::bigint as "amountCents"
      from payments payment where bank_transaction_id = ${bankTransactionId} order by order_id, id`.execute(db)
  return rows.filter(({ amountCents }) => amountCents > 0)
}

export type BankTransactionBooking = BankTransactionPayment & { bankTransactionId: BankTransactionId; madeBy: string }

/** Returns the uncorrected payments of some bank transactions, with who booked them. */
export async function findBookings(
  db: Database | Transaction,
  bankTransactionIds: readonly number[],
): Promise<BankTransactionBooking[]> {
  const { rows } = await sql<BankTransactionBooking>`
    select payment.bank_transaction_id as "bankTransactionId", payment.id as "paymentId", payment.order_id as "orderId",
        payment.made_by as "madeBy", payment.amount_cents as "amountCents"
      from payments payment where bank_transaction_id = any(${bankTransactionIds}::int[])
        and not exists (select from payments undo where undo.corrects_id = payment.id)
     order by bank_transaction_id, order_id, id`.execute(db)
  return rows
}

/** Amount due of a row of `orders`, as `order_payment_totals` computes it, without hundreds of function calls. */
const balance = sql`orders.total_cents
  - (select coalesce(sum(amount_cents), 0)::bigint from credit_notes where order_id = orders.id)
  - (select coalesce(sum(case kind when 'refunded' then -amount_cents else amount_cents end), 0)::bigint
       from payments where order_id = orders.id)`

export type ProposedOrder = { id: OrderId; name: string; balanceCents: number }

/** Returns the order details that a clerk reviews before booking. */
export async function findCandidates(db: Database, orderIds: readonly number[]): Promise<ProposedOrder[]> {
  const { rows } = await sql<ProposedOrder>`
    select id, first_name || ' ' || last_name as name, ${balance} as "balanceCents"
      from orders where id = any(${orderIds}::int[])`.execute(db)
  return rows
}

export async function writeSetAside(
  trx: Transaction,
  id: BankTransactionId,
  setAside: { reason: string; by: string } | undefined,
): Promise<void> {
  await sql`
    update bank_transactions set set_aside_reason = ${setAside?.reason ?? null}, set_aside_by = ${setAside?.by ?? null},
      set_aside_at = ${setAside ? sql`now()` : null}
     where id = ${id}`.execute(trx)
}

/** Confirms that the money was received; called before any of it is booked. */
export async function markConfirmed(trx: Transaction, id: BankTransactionId): Promise<void> {
  await sql`update bank_transactions set unconfirmed = false where id = ${id}`.execute(trx)
}

/**
 * Returns the highest order number, and every order that may have an amount due, including canceled ones for which
 * money is due again, each with a mark of its row that every change alters: each payment and credit note rewrites the
 * row (`refresh_payment_state`), and its physical position distinguishes versions within one transaction.
 */
export async function findOpenRowVersions(db: Database | Transaction): Promise<{ marks: string; latest: number }> {
  // Read as a single text: thousands of rows, or an object, would take longer than finding them.
  const { rows } = await sql<{ marks: string | null; latest: number | null }>`
    select (select max(id) from orders) as latest,
      (select string_agg(mark, ';') from (
        select id || ' ' || xmin || ctid as mark from orders
         where payment_state in ('unpaid', 'partly_paid') and status = 'processing'
        union all
        select id || ' ' || xmin || ctid from orders where status = 'canceled' and ${hasAmountDue}) as open) as marks`.execute(
    db,
  )
  return { marks: rows[0]?.marks ?? '', latest: rows[0]?.latest ?? 0 }
}

/** Parses the mark of each order. */
export const parseRowVersions = (marks: string): [id: number, mark: string][] =>
  marks === ''
    ? []
    : marks.split(';').map((entry) => {
        const end = entry.indexOf(' ')
        return [Number(entry.slice(0, end)), entry.slice(end + 1)]
      })

/** Returns the amount due of these orders, and the names of possible payers. */
export async function findPayable(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<(OpenOrder & { id: OrderId })[]> {
  const { rows } = await sql<OpenOrder & { id: OrderId }>`
    select orders.id, ${balance} as "balanceCents",
      array_to_json(array_remove(array[orders.first_name || ' ' || orders.last_name,
        address.first_name || ' ' || address.last_name, nullif(card_holder_name, '')], null)) as names,
      array_to_json(array_remove(array[address.company], null)) as companies
      from orders left join order_addresses address on address.order_id = orders.id
     where orders.id = any(${ids}::integer[])`.execute(db)
  return rows
}

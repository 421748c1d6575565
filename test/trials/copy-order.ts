import pg from 'pg'

/** Orders per transaction. */
const BATCH_SIZE = 5_000
/** One of this many orders is unpaid. */
const UNPAID_EVERY_NTH = 5
const TABLES = ['order_lines', 'order_taxes', 'order_addresses', 'order_changes', 'stock_movements']

/**
 * Copies an order that was placed through the shop, with all of its rows, and books payments for most copies. Triggers
 * run as usual, so that `verify` passes afterward; a running shop seals the entries of the audit log.
 */
export async function copyOrder(databaseUrl: string, order: number, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const tables: { table: string; columns: string }[] = []
    for (const table of TABLES) tables.push({ table, columns: await columnsOf(client, table) })
    const columns = await columnsOf(client, 'orders')
    for (let start = 1; start <= count; start += BATCH_SIZE) {
      const series = `generate_series(${start}, ${Math.min(count, start + BATCH_SIZE - 1)}) n`
      const copied = `select ${order} + n as id, n from ${series}`
      await client.query('begin')
      await client.query(
        `insert into orders (id, ${columns}) overriding system value
           select ${order} + n, ${columns} from orders cross join ${series} where id = ${order} order by n`,
      )
      for (const { table, columns } of tables) {
        await client.query(
          `insert into ${table} (order_id, ${columns})
             select ${order} + n, ${columns} from ${table} cross join ${series} where order_id = ${order} order by n`,
        )
      }
      await client.query(
        `insert into payments (order_id, kind, method, amount_cents, value_date, made_by)
           select id, 'received', payment_type, total_cents, current_date, 'trial'
             from orders join (${copied}) copied using (id) where n % ${UNPAID_EVERY_NTH} > 0 order by id;
         insert into order_changes (order_id, change, changed_by)
           select id, 'paid', 'trial' from (${copied}) copied where n % ${UNPAID_EVERY_NTH} > 0 order by id;
         with entry as (
           insert into audit_entries (actor_kind, actor_name, action, subject_kind, subject_id)
             select 'system', 'trial', 'payment.booked', 'order', id::text
               from (${copied}) copied where n % ${UNPAID_EVERY_NTH} > 0 order by id returning id, made_at),
         payload as (insert into audit_payloads (entry_id, payload) select id, '{"by":"trial"}' from entry)
         insert into audit_unsealed (entry_id, made_at) select id, made_at from entry`,
      )
      await client.query('commit')
    }
    await client.query(`select setval(pg_get_serial_sequence('orders', 'id'), ${order + count})`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Columns that are copied unchanged: no ids, no cart, no generated columns. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
        and column_name not in ('order_id', 'cart_id', 'cart_round')`,
    [table],
  )
  return rows[0]?.names ?? ''
}

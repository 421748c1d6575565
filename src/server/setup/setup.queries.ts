import { sql } from 'kysely'
import { availableStock } from '#server/platform/database/available-stock.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

/** Returns whether nobody works with the store or has ordered, and it was not opened or closed before. */
export async function isUntouched(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (select from staff) and not exists (select from products) and not exists (select from orders)
      and not exists (select from users) and not exists (select from settings where key = 'open_to_visitors') as untouched`.execute(
    trx,
  )
  return rows[0]?.untouched === true
}

/** Finds the first product that can be bought now, with its available pieces. */
export async function findTestProduct(trx: Transaction): Promise<{ id: number; available: number | null } | undefined> {
  const { rows } = await sql<{ id: number; available: number | null }>`
    select id, available from (
      select id, ${availableStock('products')} as available from products where active) products
     where coalesce(available > 0, true) order by id limit 1`.execute(trx)
  return rows[0]
}

export async function findAvailable(trx: Transaction, productId: number): Promise<number | null> {
  const { rows } = await sql<{ available: number | null }>`
    select ${availableStock('products')} as available from products where id = ${productId}`.execute(trx)
  return rows[0]?.available ?? null
}

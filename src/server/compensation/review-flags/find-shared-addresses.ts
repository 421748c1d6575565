import { placeLines } from '#domain/addresses/address.ts'
import { firstInstant, type Month, nextMonth } from '#domain/calendar/month.ts'
import { addressKey } from '#domain/orders/personal-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type AddressRow, readAddresses } from './review-flag.queries.ts'

export type SharedAddress = { address: string; accounts: number[] }
export type HousePosition = { house: string; id: number }
export const FIRST_HOUSE: HousePosition = { house: '', id: 0 }

const SLICE = 5_000

/**
 * Searches the next addresses, ordered by house, for those that at least `minimum` accounts of the month have saved;
 * `next` is undefined at the end. Addresses are compared after normalizing their spelling (docs/plan §1). A house with
 * more addresses than a slice is reported in parts.
 */
export async function findSharedAddresses(
  db: Database,
  month: Month,
  { from, minimum }: { from: HousePosition; minimum: number },
): Promise<{ found: SharedAddress[]; next: HousePosition | undefined }> {
  const monthEnd = new Date(firstInstant(nextMonth(month)))
  const rows = await readAddresses(db, from, monthEnd, SLICE)
  const isLast = rows.length < SLICE
  const lastHouse = rows.at(-1)?.house
  const complete = isLast || rows[0]?.house === lastHouse ? rows : rows.filter(({ house }) => house !== lastHouse)
  const last = complete.at(-1)
  return {
    found: [...groupByAddress(complete).values()].filter(({ accounts }) => accounts.length >= minimum),
    next: isLast || !last ? undefined : { house: last.house, id: last.id },
  }
}

function groupByAddress(rows: readonly AddressRow[]): Map<string, SharedAddress> {
  const addressesByKey = new Map<string, SharedAddress>()
  for (const row of rows) {
    const key = addressKey(row.address)
    if (!row.counts || key === '') continue
    const existing = addressesByKey.get(key)
    if (!existing) addressesByKey.set(key, { address: placeLines(row.address).join(', '), accounts: [row.user_id] })
    else if (!existing.accounts.includes(row.user_id)) existing.accounts.push(row.user_id)
  }
  return addressesByKey
}

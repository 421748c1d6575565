import { createHash } from 'node:crypto'
import type { StoredMonth } from './month-input.ts'

/**
 * SHA-256 of a month's canonical inputs (docs/plan §4): the plan as JSON, then column by column, little-endian,
 * members by index (id, sponsor's index, active) and orders by id (credited member's index, customer, cents, PV), then
 * entries from earlier months, and staff corrections, if any: months without a correction have the same hash as before
 * corrections existed.
 */
export function hashInputs({ month, plan, memberIds, orderIds, input }: StoredMonth): Buffer {
  const { tree, orders, booked } = input
  const { corrections } = booked
  const { version, firstMonth, levels, directLineRateBp } = plan
  const rows = levels.map((row) => [
    row.code,
    row.personalPv,
    row.groupPv,
    row.customerPv,
    row.legs,
    row.legLevel,
    row.rateBp,
  ])
  const hash = createHash('sha256').update(JSON.stringify([1, month, version, firstMonth, directLineRateBp, rows]))
  const columns = [
    ...[memberIds, tree.sponsor, tree.active],
    ...[orderIds, orders.credited, orders.customer, orders.cvCents, orders.pv],
    ...[booked.volumes.credited, booked.volumes.customer, booked.volumes.cvCents, booked.volumes.pv],
    ...[booked.lines.payee, booked.lines.kind, booked.lines.amountCents],
    ...(corrections.member.length > 0 ? [corrections.member, corrections.bonus, corrections.amountCents] : []),
  ]
  for (const column of columns) {
    hash.update(Buffer.from(Uint32Array.of(column.length).buffer))
    hash.update(Buffer.from(column.buffer, column.byteOffset, column.byteLength))
  }
  return hash.digest()
}

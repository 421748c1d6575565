import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import {
  deleteMethod,
  deleteZone,
  findTakenPrefix,
  lockShipping,
  readMethods,
  readShippingVersion,
  readZones,
  replaceZone,
  type ShippingMethod,
  type ShippingZone,
  upsertMethod,
} from './shipping-table.queries.ts'

export type ShippingTable = { methods: ShippingMethod[]; zones: ShippingZone[]; version: string }
export type ShippingRefusal =
  | { code: 'changed_meanwhile' }
  | { code: 'unknown' }
  | { code: 'unknown_method'; method: string }
  | { code: 'prefix_taken'; prefix: string; zone: string }

/** Everything that decides a quote, and the version that a change of it names. */
export async function readShippingTable(db: Database): Promise<ShippingTable> {
  const [methods, zones, version] = await Promise.all([readMethods(db), readZones(db), readShippingVersion(db)])
  return { methods, zones, version }
}

/** Makes a zone or replaces it (docs/back-office §6); orders keep the shipping price that they were placed with. */
export async function saveShippingZone(
  trx: Transaction,
  actor: Actor,
  zone: ShippingZone,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  if (await isAnother(trx, expected)) return refuse({ code: 'changed_meanwhile' })
  const taken = await findTakenPrefix(trx, zone.code, zone.prefixes)
  if (taken) return refuse({ code: 'prefix_taken', ...taken })
  const known = new Set((await readMethods(trx)).map(({ code }) => code))
  const unknown = zone.rates.find(({ method }) => !known.has(method))
  if (unknown) return refuse({ code: 'unknown_method', method: unknown.method })
  const [before] = await readZones(trx, zone.code)
  await replaceZone(trx, zone)
  const [after] = await readZones(trx, zone.code)
  await record(trx, actor, 'shipping.zone_saved', zone.code, before, after)
  return { ok: true }
}

/** Its ZIPs are not delivered to any more, unless another zone has a shorter beginning of them. */
export async function removeShippingZone(
  trx: Transaction,
  actor: Actor,
  code: string,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  if (await isAnother(trx, expected)) return refuse({ code: 'changed_meanwhile' })
  const [before] = await readZones(trx, code)
  if (!before) return refuse({ code: 'unknown' })
  await deleteZone(trx, code)
  await record(trx, actor, 'shipping.zone_removed', code, before)
  return { ok: true }
}

export async function saveShippingMethod(
  trx: Transaction,
  actor: Actor,
  method: ShippingMethod,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  if (await isAnother(trx, expected)) return refuse({ code: 'changed_meanwhile' })
  const before = (await readMethods(trx)).find(({ code }) => code === method.code)
  await upsertMethod(trx, method)
  await record(trx, actor, 'shipping.method_saved', method.code, before, method)
  return { ok: true }
}

/** Orders keep how they were sent. */
export async function removeShippingMethod(
  trx: Transaction,
  actor: Actor,
  code: string,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  if (await isAnother(trx, expected)) return refuse({ code: 'changed_meanwhile' })
  const before = (await readMethods(trx)).find((method) => method.code === code)
  if (!before) return refuse({ code: 'unknown' })
  await deleteMethod(trx, code)
  await record(trx, actor, 'shipping.method_removed', code, before)
  return { ok: true }
}

async function isAnother(trx: Transaction, expected: string): Promise<boolean> {
  await lockShipping(trx)
  return (await readShippingVersion(trx)) !== expected
}

const record = (trx: Transaction, actor: Actor, action: string, id: string, before?: object, after?: object) =>
  recordAction(trx, actor, {
    action,
    subject: { kind: 'shipping', id },
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  })

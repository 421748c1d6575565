import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import {
  deleteMethod,
  deleteZone,
  findTakenPrefix,
  lockShipping,
  positionMethods,
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
  | { code: 'method_missing'; method: string }
  | { code: 'prefix_taken'; prefix: string; zone: string }

/** Everything that decides a quote, and the version that a change of it names. */
export async function readShippingTable(db: Database): Promise<ShippingTable> {
  const [methods, zones, version] = await Promise.all([readMethods(db), readZones(db), readShippingVersion(db)])
  return { methods, zones, version }
}

/** Makes a zone or replaces it (docs/back-office §6); orders keep the shipping price that they were placed with. */
export function saveShippingZone(
  trx: Transaction,
  actor: Actor,
  zone: ShippingZone,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  return ofSeenTable(trx, expected, async () => {
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
  })
}

/** Its ZIPs are not delivered to any more, unless another zone has a shorter beginning of them. */
export function removeShippingZone(
  trx: Transaction,
  actor: Actor,
  code: string,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  return ofSeenTable(trx, expected, async () => {
    const [before] = await readZones(trx, code)
    if (!before) return refuse({ code: 'unknown' })
    await deleteZone(trx, code)
    await record(trx, actor, 'shipping.zone_removed', code, before)
    return { ok: true }
  })
}

export function saveShippingMethod(
  trx: Transaction,
  actor: Actor,
  method: ShippingMethod,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  return ofSeenTable(trx, expected, async () => {
    const before = (await readMethods(trx)).find(({ code }) => code === method.code)
    await upsertMethod(trx, method)
    await record(trx, actor, 'shipping.method_saved', method.code, before, method)
    return { ok: true }
  })
}

/** Orders keep how they were sent. */
export function removeShippingMethod(
  trx: Transaction,
  actor: Actor,
  code: string,
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  return ofSeenTable(trx, expected, async () => {
    const before = (await readMethods(trx)).find((method) => method.code === code)
    if (!before) return refuse({ code: 'unknown' })
    await deleteMethod(trx, code)
    await record(trx, actor, 'shipping.method_removed', code, before)
    return { ok: true }
  })
}

/** In which order methods are offered at checkout: names every method once. */
export function orderShippingMethods(
  trx: Transaction,
  actor: Actor,
  codes: readonly string[],
  expected: string,
): Promise<Result<Done, ShippingRefusal>> {
  return ofSeenTable(trx, expected, async () => {
    const before = (await readMethods(trx)).map(({ code }) => code)
    const unknown = codes.find((code) => !before.includes(code))
    if (unknown !== undefined) return refuse({ code: 'unknown_method', method: unknown })
    const missing = before.find((code) => !codes.includes(code))
    if (missing !== undefined) return refuse({ code: 'method_missing', method: missing })
    if (before.every((code, index) => code === codes[index])) return { ok: true }
    await positionMethods(trx, codes)
    await record(trx, actor, 'shipping.methods_ordered', 'methods', { codes: before }, { codes: [...codes] })
    return { ok: true }
  })
}

/** A change from the version of the whole table that was looked at, one after the other. */
async function ofSeenTable(
  trx: Transaction,
  expected: string,
  change: () => Promise<Result<Done, ShippingRefusal>>,
): Promise<Result<Done, ShippingRefusal>> {
  await lockShipping(trx)
  if ((await readShippingVersion(trx)) !== expected) return refuse({ code: 'changed_meanwhile' })
  return change()
}

const record = (trx: Transaction, actor: Actor, action: string, id: string, before?: object, after?: object) =>
  recordAction(trx, actor, {
    action,
    subject: { kind: 'shipping', id },
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  })

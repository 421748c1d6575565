import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
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
  | { code: 'stale' }
  | { code: 'not_found' }
  | { code: 'shipping_method_not_found'; method: string }
  | { code: 'shipping_method_missing'; method: string }
  | { code: 'prefix_taken'; prefix: string; zone: string }

/** Reads all data that determines a quote, and the version to pass with a change. */
export async function readShippingTable(db: Database): Promise<ShippingTable> {
  const [methods, zones, version] = await Promise.all([readMethods(db), readZones(db), readShippingVersion(db)])
  return { methods, zones, version }
}

/** Creates or replaces a zone (docs/back-office §6). Existing orders keep their shipping price. */
export function saveShippingZone(
  trx: Transaction,
  actor: Actor,
  zone: ShippingZone,
  expectedVersion: string,
): Promise<Result<NoValue, ShippingRefusal>> {
  return withExpectedVersion(trx, expectedVersion, async () => {
    const conflict = await findTakenPrefix(trx, zone.code, zone.prefixes)
    if (conflict) return refuse({ code: 'prefix_taken', ...conflict })
    const knownCodes = new Set((await readMethods(trx)).map(({ code }) => code))
    const unknown = zone.rates.find(({ method }) => !knownCodes.has(method))
    if (unknown) return refuse({ code: 'shipping_method_not_found', method: unknown.method })
    const [before] = await readZones(trx, zone.code)
    await replaceZone(trx, zone)
    const [after] = await readZones(trx, zone.code)
    await recordShippingAction(trx, actor, 'shipping.zone_saved', zone.code, before, after)
    return { ok: true }
  })
}

/** Removes a zone. Its ZIPs are no longer served, unless another zone has a shorter prefix of them. */
export function removeShippingZone(
  trx: Transaction,
  actor: Actor,
  code: string,
  expectedVersion: string,
): Promise<Result<NoValue, ShippingRefusal>> {
  return withExpectedVersion(trx, expectedVersion, async () => {
    const [before] = await readZones(trx, code)
    if (!before) return refuse({ code: 'not_found' })
    await deleteZone(trx, code)
    await recordShippingAction(trx, actor, 'shipping.zone_removed', code, before)
    return { ok: true }
  })
}

export function saveShippingMethod(
  trx: Transaction,
  actor: Actor,
  method: ShippingMethod,
  expectedVersion: string,
): Promise<Result<NoValue, ShippingRefusal>> {
  return withExpectedVersion(trx, expectedVersion, async () => {
    const before = (await readMethods(trx)).find(({ code }) => code === method.code)
    await upsertMethod(trx, method)
    await recordShippingAction(trx, actor, 'shipping.method_saved', method.code, before, method)
    return { ok: true }
  })
}

/** Removes a method. Existing orders keep it. */
export function removeShippingMethod(
  trx: Transaction,
  actor: Actor,
  code: string,
  expectedVersion: string,
): Promise<Result<NoValue, ShippingRefusal>> {
  return withExpectedVersion(trx, expectedVersion, async () => {
    const before = (await readMethods(trx)).find((method) => method.code === code)
    if (!before) return refuse({ code: 'not_found' })
    await deleteMethod(trx, code)
    await recordShippingAction(trx, actor, 'shipping.method_removed', code, before)
    return { ok: true }
  })
}

/** Sets the order of methods at checkout. The list must name every method once. */
export function orderShippingMethods(
  trx: Transaction,
  actor: Actor,
  codes: readonly string[],
  expectedVersion: string,
): Promise<Result<NoValue, ShippingRefusal>> {
  return withExpectedVersion(trx, expectedVersion, async () => {
    const before = (await readMethods(trx)).map(({ code }) => code)
    const unknown = codes.find((code) => !before.includes(code))
    if (unknown !== undefined) return refuse({ code: 'shipping_method_not_found', method: unknown })
    const missingMethod = before.find((code) => !codes.includes(code))
    if (missingMethod !== undefined) return refuse({ code: 'shipping_method_missing', method: missingMethod })
    if (before.every((code, index) => code === codes[index])) return { ok: true }
    await positionMethods(trx, codes)
    await recordShippingAction(
      trx,
      actor,
      'shipping.methods_ordered',
      'methods',
      { codes: before },
      { codes: [...codes] },
    )
    return { ok: true }
  })
}

/** Runs a change if the table still has the expected version. Changes are serialized. */
async function withExpectedVersion(
  trx: Transaction,
  expectedVersion: string,
  change: () => Promise<Result<NoValue, ShippingRefusal>>,
): Promise<Result<NoValue, ShippingRefusal>> {
  await lockShipping(trx)
  if ((await readShippingVersion(trx)) !== expectedVersion) return refuse({ code: 'stale' })
  return change()
}

const recordShippingAction = (
  trx: Transaction,
  actor: Actor,
  action: string,
  id: string,
  before?: object,
  after?: object,
) =>
  recordAction(trx, actor, {
    action,
    subject: { kind: 'shipping', id },
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  })

import type { TemplateZone } from '#domain/pricing/shipping-template.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import {
  deleteZone,
  lockShipping,
  readMethods,
  readShippingVersion,
  readZones,
  replaceZone,
  upsertMethod,
} from './shipping-table.queries.ts'

const methodLabels = {
  ground: 'Ground: Arrives 2-4 Days',
  express: 'Express: Arrives 1-2 Days',
  air: 'Air parcel: Arrives 5-8 Days',
}

/** Replaces all zones by those of a template; methods that it needs are added if they are missing. */
export async function applyShippingTemplate(
  trx: Transaction,
  actor: Actor,
  { zones, expectedVersion }: { zones: readonly TemplateZone[]; expectedVersion: string },
): Promise<Result<NoValue, Refusal<'stale'>>> {
  await lockShipping(trx)
  if ((await readShippingVersion(trx)) !== expectedVersion) return refuse({ code: 'stale' })
  const before = await readZones(trx)
  const known = new Set((await readMethods(trx)).map(({ code }) => code))
  for (const code of new Set(zones.flatMap(({ rates }) => rates.map(({ method }) => method)))) {
    if (!known.has(code)) await upsertMethod(trx, { code, label: methodLabels[code] })
  }
  for (const { code } of before) await deleteZone(trx, code)
  for (const zone of zones) await replaceZone(trx, zone)
  await recordAction(trx, actor, {
    action: 'shipping.template_applied',
    subject: { kind: 'shipping', id: 'zones' },
    before: { zones: before.map(({ code }) => code) },
    after: { zones: zones.map(({ code }) => code) },
  })
  return { ok: true }
}

import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { recordOperation } from '#server/operations/status/record-operation.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import type { DemoBackup } from './back-up-demo.ts'
import { deleteDemoData, isDemoShop } from './empty-demo.queries.ts'

export type EmptyDemoRefusal = Refusal<'not_a_demo_shop'>

/**
 * Empties a demo shop: then it is a new one, closed to visitors, with this owner. The caller has backed it up.
 */
export async function emptyDemo(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { file, missing }: DemoBackup,
): Promise<Result<NoValue, EmptyDemoRefusal>> {
  if (!(await isDemoShop(trx))) return refuse({ code: 'not_a_demo_shop' })
  await deleteDemoData(trx, actor.staffId)
  const closed = await storeSetting(trx, 'open_to_visitors', 'off')
  if (!closed.ok) throw new Error('a switch can be off')
  await recordOperation(trx, 'backup', { findings: missing, note: `into ${file}, before the demo was emptied` })
  await recordAction(trx, actor, {
    action: 'shop.emptied',
    subject: { kind: 'shop', id: 'demo' },
    after: { backup: file },
  })
  return { ok: true }
}

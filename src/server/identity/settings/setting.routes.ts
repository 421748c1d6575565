import type { FastifyInstance } from 'fastify'
import { changeSettingCall, settingHistoryCall, settingsCall } from '#contract/identity/settings.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { isSettingKey, type SettingKey } from '#server/platform/settings/registry.ts'
import { changeSetting } from './change-setting.ts'
import { listSettingHistory, listSettings } from './list-settings.ts'
import { settingChanged, settingProblem } from './setting.errors.ts'

/** Lets owners change settings of the shop (docs/back-office §6). */
export function settingRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, settingsCall, permitted(settingsCall), async () => ({ data: await listSettings(services) }))

  serve(app, settingHistoryCall, permitted(settingHistoryCall), async ({ params }) => ({
    data: await listSettingHistory(db, requireKey(params.key)),
  }))

  serve(app, changeSettingCall, permitted(changeSettingCall), async ({ params, body, caller: { actor } }) => {
    const key = requireKey(params.key)
    const { value, expected_version: expectedVersion, reason } = body
    const changed = await inTransaction(db, (trx) =>
      changeSetting(trx, actor, { key, value, reason: reason || undefined, expectedVersion }),
    )
    if (!changed.ok) {
      if (changed.refusal.code !== 'stale') throw settingProblem(changed.refusal)
      const current = (await listSettings(services)).find((setting) => setting.key === key)
      throw problem('stale', settingChanged, { current })
    }
    // The editor sees the change at once, even before this process is notified.
    await settings.reload()
    return { approval_id: changed.passed ? null : changed.approvalId }
  })
}

function requireKey(key: string): SettingKey {
  if (!isSettingKey(key)) throw notFound()
  return key
}

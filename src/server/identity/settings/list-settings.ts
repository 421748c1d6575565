import type { Setting, SettingHistory } from '#contract/identity/settings.ts'
import { listEntriesAbout } from '#server/identity/audit/list-entries.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { anySetting, type SettingGroup, type SettingKey, settingGroups } from '#server/platform/settings/registry.ts'
import { listStoredSettings } from '#server/platform/settings/settings.ts'
import { printStored, toSettingVersion } from './change-setting.ts'
import { findLastChanges } from './setting.queries.ts'

type SettingsDeps = Pick<Services, 'db' | 'settings'>

/** Lists every setting by group, with its meaning, its value, and who changed it last (docs/back-office §6). */
export async function listSettings(services: SettingsDeps): Promise<Setting[]> {
  const groups = Object.entries(settingGroups) as [SettingGroup, readonly SettingKey[]][]
  const keys = groups.flatMap(([, groupKeys]) => groupKeys)
  const [stored, changes] = await Promise.all([listStoredSettings(services.db), findLastChanges(services.db, keys)])
  const values = new Map(stored.map(({ key, value }) => [key, value]))
  const changeByKey = new Map(changes.map((change) => [change.key, change]))
  return groups.flatMap(([group, groupKeys]) =>
    groupKeys.map((key) => {
      const change = changeByKey.get(key)
      return {
        ...present(services, group, key, values.get(key)),
        changed: change ? { at: change.made_at.toISOString(), by: change.actor_name } : null,
      }
    }),
  )
}

/** Lists the latest changes of a setting, newest first; undoing a change means storing the value before it. */
export async function listSettingHistory(db: Database, key: SettingKey): Promise<SettingHistory> {
  const entries = await listEntriesAbout(db, [{ kind: 'setting', id: key }])
  return entries
    .filter(({ action }) => action === 'setting.changed')
    .map(({ id, made_at, actor_name, payload }) => ({
      id,
      at: made_at.toISOString(),
      by: actor_name,
      from: printStored(key, toText(payload?.before?.value)),
      to: printStored(key, toText(payload?.after?.value)),
      reason: payload?.reason ?? '',
    }))
}

function present({ settings }: SettingsDeps, group: SettingGroup, key: SettingKey, stored: string | undefined) {
  const { name, kind, default: fallback, meaning } = anySetting(key)
  const variable = settings.overriddenBy(key)
  return {
    key,
    group,
    name,
    description: meaning,
    input: kind.input,
    choices: (kind.choices ?? []).map(({ value, words }) => ({ value, label: words })),
    constraint: kind.wanted,
    value: printStored(key, stored),
    version: toSettingVersion(key, stored),
    default: kind.print(fallback),
    overridden: variable === undefined ? null : { variable, value: settings.print(key) },
  }
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

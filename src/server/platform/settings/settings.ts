import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { type Brand, plainBrand } from './brand.ts'
import {
  anySetting,
  formerSettingKeys,
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingKeys,
} from './registry.ts'
import { findSetting, findStoredSettings, isState, upsertSetting } from './settings.queries.ts'

/** `wanted` follows 'must be'. */
export type SettingRefusal = { wanted: string } & ({ code: 'invalid' } | { code: 'state_not_found'; state: string })

export type Settings = {
  /** Reads from memory, since every page and every order needs settings. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key>
  /** Returns the value as a person writes it. */
  print(key: SettingKey): string
  /** Name of the environment variable that overrides this setting, if there is one. */
  overriddenBy(key: SettingKey): string | undefined
  /** Returns the published look of the shop. */
  brand(): Brand
  /** Reloads values that other processes may have stored. */
  reload(): Promise<void>
}

type Values = Map<SettingKey, unknown>

/**
 * Opens the shop's settings: the environment's `SHOP_…` first, then the database, then the default (docs/product §10.1,
 * §11.7). `loadBrand` is needed only by processes that show the brand.
 */
export async function openSettings(
  db: Database,
  env: NodeJS.ProcessEnv,
  loadBrand: () => Promise<Brand> = async () => plainBrand,
): Promise<Settings> {
  const overrides = readOverrides(env)
  const read = () => Promise.all([readStored(db), loadBrand()])
  let [values, brand] = await read()

  const reload = async () => {
    ;[values, brand] = await read()
  }
  const get = (key: SettingKey) => overrides.get(key) ?? values.get(key) ?? anySetting(key).default
  return {
    get: get as Settings['get'],
    print: (key) => anySetting(key).kind.print(get(key)),
    overriddenBy: (key) => (overrides.has(key) ? toVariableName(key) : undefined),
    brand: () => brand,
    reload,
  }
}

/** Lists all stored settings as text, with the current keys of settings that an earlier release stored. */
export async function listStoredSettings(db: Database): Promise<{ key: string; value: string }[]> {
  const rows = await findStoredSettings(db)
  const stored = new Set(rows.map(({ key }) => key))
  return rows.flatMap(({ key, value }) => {
    const current = formerSettingKeys.get(key)
    if (current === undefined) return [{ key, value }]
    return stored.has(current) ? [] : [{ key: current, value }]
  })
}

/** Returns the stored text; undefined while the default applies. */
export async function findStoredSetting(trx: Transaction, key: SettingKey): Promise<string | undefined> {
  const { formerly } = anySetting(key)
  return (await findSetting(trx, key)) ?? (formerly === undefined ? undefined : await findSetting(trx, formerly))
}

/** Stores a setting as a person writes it; refused if the value does not fit the key. */
export async function storeSetting(
  trx: Transaction,
  key: SettingKey,
  value: string,
): Promise<Result<NoValue, SettingRefusal>> {
  const { kind } = anySetting(key)
  const { wanted } = kind
  const parsed = kind.parse(value)
  if (parsed === undefined) return refuse({ code: 'invalid', wanted })
  const stored = kind.store(parsed)
  if (key === 'pickup_state' && parsed !== '' && !(await isState(trx, stored))) {
    return refuse({ code: 'state_not_found', wanted, state: stored })
  }
  await upsertSetting(trx, key, stored)
  return { ok: true }
}

export const toVariableName = (key: string) => `SHOP_${key.toUpperCase()}`

// Other SHOP_ variables are ignored: container platforms set some of their own for a service called "shop".
function readOverrides(env: NodeJS.ProcessEnv): Values {
  const overrides: Values = new Map()
  for (const key of settingKeys) {
    const input = env[toVariableName(key)]
    if (input === undefined || input === '') continue
    const { kind } = anySetting(key)
    const value = kind.parse(input)
    if (value === undefined) throw new SettingError(`${toVariableName(key)}=${input}: must be ${kind.wanted}`)
    overrides.set(key, value)
  }
  return overrides
}

async function readStored(db: Database): Promise<Values> {
  const values: Values = new Map()
  for (const { key, value } of await listStoredSettings(db)) {
    // A newer version of the shop may have stored a key that this one does not know.
    if (!isSettingKey(key)) continue
    const restored = anySetting(key).kind.restore(value)
    if (restored === undefined) throw new SettingError(`The stored setting ${key} cannot be read: ${value}`)
    values.set(key, restored)
  }
  return values
}

/** An invalid setting from the environment or the database; the message is one line that names it. */
export class SettingError extends Error {}

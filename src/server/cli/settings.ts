import { type ChangeSettingRefusal, changeSetting } from '#server/identity/settings/change-setting.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { anySetting, isSettingKey, type SettingKey, settingKeys } from '#server/platform/settings/registry.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { approvalErrorMessage, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'

/** `key<TAB>value<TAB>default<TAB>meaning`, one setting per line (docs/product §11). */
export async function listSettings(context: CommandContext): Promise<number> {
  const settings = await openSettings(context.connection.db, context.env)
  for (const key of settingKeys) {
    const { kind, default: fallback, meaning } = anySetting(key)
    const choices = kind.choices?.map(({ value, words }) => `${value}: ${words}`).join('; ')
    const explanation = choices === undefined ? meaning : `${meaning} (${choices})`
    context.print([key, escapeLines(settings.print(key)), escapeLines(kind.print(fallback)), explanation].join('\t'))
  }
  return 0
}

export async function getSetting(context: CommandContext, input: string): Promise<number> {
  const key = requireKey(input)
  context.print((await openSettings(context.connection.db, context.env)).print(key))
  return 0
}

export async function setSetting(
  context: CommandContext,
  input: string,
  value: string,
  options: { reason?: string },
): Promise<number> {
  const key = requireKey(input)
  // Stored before the others are read, so that an unreadable value can be corrected.
  const change = { key, value: unescapeLines(value) }
  const stored = await inTransaction(context.connection.db, (trx) =>
    changeSetting(trx, context.actor, { ...change, reason: options.reason }),
  )
  if (!stored.ok) throw new UserError(errorMessage(key, stored.refusal))
  if (!stored.passed) return reportProposal(context, stored, 'by_its_approval')
  const settings = await openSettings(context.connection.db, context.env)
  const variable = settings.overriddenBy(key)
  context.print(
    variable === undefined
      ? `${key} is now: ${escapeLines(settings.print(key))}`
      : `${key} is stored, but ${variable} in the environment overrides it: ${escapeLines(settings.print(key))}`,
  )
  return 0
}

function errorMessage(key: SettingKey, refusal: ChangeSettingRefusal): string {
  switch (refusal.code) {
    case 'invalid':
      return `${key} must be ${refusal.wanted}.`
    case 'state_not_found':
      return `${key} must be ${refusal.wanted}. There is no state ${refusal.state}.`
    case 'stale':
      return `${key} was changed in the meantime.`
    default:
      return approvalErrorMessage(refusal)
  }
}

function requireKey(input: string): SettingKey {
  if (!isSettingKey(input)) throw new UserError(`There is no setting ${input}. "settings list" shows all of them.`)
  return input
}

/** Formats a multi-line value in one line, with line breaks as \n; it may also be typed that way. */
const escapeLines = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll(/\r?\n/g, '\\n')
const unescapeLines = (value: string): string =>
  value.replaceAll(/\\([\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\'))

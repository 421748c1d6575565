import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { foldedWords, foldForSearch } from '#domain/text/search-fold.ts'

export type Setting = AdminResponse<'settings'>['data'][number]

const GROUPS: Record<Setting['group'], string> = {
  shop: 'Store',
  counter: 'Pickup and ship-from',
  payment: 'Payment',
  orders: 'Orders and stock',
  members: 'Members and content',
  months: 'Months and payouts',
  security: 'Sign-in',
}

export type SettingsGroup = { title: string; settings: readonly Setting[] }

/** Groups in display order with the settings that match every search word; empty groups are omitted. */
export function groupsOf(settings: readonly Setting[], search: string): SettingsGroup[] {
  const searchWords = foldedWords(search)
  const matches = ({ key, name, description, value }: Setting) => {
    const text = foldForSearch(`${key} ${name} ${description} ${value}`)
    return searchWords.every((word) => text.includes(word))
  }
  return (Object.keys(GROUPS) as Setting['group'][])
    .map((group) => ({
      title: GROUPS[group],
      settings: settings.filter((setting) => setting.group === group && matches(setting)),
    }))
    .filter((group) => group.settings.length > 0)
}

/** Formats a value: dollars with their sign, and empty values as text. */
export function formatValue(
  { input, choices = [] }: Pick<Setting, 'input'> & Partial<Pick<Setting, 'choices'>>,
  value: string,
): string {
  if (value === '') return 'empty'
  if (input === 'choice') return choices.find((choice) => choice.value === value)?.label ?? value
  if (input === 'amount') return formatDollars(Number(value))
  if (input === 'number') return Number(value).toLocaleString('en-US')
  return input === 'switch' ? (value === 'on' ? 'On' : 'Off') : value
}

export const settingFacts = (setting: Setting): Record<string, string> => ({
  Value: formatValue(setting, setting.value),
  'Changed by': setting.changed?.by ?? '',
})

import type { AdminAnswer } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'

export type ReturnPreview = AdminAnswer<'previewReturn'>
export type ReturnedMember = NonNullable<ReturnPreview['network']>['members'][number]

const change = (name: string, before: string | number, after: string | number): string[] =>
  before === after ? [] : [`${name}: ${before} before, ${after} now.`]

/** Describes how a newer preview of the same return differs, one sentence per figure. */
export function differencesOf(before: ReturnPreview, after: ReturnPreview): string[] {
  const lines = after.lines.flatMap((line) => {
    const was = before.lines.find((one) => one.line === line.line)
    return was
      ? [
          ...change(`Already returned of ${line.name}`, was.returned_before, line.returned_before),
          ...change(`Credit for ${line.name}`, formatDollars(was.credit), formatDollars(line.credit)),
          ...change(`Restocked quantity of ${line.name}`, was.restocked, line.restocked),
          ...change(`Unshipped quantity of ${line.name}`, was.not_handed_over, line.not_handed_over),
        ]
      : []
  })
  return [
    ...change('The credit', formatDollars(before.credit), formatDollars(after.credit)),
    ...lines,
    ...change('The month', before.month ?? 'none', after.month ?? 'none'),
    ...change('The points', before.network?.pv ?? 0, after.network?.pv ?? 0),
    ...memberDifferences(before.network?.members ?? [], after.network?.members ?? []),
  ]
}

function memberDifferences(before: readonly ReturnedMember[], after: readonly ReturnedMember[]): string[] {
  const gone = before.filter(({ id }) => !after.some((one) => one.id === id))
  return [
    ...after.flatMap((member) => {
      const was = before.find(({ id }) => id === member.id)
      if (!was) return [`${member.name} is now affected as well.`]
      return [
        ...change(`Level of ${member.name}`, was.after.level_name, member.after.level_name),
        ...change(`PV of ${member.name}`, was.after.personal_pv, member.after.personal_pv),
        ...change(`Group PV of ${member.name}`, was.after.group_pv, member.after.group_pv),
        ...change(
          `Bonus of ${member.name}`,
          formatDollars(was.after.total_bonus),
          formatDollars(member.after.total_bonus),
        ),
      ]
    }),
    ...gone.map(({ name }) => `${name} is no longer affected.`),
  ]
}

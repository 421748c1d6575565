import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'

export type ReturnPreview = AdminResponse<'previewReturn'>
export type ReturnedMember = NonNullable<ReturnPreview['network']>['members'][number]

const describeChange = (name: string, before: string | number, after: string | number): string[] =>
  before === after ? [] : [`${name}: ${before} before, ${after} now.`]

/** Describes how a newer preview of the same return differs, one sentence per figure. */
export function findDifferences(before: ReturnPreview, after: ReturnPreview): string[] {
  const lines = after.lines.flatMap((line) => {
    const previous = before.lines.find((candidate) => candidate.line === line.line)
    return previous
      ? [
          ...describeChange(`Already returned of ${line.name}`, previous.returned_before, line.returned_before),
          ...describeChange(`Credit for ${line.name}`, formatDollars(previous.credit), formatDollars(line.credit)),
          ...describeChange(`Restocked quantity of ${line.name}`, previous.restocked, line.restocked),
          ...describeChange(`Unshipped quantity of ${line.name}`, previous.not_handed_over, line.not_handed_over),
        ]
      : []
  })
  return [
    ...describeChange('The credit', formatDollars(before.credit), formatDollars(after.credit)),
    ...lines,
    ...describeChange('The month', before.month ?? 'none', after.month ?? 'none'),
    ...describeChange('The points', before.network?.pv ?? 0, after.network?.pv ?? 0),
    ...memberDifferences(before.network?.members ?? [], after.network?.members ?? []),
  ]
}

function memberDifferences(before: readonly ReturnedMember[], after: readonly ReturnedMember[]): string[] {
  const removed = before.filter(({ id }) => !after.some((candidate) => candidate.id === id))
  return [
    ...after.flatMap((member) => {
      const previous = before.find(({ id }) => id === member.id)
      if (!previous) return [`${member.name} is now affected as well.`]
      return [
        ...describeChange(`Level of ${member.name}`, previous.after.level_name, member.after.level_name),
        ...describeChange(`PV of ${member.name}`, previous.after.personal_pv, member.after.personal_pv),
        ...describeChange(`Group PV of ${member.name}`, previous.after.group_pv, member.after.group_pv),
        ...describeChange(
          `Bonus of ${member.name}`,
          formatDollars(previous.after.total_bonus),
          formatDollars(member.after.total_bonus),
        ),
      ]
    }),
    ...removed.map(({ name }) => `${name} is no longer affected.`),
  ]
}

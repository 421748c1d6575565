import type { AdminAnswer, AdminInput } from '#contract/admin-calls.ts'

type Columns = NonNullable<AdminAnswer<'importNotices'>['columns']>
export type ColumnRole = keyof Columns
export type ColumnMapping = NonNullable<AdminInput<'importNotices'>['body']['columns']>

export const roleOf = (columns: Columns, number: number): ColumnRole | undefined =>
  (Object.entries(columns) as [ColumnRole, number][]).find(([, at]) => at === number)?.[0]

/** Assigns another role, or none, to one column and keeps the others; the result is sent with the next preview. */
export function columnsWith(columns: Columns, number: number, role: ColumnRole | ''): ColumnMapping {
  const before = roleOf(columns, number)
  const said: ColumnMapping = Object.fromEntries(Object.entries(columns).map(([each, at]) => [each, String(at)]))
  if (before) said[before] = ''
  if (role !== '') said[role] = String(number)
  // A bank has one signed amount, or separate credits and debits.
  if (role === 'amount') Object.assign(said, { credit: '', debit: '' })
  if (role === 'credit' || role === 'debit') said.amount = ''
  return said
}

import type { AdminInput, AdminResponse } from '#contract/admin-calls.ts'

type Columns = NonNullable<AdminResponse<'importBankTransactions'>['columns']>
export type ColumnRole = keyof Columns
export type ColumnMapping = NonNullable<AdminInput<'importBankTransactions'>['body']['columns']>

export const roleOf = (columns: Columns, number: number): ColumnRole | undefined =>
  (Object.entries(columns) as [ColumnRole, number][]).find(([, index]) => index === number)?.[0]

/** Assigns another role, or none, to one column and keeps the others; the result is sent with the next preview. */
export function withColumnRole(columns: Columns, number: number, role: ColumnRole | ''): ColumnMapping {
  const previousRole = roleOf(columns, number)
  const mapping: ColumnMapping = Object.fromEntries(
    Object.entries(columns).map(([role, index]) => [role, String(index)]),
  )
  if (previousRole) mapping[previousRole] = ''
  if (role !== '') mapping[role] = String(number)
  // A bank has one signed amount, or separate credits and debits.
  if (role === 'amount') Object.assign(mapping, { credit: '', debit: '' })
  if (role === 'credit' || role === 'debit') mapping.amount = ''
  return mapping
}

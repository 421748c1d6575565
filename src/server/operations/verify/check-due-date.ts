import { dueDate } from '#domain/orders/due-date.ts'
import type { DueFigures } from './unpaid-checks.queries.ts'

/** Compares a due date that was never moved with the rule (docs/back-office §3). */
export function checkDueDate({ id, created_at, payment_type, payment_days, due_on }: DueFigures): string[] {
  const expected = dueDate(created_at.getTime(), payment_type, payment_days)
  return expected === due_on ? [] : [`Order ${id} is due on ${due_on}; by the rule it is ${expected ?? 'never due'}.`]
}

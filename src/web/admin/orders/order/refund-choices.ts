import type { AdminResponse } from '#contract/admin-calls.ts'
import { parseDollars, toDollars } from '#domain/money/money.ts'
import { type PaymentMethod, paymentMethods } from '#domain/orders/balance.ts'
import type { OrderRecord } from './order-record.ts'

/** Possible reasons for a refund with their maximum: `overpayment`, or the id of a credit note. */
export type RefundChoice = { source: string; label: string; amount: number }

export const refundChoices = ({ overpayment, credit_notes }: OrderRecord['money']['refundable']): RefundChoice[] => [
  ...credit_notes
    .filter(({ amount }) => amount > 0)
    .map(({ id, number, amount }) => ({ source: String(id), label: `Credit note ${number}`, amount })),
  ...(overpayment > 0 ? [{ source: 'overpayment', label: 'Overpayment', amount: overpayment }] : []),
]

type Approval = AdminResponse<'approvals'>['approvals'][number]

/** Returns the refund of this order that awaits approval or was approved and awaits execution. */
export const findRefundApproval = (approvals: readonly Approval[], orderId: number): Approval | undefined =>
  approvals.find(
    ({ action, subject, state }) =>
      action === 'payment.refund' && subject === String(orderId) && (state === 'proposed' || state === 'approved'),
  )

/** Returns the approved refund to request again; undefined when the order no longer supports it. */
export function findApprovedRefund(
  { preview }: Pick<Approval, 'preview'>,
  choices: readonly RefundChoice[],
): { source: string; amount: number; method: PaymentMethod; reference: string } | undefined {
  const value = (name: string) => preview.find((fact) => fact.name === name)?.value ?? ''
  const choice = choices.find(({ label }) => label.toLowerCase() === value('of').toLowerCase())
  const amount = parseDollars(value('amount'))
  const method = paymentMethods.find((candidate) => candidate === value('method'))
  if (!choice || amount === undefined || !method) return undefined
  return { source: choice.source, amount: toDollars(amount), method, reference: value('reference') }
}

import type { AdminAnswer } from '#contract/admin-calls.ts'
import { parseDollars, toDollars } from '#domain/money/money.ts'
import { type PaymentMethod, paymentMethods } from '#domain/orders/balance.ts'
import type { OrderFile } from './order-file.ts'

/** Possible reasons for a refund with their maximum: `overpayment`, or the id of a credit note. */
export type RefundChoice = { of: string; words: string; amount: number }

export const refundChoices = ({ overpayment, credit_notes }: OrderFile['money']['refundable']): RefundChoice[] => [
  ...credit_notes
    .filter(({ amount }) => amount > 0)
    .map(({ id, number, amount }) => ({ of: String(id), words: `Credit note ${number}`, amount })),
  ...(overpayment > 0 ? [{ of: 'overpayment', words: 'Overpayment', amount: overpayment }] : []),
]

type Approval = AdminAnswer<'approvals'>['approvals'][number]

/** Returns the refund of this order that awaits approval or was approved and awaits execution. */
export const refundApproval = (approvals: readonly Approval[], orderId: number): Approval | undefined =>
  approvals.find(
    ({ action, subject, state }) =>
      action === 'payment.refund' && subject === String(orderId) && (state === 'proposed' || state === 'approved'),
  )

/** Returns the approved refund to request again; undefined when the order no longer supports it. */
export function refundOf(
  { preview }: Pick<Approval, 'preview'>,
  choices: readonly RefundChoice[],
): { of: string; amount: number; method: PaymentMethod; reference: string } | undefined {
  const value = (name: string) => preview.find((figure) => figure.name === name)?.value ?? ''
  const choice = choices.find(({ words }) => words.toLowerCase() === value('of').toLowerCase())
  const amount = parseDollars(value('amount'))
  const method = paymentMethods.find((one) => one === value('method'))
  if (!choice || amount === undefined || !method) return undefined
  return { of: choice.of, amount: toDollars(amount), method, reference: value('reference') }
}

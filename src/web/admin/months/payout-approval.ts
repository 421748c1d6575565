import type { AdminAnswer } from '#contract/admin-calls.ts'
import { type SentMethod, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import type { Payout } from './month-labels.ts'

type Approval = AdminAnswer<'approvals'>['approvals'][number]

export type PayoutApproval = Pick<
  Approval,
  'proposed_by' | 'proposed_at' | 'decided_by' | 'reason' | 'proposed_by_viewer'
> & {
  state: 'proposed' | 'approved'
  method: SentMethod
  reference: string
}

/**
 * Returns the manual payout that awaits approval or was approved and awaits execution; undefined when the payout
 * changed since, which voids the approval.
 */
export function payoutApproval(
  approvals: readonly Approval[],
  month: string,
  { member_id, entries }: Pick<Payout, 'member_id' | 'entries'>,
): PayoutApproval | undefined {
  const found = approvals.find(
    ({ action, subject, state }) =>
      action === 'payout.send' && subject === `${month} ${member_id}` && (state === 'proposed' || state === 'approved'),
  )
  if (!found) return undefined
  const value = (name: string) => found.preview.find((figure) => figure.name === name)?.value ?? ''
  if (value('entries') !== String(entries.length)) return undefined
  const method = sentMethods.find((one) => one === value('method')) ?? 'other'
  return { ...found, state: found.state as PayoutApproval['state'], method, reference: value('reference') }
}

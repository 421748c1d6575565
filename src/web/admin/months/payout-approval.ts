import type { AdminResponse } from '#contract/admin-calls.ts'
import { type SentMethod, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import type { Payout } from './month-labels.ts'

type Approval = AdminResponse<'approvals'>['approvals'][number]

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
export function findPayoutApproval(
  approvals: readonly Approval[],
  month: string,
  { member_id, entries }: Pick<Payout, 'member_id' | 'entries'>,
): PayoutApproval | undefined {
  const approval = approvals.find(
    ({ action, subject, state }) =>
      action === 'payout.send' && subject === `${month} ${member_id}` && (state === 'proposed' || state === 'approved'),
  )
  if (!approval) return undefined
  const value = (name: string) => approval.preview.find((fact) => fact.name === name)?.value ?? ''
  if (value('entries') !== String(entries.length)) return undefined
  const method = sentMethods.find((candidate) => candidate === value('method')) ?? 'other'
  return { ...approval, state: approval.state as PayoutApproval['state'], method, reference: value('reference') }
}

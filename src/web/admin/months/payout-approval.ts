import type { AdminAnswer } from '#contract/admin-calls.ts'
import { type SentMethod, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import type { Payout } from './month-words.ts'

type Approval = AdminAnswer<'approvals'>['approvals'][number]

export type PayoutApproval = Pick<Approval, 'proposed_by' | 'proposed_at' | 'decided_by' | 'reason' | 'own'> & {
  state: 'proposed' | 'approved'
  method: SentMethod
  reference: string
}

/**
 * The sending by hand of a payout that waits for a second person, or was approved and waits to be carried out; undefined
 * where something else was done with it since, which makes an approval void.
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

import type { ApprovalRefusal, Proposal } from '#server/identity/staff/consume-approval.ts'
import type { CommandContext } from './command.ts'

/** `then`: whether the second approval executes the action, or repeating the command does. */
export function reportProposal(
  { print }: Pick<CommandContext, 'print'>,
  { approvalId, voided }: Proposal,
  then: 'by_its_approval' | 'by_the_same_command',
): number {
  if (voided) print('This differs from the earlier proposal, which is now void along with its approval.')
  const next = then === 'by_its_approval' ? 'The second approval executes it.' : 'Then run the same command again.'
  print(
    `This needs two people: approval ${approvalId} is pending until two approvers have signed in and approved it. ${next}`,
  )
  return 0
}

export function approvalErrorMessage(refusal: ApprovalRefusal): string {
  switch (refusal.code) {
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'proposer_required':
      return 'This needs two people. Name the proposer with --by EMAIL.'
    case 'not_permitted':
      return 'The staff member named by --by is not allowed to do this.'
  }
}

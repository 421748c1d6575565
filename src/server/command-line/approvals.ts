import type { ApprovalRefusal, Proposed } from '#server/staff/pass-approval.ts'
import type { CommandContext } from './command.ts'

/** `then` says whether the second approval executes the action, or repeating the command does. */
export function tellProposed(
  { say }: Pick<CommandContext, 'say'>,
  { approvalId, voided }: Proposed,
  then: 'by_its_approval' | 'by_the_same_command',
): number {
  if (voided) say('This differs from the earlier proposal, which is now void along with its approval.')
  const next = then === 'by_its_approval' ? 'The second approval executes it.' : 'The same command then does it.'
  say(
    `This takes two people: approval ${approvalId} waits until two who may approve have signed in and approved it. ${next}`,
  )
  return 0
}

export function approvalSentence(refusal: ApprovalRefusal): string {
  switch (refusal) {
    case 'reason_needed':
      return 'Say why: --reason.'
    case 'name_needed':
      return 'This takes two people. Say who proposes it: --by EMAIL.'
    case 'not_permitted':
      return 'The staff member named by --by may not do this.'
  }
}

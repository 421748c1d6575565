import type { ApprovalRefusal, Proposed } from '#server/staff/pass-approval.ts'
import type { CommandContext } from './command.ts'

/** `then`: whether its approval carries it out, or the same command once it is approved. */
export function tellProposed(
  { say }: Pick<CommandContext, 'say'>,
  { approvalId, voided }: Proposed,
  then: 'by_its_approval' | 'by_the_same_command',
): number {
  if (voided) say('It is not what was proposed before, which is void with its approval.')
  const next = then === 'by_its_approval' ? 'The second approval does it.' : 'The same command then does it.'
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
      return 'Whoever --by names may not do this.'
  }
}

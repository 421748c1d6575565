import { ownMessages } from '#contract/messages.ts'
import { type ProblemError, problem } from '../errors.ts'

/** One sentence for a link that never existed, has been used, or is too old. */
export const linkExpired = (): ProblemError => problem(422, ownMessages.linkExpired, { token: ownMessages.linkExpired })

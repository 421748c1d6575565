import { AdminError } from './api.ts'
import { ProofGivenUp } from './proof.ts'

/** Returns the message for anything that was thrown; undefined when there is nothing to show. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ProofGivenUp) return undefined
  return error instanceof AdminError ? error.message : 'Could not reach the store. Nothing was changed.'
}

/** Error messages by field. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof AdminError && error.problem?.errors) || {}

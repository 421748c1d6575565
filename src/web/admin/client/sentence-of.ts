import { AdminError } from './api.ts'
import { ProofGivenUp } from './proof.ts'

/** What to show of whatever was thrown; undefined where there is nothing to say. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ProofGivenUp) return undefined
  return error instanceof AdminError ? error.message : 'Could not reach the store. Nothing was changed.'
}

/** What is wrong, by field. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof AdminError && error.problem?.errors) || {}

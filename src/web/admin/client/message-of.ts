import { AdminError } from './api.ts'
import { ReauthenticationCanceled } from './proof.ts'

/** Returns the message for anything that was thrown; undefined when there is nothing to show. */
export function errorMessage(error: unknown): string | undefined {
  if (error instanceof ReauthenticationCanceled) return undefined
  return error instanceof AdminError ? error.message : 'Could not reach the store. Nothing was changed.'
}

/** Error messages by field. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof AdminError && error.problem?.errors) || {}

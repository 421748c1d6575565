import { ApiError } from '#web/api/api.ts'
import { ReauthenticationCanceled } from './reauthentication.ts'

/** Returns the message for anything that was thrown; undefined when there is nothing to show. */
export function errorMessage(error: unknown): string | undefined {
  if (error instanceof ReauthenticationCanceled) return undefined
  if (!(error instanceof ApiError)) return 'Could not reach the store. Nothing was changed.'
  return error.problem?.detail ?? `The store responded with status ${error.status}`
}

/** Error messages by field. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof ApiError && error.problem?.errors) || {}

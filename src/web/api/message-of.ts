import { shopMessages } from '#contract/base/messages.ts'
import { ApiError } from './api.ts'

/** Returns the sentence to show. */
export const errorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.problem?.detail) || shopMessages.tryAgain

/** Reason for a refusal that the user can act on; undefined for faults. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status < 500 ? error.problem?.detail : undefined

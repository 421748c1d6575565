import { shopMessages } from '#contract/base/messages.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from './api.ts'

/** Message to show for any error. */
export const errorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.problem?.detail) || shopMessages.tryAgain

/** Returns the code of an error response; undefined for other errors. */
export const errorCode = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError ? error.problem?.code : undefined

/** Reason for a refusal that the user can act on; undefined for other errors. */
export const refusalReason = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status < 500 ? error.problem?.detail : undefined

import type { CallError } from '#contract/calls.ts'
import type { CallName } from '#contract/paths.ts'
import { ApiError } from './api.ts'

/** Whether this call was answered with an error, which is then one of those that the contract names. */
export const isErrorOf = <N extends CallName>(call: N, error: unknown): error is CallError<N> =>
  error instanceof ApiError && error.call === call

import type { CallError } from '#contract/calls.ts'
import type { CallName } from '#contract/paths.ts'
import { ApiError } from './api.ts'

/** Whether the error is a response to this call; its status and fields are then those of the contract. */
export const isErrorOf = <N extends CallName>(call: N, error: unknown): error is CallError<N> =>
  error instanceof ApiError && error.call === call

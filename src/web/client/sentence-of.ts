import { ownMessages } from '#contract/messages.ts'
import { ApiError } from './api.ts'

/** The sentence to show a person. */
export const sentenceOf = (error: unknown): string =>
  (error instanceof ApiError && error.problem?.detail) || ownMessages.tryAgain

/** Why the server would not take a request: what a person can do something about, unlike a fault of ours. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status < 500 ? error.problem?.detail : undefined

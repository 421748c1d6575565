import { ownMessages } from '#contract/messages.ts'
import { ApiError } from './api.ts'

/** The sentence to show a person. */
export const sentenceOf = (error: unknown): string =>
  (error instanceof ApiError && error.problem?.detail) || ownMessages.tryAgain

import { ownMessages } from '#contract/messages.ts'
import { ApiError, overNetwork, postJson } from '#web/api.ts'
import { csrfToken } from '#web/personal.ts'

export const post = <Answer>(path: string, body: object): Promise<Answer> =>
  postJson<Answer>(overNetwork, path, body, csrfToken())

/** The sentence to show to the visitor. */
export const sentenceOf = (error: unknown): string =>
  (error instanceof ApiError && error.problem?.detail) || ownMessages.tryAgain

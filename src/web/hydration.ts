import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Failure } from './failure.ts'

/** What the browser needs to continue where the server stopped; embedded in the page as a JSON block. */
export type Hydration = {
  publicUrl: string
  /** Responses by path. */
  answers: Record<string, unknown>
  /** Errors by the id of the route that shows them. */
  failures: Record<string, Failure> | null
}

export const HYDRATION_ID = 'hydration'

export function dehydrate(client: QueryClient): Hydration['answers'] {
  const answers: Hydration['answers'] = {}
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') answers[String(queryKey[0])] = state.data
  }
  return answers
}

/** The page was valid when it was sent, however long ago it was rendered, so its responses count as fresh. */
export function rehydrate(client: QueryClient, answers: Hydration['answers']): void {
  for (const [path, answer] of Object.entries(answers)) client.setQueryData([path], answer)
}

/** JSON that is safe between script tags. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const PublicUrl = createContext('')
export const PublicUrlProvider = PublicUrl.Provider

/** The shop's public URL, for canonical links and for pictures that other sites show. */
export const usePublicUrl = (): string => useContext(PublicUrl)

import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Failure } from './failure.ts'
import type { ReadKey } from './query.ts'

/** Data that the browser needs to hydrate; embedded in the page as a JSON block. */
export type Hydration = {
  publicUrl: string
  /** Loaded data by key. */
  answers: readonly (readonly [ReadKey, unknown])[]
  /** Errors by the id of the route that shows them. */
  failures: Record<string, Failure> | null
}

export const HYDRATION_ID = 'hydration'

/** The page was valid when sent, even if rendered long before, so its data counts as fresh. */
export function rehydrate(client: QueryClient, entries: Hydration['answers']): void {
  for (const [key, data] of entries) client.setQueryData(key, data)
}

/** JSON that is safe between script tags. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const PublicUrl = createContext('')
export const PublicUrlProvider = PublicUrl.Provider

/** Public URL of the shop, for canonical links and for pictures on other sites. */
export const usePublicUrl = (): string => useContext(PublicUrl)

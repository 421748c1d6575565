import { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'
import { ApiError, getJson, type Transport } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError | Error
    queryKey: readonly [path: string]
    queryMeta: {
      /** What a cached page that shows this answer must be dropped for. */
      tags?: (answer: never) => readonly string[]
      /** Whether there are endlessly many URLs like the one that asks. */
      endless?: (answer: never) => boolean
    }
  }
}

/** Carries the client to the loaders of the routes. */
export const queryClientContext = createContext<QueryClient>()

/** Reads are GETs of their key. One client a page view in the browser, one a rendering on the server. */
export function makeQueryClient(transport: Transport): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => getJson(transport, String(queryKey[0])),
        staleTime: 30_000,
        // The server's own refusals do not change by asking again; a lost connection may.
        retry: (failures, error) =>
          typeof document !== 'undefined' && failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  })
}

/** Whether anything that was read while rendering is one of endlessly many. */
export const readEndless = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .some(({ meta, state }) => {
      const endless = meta?.endless as ((answer: unknown) => boolean) | undefined
      return state.data !== undefined && endless?.(state.data)
    })

/** Tags of everything that was read while rendering. */
export function readTags(client: QueryClient): string[] {
  const tags = new Set<string>()
  for (const query of client.getQueryCache().getAll()) {
    const tagsOf = query.meta?.tags as ((answer: unknown) => readonly string[]) | undefined
    if (tagsOf && query.state.data !== undefined) for (const tag of tagsOf(query.state.data)) tags.add(tag)
  }
  return [...tags]
}

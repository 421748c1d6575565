import { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'
import { ApiError, getJson, type Transport } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError | Error
    queryKey: readonly [path: string]
    queryMeta: {
      /** The tags for which a cached page that shows this response must be dropped. */
      tags?: (answer: never) => readonly string[]
      /** Whether there are endlessly many URLs like the requested one. */
      endless?: (answer: never) => boolean
    }
  }
}

/** Passes the client to the routes' loaders. */
export const queryClientContext = createContext<QueryClient>()

/** A query is a GET of its key. One client per page view in the browser, one per rendering on the server. */
export function makeQueryClient(transport: Transport): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => getJson(transport, String(queryKey[0])),
        staleTime: 30_000,
        // The server's refusals stay the same on a retry; a lost connection may not.
        retry: (failures, error) =>
          typeof document !== 'undefined' && failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  })
}

/** Whether any query read while rendering is one of endlessly many. */
export const readEndless = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .some(({ meta, state }) => {
      const endless = meta?.endless as ((answer: unknown) => boolean) | undefined
      return state.data !== undefined && endless?.(state.data)
    })

/** The tags of everything read while rendering. */
export function readTags(client: QueryClient): string[] {
  const tags = new Set<string>()
  for (const query of client.getQueryCache().getAll()) {
    const tagsOf = query.meta?.tags as ((answer: unknown) => readonly string[]) | undefined
    if (tagsOf && query.state.data !== undefined) for (const tag of tagsOf(query.state.data)) tags.add(tag)
  }
  return [...tags]
}

import { QueryClient, queryOptions } from '@tanstack/react-query'
import { createContext } from 'react-router'
import type { ArgumentOf, ResponseBody, UrlInput } from '#contract/calls.ts'
import { cacheTags, isUnbounded } from '#contract/page-tags.ts'
import type { ReadName, WriteName } from '#contract/paths.ts'
import { ApiError, getWith, networkTransport, type Transport } from './api.ts'
import { withoutDefaults } from './search.ts'

/** A call's name and input. `['orders']` matches every page of the orders. */
export type ReadKey = readonly [name: ReadName, input?: object]

/** `unsent` is state that the response depends on and the server already has: part of the key, not of the request. */
type KeyedInput<N extends ReadName> = UrlInput<N> & { unsent?: unknown }

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError | Error
    queryKey: ReadKey
    /** The call being made, by which other components find pending changes and their outcome. */
    mutationKey: readonly [WriteName]
  }
}

/** Equal for equal requests: defaults are omitted. */
export const callKey = <N extends ReadName>(name: N, ...[input]: ArgumentOf<KeyedInput<N>>): ReadKey =>
  input ? [name, input.query ? { ...input, query: withoutDefaults(input.query) } : input] : [name]

/** Query for a GET call. */
export const callQuery = <N extends ReadName>(name: N, ...input: ArgumentOf<KeyedInput<N>>) =>
  queryOptions<ResponseBody<N>>({ queryKey: callKey(name, ...input) })

/** Passes the client to the routes' loaders. */
export const queryClientContext = createContext<QueryClient>()

/**
 * Queries make the call that their key names. One client per page view in the browser, one per render on the server.
 */
export function createQueryClient(transport: Transport = networkTransport): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [name, input] }) => getWith(transport, name, input),
        staleTime: 30_000,
        // A refusal stays the same on retry; a connection error may not.
        retry: (failures, error) =>
          typeof document !== 'undefined' && failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  })
}

type GetTags = (response: unknown) => readonly string[]
type IsUnbounded = (input: object, response: unknown) => boolean

/** Cache tags of everything loaded during a render. */
export function readTags(client: QueryClient): string[] {
  const tags = loadedData(client).flatMap(
    ([[name], response]) => (cacheTags as Record<string, GetTags>)[name]?.(response) ?? [],
  )
  return [...new Set(tags)]
}

/** True if a query of the render belongs to an endless set of pages. */
export const hasUnboundedQuery = (client: QueryClient): boolean =>
  loadedData(client).some(([[name, input], response]) => {
    const { query = {} } = (input ?? {}) as { query?: object }
    return (isUnbounded as Record<string, IsUnbounded>)[name]?.(query, response)
  })

/** All loaded data by key. */
export const loadedData = (client: QueryClient): [ReadKey, unknown][] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]]))

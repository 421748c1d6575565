import { QueryClient, queryOptions } from '@tanstack/react-query'
import { createContext } from 'react-router'
import type { Answer, Asked, Rest } from '#contract/calls.ts'
import { isEndless, tagsOf } from '#contract/page-tags.ts'
import type { ReadName } from '#contract/paths.ts'
import { ApiError, overNetwork, readBy, type Transport } from './api.ts'
import { stated } from './search.ts'

/** The call and what it is asked; `['orders']` alone is thereby a part of the key of every page of the orders. */
export type ReadKey = readonly [name: ReadName, asked?: object]

/** `unsent` is what an answer depends on besides and the shop knows itself. */
type Keyed<N extends ReadName> = Asked<N> & { unsent?: unknown }

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError | Error
    queryKey: ReadKey
  }
}

/** A key that is the same however the same thing is asked. */
export const keyOf = <N extends ReadName>(name: N, ...[asked]: Rest<Keyed<N>>): ReadKey =>
  asked ? [name, asked.query ? { ...asked, query: stated(asked.query) } : asked] : [name]

/** A read of the shop, by the call that answers it. */
export const readOf = <N extends ReadName>(name: N, ...asked: Rest<Keyed<N>>) =>
  queryOptions<Answer<N>>({ queryKey: keyOf(name, ...asked) })

/** Carries the client to the loaders of the routes. */
export const queryClientContext = createContext<QueryClient>()

/** Reads are the calls that their keys name. One client a page view in the browser, one a rendering on the server. */
export function makeQueryClient(transport: Transport = overNetwork): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [name, asked] }) => readBy(transport, name, asked),
        staleTime: 30_000,
        // The server's own refusals do not change by asking again; a lost connection may.
        retry: (failures, error) =>
          typeof document !== 'undefined' && failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  })
}

type TagsOf = (answer: unknown) => readonly string[]
type IsEndless = (asked: object, answer: unknown) => boolean

/** Tags of everything that was read while rendering. */
export function readTags(client: QueryClient): string[] {
  const tags = answersOf(client).flatMap(([[name], answer]) => (tagsOf as Record<string, TagsOf>)[name]?.(answer) ?? [])
  return [...new Set(tags)]
}

/** Whether anything that was read while rendering is one of endlessly many. */
export const readEndless = (client: QueryClient): boolean =>
  answersOf(client).some(([[name, asked], answer]) => {
    const { query = {} } = (asked ?? {}) as { query?: object }
    return (isEndless as Record<string, IsEndless>)[name]?.(query, answer)
  })

/** What has been answered so far, by key. */
export const answersOf = (client: QueryClient): [ReadKey, unknown][] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]]))

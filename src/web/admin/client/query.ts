import { keepPreviousData, QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AdminAnswer, AdminQuery, AdminReadArgument } from '#contract/admin-calls.ts'
import type { AdminReadName } from '#contract/admin-paths.ts'
import type { ReadKey } from '#web/client/query.ts'
import { AdminError, getBy } from './api.ts'

// The library's registered type of keys is the shop's, whose names are others; this client has none of those.
const keyOf = (name: AdminReadName, input?: object) =>
  (input === undefined ? [name] : [name, input]) as unknown as ReadKey

/** The query of a GET call, kept by name and input. */
export const adminQuery = <N extends AdminReadName>(name: N, ...[input]: AdminReadArgument<N>) =>
  queryOptions<AdminAnswer<N>>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => getBy(name, input, signal),
  })

/** While another page of the same list comes, the present one stays. */
export const useAdminQuery = <N extends AdminReadName>(name: N, ...input: AdminReadArgument<N>) =>
  useQuery({ ...adminQuery(name, ...input), placeholderData: keepPreviousData })

type Paged = Extract<
  { [N in AdminReadName]: AdminAnswer<N> extends { next: number | string | null } ? N : never }[AdminReadName],
  string
>

/** A list that goes on where it stands: each page's `next` is the `after` of the one below it. */
export const useAdminPages = <N extends Paged>(name: N, query: Omit<AdminQuery<N>, 'after'>) =>
  useInfiniteQuery({
    queryKey: keyOf(name, { pages: query }),
    queryFn: ({ pageParam, signal }) =>
      getBy(name, { query: { ...query, ...(pageParam !== null && { after: pageParam }) } }, signal),
    initialPageParam: null as number | string | null,
    getNextPageParam: (page: AdminAnswer<N>): number | string | null => page.next as number | string | null,
  })

export const makeAdminClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The shop's refusals stay the same on a retry; a lost connection may not.
        retry: (failures, error) => failures < 2 && !(error instanceof AdminError && error.status < 500),
      },
    },
  })

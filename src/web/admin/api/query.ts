import { keepPreviousData, type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AdminReadName } from '#contract/admin-call-paths.ts'
import type { AdminQuery, AdminReadArgument, AdminResponse } from '#contract/admin-calls.ts'
import { createQueryClient, type ReadKey } from '#web/api/query.ts'
import { fetchAdmin } from './api.ts'

// The library's registered key type lists the shop's query names; this client has different ones.
const keyOf = (name: AdminReadName, input?: object) =>
  (input === undefined ? [name] : [name, input]) as unknown as ReadKey

/** Query for a GET call, cached by name and input. */
export const adminQuery = <N extends AdminReadName>(name: N, ...[input]: AdminReadArgument<N>) =>
  queryOptions<AdminResponse<N>>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => fetchAdmin(name, input, signal),
  })

/** Keeps showing the current page while another page of the same list loads. */
export const useAdminQuery = <N extends AdminReadName>(name: N, ...input: AdminReadArgument<N>) =>
  useQuery({ ...adminQuery(name, ...input), placeholderData: keepPreviousData })

type PagedReadName = Extract<
  { [N in AdminReadName]: AdminResponse<N> extends { next: number | string | null } ? N : never }[AdminReadName],
  string
>

/** Infinite list: each page's `next` is the `after` of the following one. */
export const useAdminPages = <N extends PagedReadName>(
  name: N,
  query: Omit<AdminQuery<N>, 'after'>,
  params?: Record<string, number | string>,
) =>
  useInfiniteQuery({
    queryKey: keyOf(name, { pages: query, ...(params && { params }) }),
    queryFn: ({ pageParam, signal }) =>
      fetchAdmin(
        name,
        { ...(params && { params }), query: { ...query, ...(pageParam !== null && { after: pageParam }) } },
        signal,
      ),
    initialPageParam: null as number | string | null,
    getNextPageParam: (page: AdminResponse<N>): number | string | null => page.next as number | string | null,
  })

/** Like the shop's client, with data that is stale sooner. */
export function makeAdminClient(): QueryClient {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, staleTime: 10_000 } })
  return client
}

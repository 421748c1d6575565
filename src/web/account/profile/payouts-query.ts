import { infiniteQueryOptions } from '@tanstack/react-query'
import { get } from '#web/api/api.ts'
import { callKey } from '#web/api/query.ts'

export const payoutsQuery = () =>
  infiniteQueryOptions({
    queryKey: callKey('myPayouts', { query: {} }),
    queryFn: ({ pageParam }) => get('myPayouts', { query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

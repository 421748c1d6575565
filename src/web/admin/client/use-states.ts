import { useQuery } from '@tanstack/react-query'
import { get } from '#web/client/api.ts'
import { callKey } from '#web/client/query.ts'

/** The states that the shop knows, with their names; undefined while they come. They hardly ever change. */
export const useStates = () =>
  useQuery({
    queryKey: callKey('states'),
    queryFn: () => get('states'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

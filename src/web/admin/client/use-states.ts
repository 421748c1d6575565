import { useQuery } from '@tanstack/react-query'
import { get } from '#web/client/api.ts'
import { callKey } from '#web/client/query.ts'

/** US states with their names; undefined while they load. They hardly ever change. */
export const useStates = () =>
  useQuery({
    queryKey: callKey('states'),
    queryFn: () => get('states'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

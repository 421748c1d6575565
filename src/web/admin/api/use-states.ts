import { useQuery } from '@tanstack/react-query'
import { statesQuery } from '#web/forms/states-query.ts'

/** US states with their names; undefined while they load. They hardly ever change. */
export const useStates = () => useQuery({ ...statesQuery(), staleTime: Number.POSITIVE_INFINITY }).data

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminQuery } from '../client/query.ts'
import { useMay } from '../client/session.tsx'

/** What waits at each place of the sidebar. */
export function useCounts(): Readonly<Record<string, ReactNode>> {
  const { data: approvals } = useQuery({ ...adminQuery('approvals'), enabled: useMay('approve') })
  const waiting = approvals?.approvals.filter(({ state, own }) => state === 'proposed' && !own).length
  return { Approvals: waiting }
}

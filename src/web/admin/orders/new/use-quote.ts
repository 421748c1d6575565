import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { send } from '#web/admin/api/api.ts'
import type { ReadKey } from '#web/api/query.ts'
import { type Draft, quoteBody } from './draft.ts'

const PAUSE_MS = 150
export type Quote = AdminAnswer<'quoteStaffOrder'>

/** Quote of the draft, refetched after each edit and after changes by others. */
export function useQuote(draft: Draft) {
  const body = quoteBody(draft)
  const wanted = body && JSON.stringify(body)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error, isPlaceholderData } = useQuery<Quote>({
    // A POST only because its input is long; it changes nothing.
    queryKey: ['quoteStaffOrder', { asked }] as unknown as ReadKey,
    queryFn: () => send('quoteStaffOrder', { body: JSON.parse(asked ?? '{}') }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const isCurrent = wanted !== undefined && wanted === asked && data !== undefined && !isPlaceholderData && !error
  return {
    /** Quote of the draft or, grayed out, of the draft before the last edit. */
    quote: wanted === undefined ? undefined : data,
    error: wanted !== undefined && wanted === asked ? error : null,
    isCurrent,
  }
}

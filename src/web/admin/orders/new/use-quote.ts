import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import type { ReadKey } from '#web/client/query.ts'
import { send } from '../../client/api.ts'
import { type Draft, quoteBody } from './draft.ts'

const PAUSE_MS = 150
export type Quote = AdminAnswer<'quoteStaffOrder'>

/** What the draft comes to, asked for again after each change and whenever others change something. */
export function useQuote(draft: Draft) {
  const body = quoteBody(draft)
  const wanted = body && JSON.stringify(body)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error, isPlaceholderData } = useQuery<Quote>({
    // A POST only because its question is long: it changes nothing.
    queryKey: ['quoteStaffOrder', { asked }] as unknown as ReadKey,
    queryFn: () => send('quoteStaffOrder', { body: JSON.parse(asked ?? '{}') }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const isCurrent = wanted !== undefined && wanted === asked && data !== undefined && !isPlaceholderData && !error
  return {
    /** Of the draft or, greyed out, of how it was before the last change. */
    quote: wanted === undefined ? undefined : data,
    error: wanted !== undefined && wanted === asked ? error : null,
    isCurrent,
  }
}

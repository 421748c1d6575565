import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { send } from '#web/admin/api/api.ts'
import type { ReadKey } from '#web/api/query.ts'
import { type Draft, quoteBody } from './draft.ts'

const DEBOUNCE_MS = 150
export type Quote = AdminResponse<'quoteStaffOrder'>

/** Quote of the draft, refetched after each edit and after changes by others. */
export function useQuote(draft: Draft) {
  const body = quoteBody(draft)
  const input = body && JSON.stringify(body)
  const [debouncedInput, setDebouncedInput] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedInput(input), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [input])
  const { data, error, isPlaceholderData } = useQuery<Quote>({
    // A POST only because its input is long; it changes nothing.
    queryKey: ['quoteStaffOrder', { debouncedInput }] as unknown as ReadKey,
    queryFn: () => send('quoteStaffOrder', { body: JSON.parse(debouncedInput ?? '{}') }),
    enabled: debouncedInput !== undefined,
    placeholderData: keepPreviousData,
  })
  const isCurrent =
    input !== undefined && input === debouncedInput && data !== undefined && !isPlaceholderData && !error
  return {
    /** Quote of the draft or, grayed out, of the draft before the last edit. */
    quote: input === undefined ? undefined : data,
    error: input !== undefined && input === debouncedInput ? error : null,
    isCurrent,
  }
}

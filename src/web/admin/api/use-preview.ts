import { useEffect, useState } from 'react'
import type { AdminWriteName } from '#contract/admin-call-paths.ts'
import type { AdminInput, AdminResponse } from '#contract/admin-calls.ts'
import { adminPost } from './api.ts'
import { errorMessage } from './error-messages.ts'

const DEBOUNCE_MS = 250

type PreviewState<Response> = {
  isLoading: boolean
  data: Response | undefined
  /** Error message. */
  error: string | undefined
  /** Replaces the response with a newer one for the same input. */
  setData: (data: Response) => void
  /** Fetches again for the same input because the response has changed. */
  refetch: () => void
}
type PreviewResult<Response> = { inputJson: string; data?: Response; error?: string }

/**
 * Fetches the server's preview of an input whenever the input changes, and at no other time: the user confirms
 * exactly what was displayed. `undefined` fetches nothing. `basis` is the version of the record that it changes: another
 * one fetches again, too.
 */
export function usePreview<N extends AdminWriteName>(
  name: N,
  input: AdminInput<N> | undefined,
  basis = '',
): PreviewState<AdminResponse<N>> {
  const [result, setResult] = useState<PreviewResult<AdminResponse<N>>>({ inputJson: '' })
  const [attempt, setAttempt] = useState(0)
  const inputJson = input ? JSON.stringify([input, basis, attempt]) : ''
  useEffect(() => {
    if (inputJson === '') return
    let isCanceled = false
    const timer = setTimeout(async () => {
      try {
        // The argument is the same object; its type is a tuple only so that it can be omitted.
        const fetchPreview = adminPost as (name: N, input: AdminInput<N>) => Promise<AdminResponse<N>>
        const data = await fetchPreview(name, JSON.parse(inputJson)[0])
        if (!isCanceled) setResult({ inputJson, data })
      } catch (error) {
        if (!isCanceled) setResult({ inputJson, error: errorMessage(error) ?? '' })
      }
    }, DEBOUNCE_MS)
    return () => {
      isCanceled = true
      clearTimeout(timer)
    }
  }, [inputJson, name])
  const isCurrent = inputJson !== '' && result.inputJson === inputJson
  return {
    isLoading: inputJson !== '' && !isCurrent,
    data: isCurrent ? result.data : undefined,
    error: isCurrent ? result.error : undefined,
    setData: (data) => setResult({ inputJson, data }),
    refetch: () => setAttempt((attempt) => attempt + 1),
  }
}

import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { pageMessages } from '#contract/base/page-messages.ts'

/** Second step of a form with a `code` field: shown, empty and without an error, once the server requests a code. */
export function useSecondFactorStep<Fields extends FieldValues & { code: string }>(
  { formState, clearErrors, setFocus }: UseFormReturn<Fields>,
  failure: string | undefined,
) {
  const [asksCode, setAsksCode] = useState(false)
  const code = 'code' as Path<Fields>
  const codeError = formState.errors.code?.message as string | undefined

  // The first request for a code is not an error.
  useEffect(() => {
    if (asksCode || codeError === undefined) return
    setAsksCode(true)
    clearErrors(code)
  }, [asksCode, codeError, clearErrors, code])
  useEffect(() => {
    if (asksCode) setFocus(code)
  }, [asksCode, setFocus, code])

  const isQuestion = failure === pageMessages.codeNeeded && !(asksCode && codeError)
  return { asksCode, codeError: asksCode ? codeError : undefined, isQuestion }
}

import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { pageMessages } from '#contract/base/page-messages.ts'

/** Second step of a form with a `code` field: shown, empty and without an error, once the server requests a code. */
export function useSecondFactorStep<Fields extends FieldValues & { code: string }>(
  { formState, clearErrors, setFocus }: UseFormReturn<Fields>,
  failure: string | undefined,
) {
  const [needsCode, setNeedsCode] = useState(false)
  const code = 'code' as Path<Fields>
  const codeError = formState.errors.code?.message as string | undefined

  // The first request for a code is not an error.
  useEffect(() => {
    if (needsCode || codeError === undefined) return
    setNeedsCode(true)
    clearErrors(code)
  }, [needsCode, codeError, clearErrors, code])
  useEffect(() => {
    if (needsCode) setFocus(code)
  }, [needsCode, setFocus, code])

  const isCodeRequest = failure === pageMessages.codeRequired && !(needsCode && codeError)
  return { needsCode, codeError: needsCode ? codeError : undefined, isCodeRequest }
}

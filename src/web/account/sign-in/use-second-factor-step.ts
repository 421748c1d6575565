import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ErrorCode } from '#contract/errors.ts'

const CODE_REQUIRED: ErrorCode = 'second_factor_code_required'

/** Second step of a form with a `code` field: shown, empty and without an error, once the server requests a code. */
export function useSecondFactorStep<Fields extends FieldValues & { code: string }>(
  { formState, clearErrors, setFocus }: UseFormReturn<Fields>,
  errorCode: ErrorCode | undefined,
) {
  const [needsCode, setNeedsCode] = useState(false)
  const code = 'code' as Path<Fields>
  const codeError = formState.errors.code?.message as string | undefined

  // The first request for a code is not an error.
  useEffect(() => {
    if (needsCode || errorCode !== CODE_REQUIRED) return
    setNeedsCode(true)
    clearErrors(code)
  }, [needsCode, errorCode, clearErrors, code])
  useEffect(() => {
    if (needsCode) setFocus(code)
  }, [needsCode, setFocus, code])

  const isCodeRequest = errorCode === CODE_REQUIRED && !(needsCode && codeError)
  return { needsCode, codeError: needsCode ? codeError : undefined, isCodeRequest }
}

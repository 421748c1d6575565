import { useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { Body, BodyRules, FormName, ResponseBody } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isErrorOf, send } from '#web/api/api.ts'
import { errorCode, errorMessage, refusalReason } from '#web/api/error-message.ts'
import { createResolver } from './resolver.ts'

type CallFormOptions<N extends FormName, Fields extends FieldValues> = {
  call: N
  /** Schema of the call's body. */
  rules: BodyRules<N>
  empty: Fields
  /** The form stays busy until this settles. */
  onSuccess: (response: ResponseBody<N>, form: UseFormReturn<Fields>) => unknown
}

/** A form whose values are the body of a call: the contract validates its fields, the server the whole. */
export function useCallForm<N extends FormName, Fields extends Body<N> & FieldValues>({
  call,
  rules,
  empty,
  onSuccess,
}: CallFormOptions<N, Fields>) {
  const form = useForm<Fields>({
    defaultValues: empty as DefaultValues<Fields>,
    resolver: createResolver<Fields>(rules),
  })
  const [failure, setFailure] = useState<string>()
  const [code, setCode] = useState<ErrorCode>()
  const [reason, setReason] = useState<string>()

  const onSubmit = form.handleSubmit(async (body) => {
    setFailure(undefined)
    setCode(undefined)
    setReason(undefined)
    try {
      await onSuccess(await send(call, { body }), form)
    } catch (error) {
      setFailure(errorMessage(error))
      setCode(errorCode(error))
      if (!showAtFields(error)) setReason(refusalReason(error))
    }
  })

  /** Returns true if a field shows the error. */
  function showAtFields(error: unknown): boolean {
    const errors: Record<string, string | undefined> = (isErrorOf(call, error) && error.problem?.errors) || {}
    const names = Object.keys(errors).filter((name) => name in empty) as FieldPath<Fields>[]
    for (const [i, name] of names.entries()) {
      form.setError(name, { message: errors[name] }, { shouldFocus: i === 0 })
    }
    return names.length > 0
  }

  return { form, onSubmit, failure, code, reason, busy: form.formState.isSubmitting }
}

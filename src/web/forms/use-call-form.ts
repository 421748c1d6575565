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

type FormRefusal = {
  failure?: string
  code?: ErrorCode | undefined
  /** Undefined if fields show the error. */
  reason?: string | undefined
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
  const [refusal, setRefusal] = useState<FormRefusal>({})

  const onSubmit = form.handleSubmit(async (body) => {
    setRefusal({})
    try {
      await onSuccess(await send(call, { body }), form)
    } catch (error) {
      const isAtFields = showAtFields(error)
      const reason = isAtFields ? undefined : refusalReason(error)
      setRefusal({ failure: errorMessage(error), code: errorCode(error), reason })
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

  return { form, onSubmit, ...refusal, busy: form.formState.isSubmitting }
}

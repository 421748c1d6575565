import { useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError } from '#web/api.ts'
import { rulesOf } from '#web/checkout/resolver.ts'
import { post, sentenceOf } from './post.ts'

type MemberFormOptions<Fields, Answer> = {
  rules: { '~standard': unknown }
  /** The path the fields are posted to. */
  path: string
  empty: Fields
  /** The form stays busy until this has settled. */
  onAnswer: (answer: Answer, form: UseFormReturn<Fields & FieldValues>) => unknown
}

/** A form whose values are a call's body: the contract validates its fields, the server the whole. */
export function useMemberForm<Fields extends FieldValues, Answer>({
  rules,
  path,
  empty,
  onAnswer,
}: MemberFormOptions<Fields, Answer>) {
  const form = useForm<Fields>({ defaultValues: empty as DefaultValues<Fields>, resolver: rulesOf<Fields>(rules) })
  const [failure, setFailure] = useState<string>()

  const onSubmit = form.handleSubmit(async (fields) => {
    setFailure(undefined)
    try {
      await onAnswer(await post<Answer>(path, fields), form)
    } catch (error) {
      setFailure(sentenceOf(error))
      showAtFields(error)
    }
  })

  function showAtFields(error: unknown) {
    const errors = (error instanceof ApiError && error.problem?.errors) || {}
    const names = Object.keys(errors).filter((name) => name in empty) as FieldPath<Fields>[]
    for (const [i, name] of names.entries()) {
      form.setError(name, { message: errors[name] }, { shouldFocus: i === 0 })
    }
  }

  return { form, onSubmit, failure, busy: form.formState.isSubmitting }
}

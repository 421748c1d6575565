import { useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError } from '#web/api.ts'
import { rulesOf } from '#web/checkout/resolver.ts'
import { post, sentenceOf } from './post.ts'

type MemberFormOptions<Fields, Answer> = {
  rules: { '~standard': unknown }
  /** Where the fields are posted to. */
  path: string
  empty: Fields
  /** The form counts as being sent until this has ended. */
  onAnswer: (answer: Answer, form: UseFormReturn<Fields & FieldValues>) => unknown
}

/** A form that is a call's body: the contract says what is wrong with a field, the server what is wrong with the whole. */
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

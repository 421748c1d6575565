import { useEffect, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { rulesOf } from '#web/forms/resolver.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { checkoutForm, keepCheckoutForm } from './checkout-store.ts'
import { settled } from './steps.ts'

/** What the review passes to the step whose fields the server refused. */
export type RefusedFields = { refused: Record<string, string> }

const isRefused = (state: unknown): state is RefusedFields =>
  typeof state === 'object' && state !== null && 'refused' in state

/**
 * A step's form, filled with the session's values. Every change is stored; invalid fields get their messages, and the
 * first one the focus.
 */
export function useStepForm(rules: { '~standard': unknown }, start: () => CheckoutForm = checkoutForm) {
  const [defaultValues] = useState(start)
  const check = rulesOf<CheckoutForm>(rules)
  const form = useForm({ defaultValues, resolver: (values, ...rest) => check(settled(values), ...rest) })
  const { subscribe, setError } = form
  // The summary beside the step is about what the step shows, also before anything in it is changed.
  useEffect(() => keepCheckoutForm(defaultValues), [defaultValues])
  useEffect(
    () =>
      subscribe({ formState: { values: true }, callback: ({ values }) => keepCheckoutForm(structuredClone(values)) }),
    [subscribe],
  )

  const { state } = useLocation()
  useEffect(() => {
    if (!isRefused(state)) return
    const names = Object.keys(state.refused) as FieldPath<CheckoutForm>[]
    for (const [i, name] of names.entries()) {
      setError(name, { message: state.refused[name] }, { shouldFocus: i === 0 })
    }
  }, [state, setError])
  return form
}

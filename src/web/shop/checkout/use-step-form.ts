import { useEffect, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { createResolver } from '#web/forms/resolver.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { checkoutForm, storeCheckoutForm } from './checkout-store.ts'
import { withAddressId } from './steps.ts'

/** Navigation state from the review page to the step with refused fields. */
export type RefusedFields = { refused: Record<string, string> }

const isRefused = (state: unknown): state is RefusedFields =>
  typeof state === 'object' && state !== null && 'refused' in state

/**
 * Form of a step, filled from the session's values. Stores every change; invalid fields show their messages, and the
 * first one gets the focus.
 */
export function useStepForm(rules: { '~standard': unknown }, start: () => CheckoutForm = checkoutForm) {
  const [defaultValues] = useState(start)
  const validate = createResolver<CheckoutForm>(rules)
  const form = useForm({ defaultValues, resolver: (values, ...rest) => validate(withAddressId(values), ...rest) })
  const { subscribe, setError } = form
  // Syncs the summary with the initial values of the step, before any edit.
  useEffect(() => storeCheckoutForm(defaultValues), [defaultValues])
  useEffect(
    () =>
      subscribe({ formState: { values: true }, callback: ({ values }) => storeCheckoutForm(structuredClone(values)) }),
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

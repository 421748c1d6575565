import { createContext, useContext, useSyncExternalStore } from 'react'
import { type CheckoutForm, emptyForm, fromStored, toStored } from './checkout-form.ts'
import { createSessionValue } from './session-value.ts'

const form = createSessionValue('checkout-form')

/** The server has no form, and hydration must start from what it rendered. */
const serverForm = emptyForm(new Date(0))

/** Card fields live here only as long as the page does; the rest survives a reload. */
let current: CheckoutForm | undefined
const listeners = new Set<() => void>()

export function checkoutForm(): CheckoutForm {
  current ??= fromStored(form.read(), new Date())
  return current
}

export function storeCheckoutForm(change: Partial<CheckoutForm>): void {
  current = { ...checkoutForm(), ...change }
  form.write(toStored(current))
  notify()
}

/** Removes all form data from the browser once the order is placed. */
export function clearCheckoutForm(): void {
  current = undefined
  form.clear()
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const Submitted = createContext<CheckoutForm | undefined>(undefined)

/** Provides the form as submitted, even after it was cleared. */
export const SubmittedForm = Submitted.Provider

export function useCheckoutForm(): CheckoutForm {
  const submitted = useContext(Submitted)
  const form = useSyncExternalStore(subscribe, checkoutForm, () => serverForm)
  return submitted ?? form
}

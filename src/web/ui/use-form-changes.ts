import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** True if any value in a form differs from its initial one, whether or not React controls the fields. */
export function useFormChanges(form: RefObject<HTMLFormElement | null>) {
  const [isChanged, setChanged] = useState(false)
  const [initial] = useState(() => new WeakMap<Field, string>())
  const remember = () => {
    for (const field of listFields(form.current)) if (!initial.has(field)) initial.set(field, readValue(field))
  }
  useLayoutEffect(remember)
  const compare = () =>
    setChanged(listFields(form.current).some((field) => (initial.get(field) ?? readValue(field)) !== readValue(field)))
  // A select's `change` event follows. Rendering before it would restore the previous value of a controlled select.
  const compareInput = ({ target }: FormEvent) => target instanceof HTMLSelectElement || compare()
  /** The current values were saved or cleared. */
  const settle = () => {
    for (const field of listFields(form.current)) initial.set(field, readValue(field))
    setChanged(false)
  }
  return {
    isChanged,
    settle,
    // Fields rendered later get their initial value when they are first focused.
    handlers: { onFocusCapture: remember, onPointerDownCapture: remember, onInput: compareInput, onChange: compare },
  }
}

/** Discarding passwords, codes and search text is not considered a loss. */
const isTracked = (field: Field): boolean =>
  !(field instanceof HTMLInputElement && field.type === 'password') &&
  field.autocomplete !== 'one-time-code' &&
  field.getAttribute('role') !== 'combobox'

function listFields(form: HTMLFormElement | null): Field[] {
  return [...(form?.querySelectorAll<Field>('input, textarea, select') ?? [])].filter(isTracked)
}

const readValue = (field: Field): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
    ? String(field.checked)
    : field.value

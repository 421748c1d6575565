import { type RefObject, useLayoutEffect, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether anything in a form differs from what it had when it appeared, whoever holds its fields' values. */
export function useFormChanges(form: RefObject<HTMLFormElement | null>) {
  const [isChanged, setChanged] = useState(false)
  const [initial] = useState(() => new WeakMap<Field, string>())
  const remember = () => {
    for (const field of fieldsOf(form.current)) if (!initial.has(field)) initial.set(field, textIn(field))
  }
  useLayoutEffect(remember)
  const compare = () =>
    setChanged(fieldsOf(form.current).some((field) => (initial.get(field) ?? textIn(field)) !== textIn(field)))
  /** What is there now was saved, or emptied. */
  const settle = () => {
    for (const field of fieldsOf(form.current)) initial.set(field, textIn(field))
    setChanged(false)
  }
  return {
    isChanged,
    settle,
    // A field that appeared later has its first value until somebody reaches it.
    handlers: { onFocusCapture: remember, onPointerDownCapture: remember, onInput: compare, onChange: compare },
  }
}

/** What is typed again anyway is no loss: passwords, codes, and the words of a search. */
const isLoss = (field: Field): boolean =>
  !(field instanceof HTMLInputElement && field.type === 'password') &&
  field.autocomplete !== 'one-time-code' &&
  field.getAttribute('role') !== 'combobox'

function fieldsOf(form: HTMLFormElement | null): Field[] {
  return [...(form?.querySelectorAll<Field>('input, textarea, select') ?? [])].filter(isLoss)
}

const textIn = (field: Field): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
    ? String(field.checked)
    : field.value

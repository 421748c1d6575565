import { type MouseEvent, useState } from 'react'
import { findConflictingState } from '#domain/addresses/zip-state.ts'
import { Button } from '#web/ui/Button.tsx'

type ZipQuestionProps = {
  state: string
  zip: string
  /** Returns the name of a state that the form offers; undefined for an unknown one. */
  nameOf: (state: string) => string | undefined
  onState: (state: string) => void
}

/** Asks whether to change a state that does not match the ZIP; the answer is optional. */
export function ZipQuestion({ state, zip, nameOf, onState }: ZipQuestionProps) {
  const [kept, setKept] = useState('')
  const other = findConflictingState({ state, zip })
  const name = other === undefined ? undefined : nameOf(other)
  if (other === undefined || name === undefined || kept === `${state} ${zip}`) return null
  const changeState = (event: MouseEvent) => {
    focusField(event.currentTarget, 'state')
    onState(other)
  }
  const keepState = (event: MouseEvent) => {
    focusField(event.currentTarget, 'zip')
    setKept(`${state} ${zip}`)
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-note sm:col-span-6">
      <span>
        ZIP {zip} is in {name}.
      </span>
      <Button type="button" kind="secondary" onClick={changeState}>
        Change the state to {name}
      </Button>
      <Button type="button" kind="quiet" className="-mx-3" onClick={keepState}>
        Use it anyway
      </Button>
    </div>
  )
}

/** An answered question goes, and its focus would fall to the body: the field that it was about takes it. */
function focusField(question: Element, field: 'state' | 'zip'): void {
  const fields = question.closest('fieldset, form')
  fields?.querySelector<HTMLElement>(`[name="${field}"], [name$=".${field}"]`)?.focus()
}

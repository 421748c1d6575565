import { type MouseEvent, useState } from 'react'
import { findConflictingState } from '#domain/addresses/zip-state.ts'
import { Button } from '#web/ui/Button.tsx'

type ZipQuestionProps = {
  state: string
  zip: string
  /** Returns the name of a state that the form offers; undefined for an unknown one. */
  getStateName: (state: string) => string | undefined
  onState: (state: string) => void
}

/** Asks whether to change a state that does not match the ZIP; the answer is optional. */
export function ZipQuestion({ state, zip, getStateName, onState }: ZipQuestionProps) {
  const [dismissed, setDismissed] = useState('')
  const zipState = findConflictingState({ state, zip })
  const name = zipState === undefined ? undefined : getStateName(zipState)
  if (zipState === undefined || name === undefined || dismissed === `${state} ${zip}`) return null
  const changeState = (event: MouseEvent) => {
    focusField(event.currentTarget, 'state')
    onState(zipState)
  }
  const keepState = (event: MouseEvent) => {
    focusField(event.currentTarget, 'zip')
    setDismissed(`${state} ${zip}`)
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

/** Moves the focus to the field in question, because the question disappears and would drop it to the body. */
function focusField(question: Element, field: 'state' | 'zip'): void {
  const fields = question.closest('fieldset, form')
  fields?.querySelector<HTMLElement>(`[name="${field}"], [name$=".${field}"]`)?.focus()
}

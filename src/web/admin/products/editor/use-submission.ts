import { useEffect, useRef, useState } from 'react'
import { errorMessage, fieldErrors } from '../../api/error-messages.ts'
import { useConfirmation } from '../../api/use-confirmation.ts'
import { fieldLabels } from './editor-labels.ts'
import type { ProductDraft } from './product-draft.ts'
import { toFieldErrors } from './use-product-draft.ts'

const INVALID = '[aria-invalid="true"], [data-list-error]'

/** Submits the editor: shows what the contract or the server refuses at its field, and moves the focus there. */
export function useSubmission() {
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const [refusal, setRefusal] = useState<{ errors: Record<string, string>; message: string | undefined }>()
  const [isConfirmed, setConfirmed] = useState(false)
  const confirmation = useConfirmation()

  useEffect(() => {
    if (!refusal) return
    const field = form.current?.querySelector<HTMLElement>(INVALID)
    if (field) field.focus()
    else alert.current?.focus()
  }, [refusal])

  const isAtField = Object.keys(refusal?.errors ?? {}).some((name) => name in fieldLabels || name === 'stock')
  return {
    form,
    alert,
    errors: refusal?.errors ?? {},
    message: isAtField ? undefined : refusal?.message,
    confirmed: confirmation.isRequired && isConfirmed,
    confirmation: confirmation.isRequired ? { isChecked: isConfirmed, onChange: setConfirmed } : undefined,
    /** Sends unless the contract refuses the body. */
    async submit(draft: ProductDraft, contractErrors: Record<string, string>, send: () => Promise<unknown>) {
      setRefusal(undefined)
      if (draft.images.some(({ upload }) => upload?.state === 'failed')) {
        const images = 'Remove the pictures that were not uploaded, or try them again.'
        return setRefusal({ errors: { images }, message: images })
      }
      const [message] = Object.values(contractErrors)
      if (message !== undefined) return setRefusal({ errors: contractErrors, message })
      try {
        await confirmation.track(send())
      } catch (error) {
        setRefusal({ errors: toFieldErrors(fieldErrors(error)), message: errorMessage(error) })
      }
    },
  }
}

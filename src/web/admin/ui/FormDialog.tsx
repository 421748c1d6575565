import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { fieldErrors, sentenceOf } from '../client/sentence-of.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormActions } from './FormActions.tsx'
import { FieldErrors } from './fields.tsx'

type FormDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  look?: 'card' | 'wide' | 'drawer'
  /** What the button says. */
  submit: string
  /** Cannot be undone by a click. */
  danger?: boolean
  /** Why it cannot be sent now. */
  disabled?: boolean
  /** Nothing is to be entered: Enter sends it. */
  focusSubmit?: boolean
  /** Sends it; the dialog closes when it is through, and otherwise says why it is not. */
  onSubmit: (form: FormData) => Promise<unknown>
  children: ReactNode
}

/** A dialog around one form: what it refuses stands at its top and beside its fields, and what was typed is kept. */
export function FormDialog({
  open,
  onClose,
  title,
  look,
  submit,
  danger,
  disabled,
  focusSubmit,
  onSubmit,
  children,
}: FormDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog {...{ open, onClose, title }} {...(look && { look })} isBusy={busy}>
      <DialogForm
        {...{ onClose, submit, onSubmit, busy, setBusy }}
        danger={danger ?? false}
        disabled={disabled ?? false}
        focusSubmit={focusSubmit ?? false}
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}

type DialogFormProps = Required<
  Pick<FormDialogProps, 'onClose' | 'submit' | 'danger' | 'disabled' | 'focusSubmit' | 'onSubmit' | 'children'>
> & {
  busy: boolean
  setBusy: (busy: boolean) => void
}

function DialogForm({
  onClose,
  submit,
  danger,
  disabled,
  focusSubmit,
  onSubmit,
  busy,
  setBusy,
  children,
}: DialogFormProps) {
  const [error, setError] = useState<unknown>()
  const alert = useRef<HTMLDivElement>(null)
  const sentence = error === undefined ? undefined : sentenceOf(error)
  useEffect(() => {
    if (sentence) alert.current?.focus()
  }, [sentence])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || disabled) return
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit(new FormData(event.currentTarget))
      setBusy(false)
      onClose()
    } catch (fault) {
      setError(fault)
      setBusy(false)
    }
  }

  return (
    <form noValidate method="post" onSubmit={send} className="grid gap-4">
      {sentence && (
        <Alert tone="danger" ref={alert}>
          {sentence}
        </Alert>
      )}
      <FieldErrors value={fieldErrors(error)}>{children}</FieldErrors>
      <FormActions onCancel={onClose} disabled={busy} className="pt-1">
        <Button
          kind={danger ? 'danger' : 'primary'}
          type="submit"
          busy={busy}
          disabled={disabled}
          autoFocus={focusSubmit}
        >
          {submit}
        </Button>
      </FormActions>
    </form>
  )
}

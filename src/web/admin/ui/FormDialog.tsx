import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#web/ui/Alert.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useFormChanges } from '#web/ui/use-form-changes.ts'
import { errorMessage, fieldErrors } from '../api/error-messages.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FieldErrors } from './FieldErrors.tsx'
import { FormActions } from './FormActions.tsx'

type FormDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  variant?: 'card' | 'wide' | 'drawer'
  /** Label of the submit button. */
  submit: string
  /** Label of the button that closes the dialog. */
  cancel?: string
  /** Set when a click cannot undo the action. */
  danger?: boolean
  /** Disables submitting. */
  disabled?: boolean
  /** Set when there are unsaved changes outside the form's fields, such as lines of an order. */
  isChanged?: boolean
  /** Set when there is nothing to enter, so that Enter submits. */
  focusSubmit?: boolean
  /** Submits; the dialog closes on success and shows the error otherwise. `false` keeps it open. */
  onSubmit: () => Promise<unknown>
  /** Errors of a form that checks its fields, by name; without it, those of the server's response. */
  errors?: Record<string, string>
  children: ReactNode
}

/**
 * A dialog with one form. Shows refusals at their fields or else at the top, and keeps the input. The footer stays
 * visible however long the form is.
 */
export function FormDialog({
  open,
  onClose,
  title,
  variant,
  submit,
  cancel,
  danger,
  disabled,
  isChanged,
  focusSubmit,
  onSubmit,
  errors,
  children,
}: FormDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog {...{ open, onClose, title }} {...(variant && { variant })} isBusy={busy}>
      <DialogForm
        {...{ onClose, submit, onSubmit, errors, busy, setBusy }}
        cancel={cancel ?? 'Cancel'}
        danger={danger ?? false}
        disabled={disabled ?? false}
        isChanged={isChanged ?? false}
        focusSubmit={focusSubmit ?? false}
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}

type DialogFormProps = Required<
  Pick<
    FormDialogProps,
    'onClose' | 'submit' | 'cancel' | 'danger' | 'disabled' | 'isChanged' | 'focusSubmit' | 'onSubmit' | 'children'
  >
> & {
  errors: Record<string, string> | undefined
  busy: boolean
  setBusy: (busy: boolean) => void
}

function DialogForm({
  onClose,
  submit,
  cancel,
  danger,
  disabled,
  isChanged,
  focusSubmit,
  onSubmit,
  errors,
  busy,
  setBusy,
  children,
}: DialogFormProps) {
  const [error, setError] = useState<unknown>()
  const [isShownAtField, setShownAtField] = useState(false)
  const [isDiscarded, setDiscarded] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const entries = useFormChanges(form)
  const alert = useRef<HTMLDivElement>(null)
  const message = error === undefined ? undefined : errorMessage(error)
  useLayoutEffect(() => {
    if (error === undefined || !message) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const isAtField = field != null && document.getElementById(`${field.id}-error`)?.textContent === message
    setShownAtField(isAtField)
    if (isAtField) field.focus()
    else alert.current?.focus()
  }, [error, message])

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || disabled) return
    // Synchronous: a dialog that closes by a URL change without a call must not trigger the unsaved-changes guard.
    flushSync(() => setBusy(true))
    setError(undefined)
    setShownAtField(false)
    try {
      const isComplete = (await onSubmit()) !== false
      setBusy(false)
      if (isComplete) onClose()
    } catch (error) {
      setError(error)
      setBusy(false)
    }
  }

  function discard() {
    flushSync(() => setDiscarded(true))
    onClose()
  }

  return (
    <form ref={form} noValidate method="post" onSubmit={handleSubmit} {...entries.handlers} className="grid gap-4">
      <UnsavedGuard when={(entries.isChanged || isChanged) && !busy && !isDiscarded} />
      {message && !isShownAtField && (
        <Alert tone="danger" ref={alert}>
          {message}
        </Alert>
      )}
      <FieldErrors value={errors ?? fieldErrors(error)}>{children}</FieldErrors>
      <FormActions
        onCancel={discard}
        cancel={cancel}
        disabled={busy}
        className="sticky bottom-0 z-10 -mx-5 -mb-5 bg-paper px-5 pt-2 pb-5 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6"
      >
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

import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'

type StepFormProps = {
  /** Returns false if the form has errors at its fields. */
  onSubmit: () => Promise<boolean>
  /** Called after a successful submit. */
  onDone?: () => void
  errors: Record<string, string>
  submit?: string
  children: ReactNode
}

/** The form of a step; shows refusals at the fields or else above them, and keeps the input. */
export function StepForm({ onSubmit, onDone, errors, submit = 'Save and continue', children }: StepFormProps) {
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const message = failure === undefined ? undefined : errorMessage(failure)

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    setBusy(true)
    try {
      if (await onSubmit()) onDone?.()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate method="post" onSubmit={handleSubmit} className="grid max-w-form gap-4">
      {message !== undefined && !Object.values(errors).includes(message) && <Alert tone="danger">{message}</Alert>}
      <FieldErrors value={errors}>{children}</FieldErrors>
      <Button kind="primary" type="submit" busy={isBusy} className="justify-self-start">
        {submit}
      </Button>
    </form>
  )
}

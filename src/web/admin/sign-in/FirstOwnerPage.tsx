import { type SubmitEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { addFirstOwnerCall } from '#contract/identity/staff.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminForm } from '../api/use-admin-form.ts'

/** Stays busy after success, because the page is about to be left. */
const neverSettles = new Promise<never>(() => {})

/** First page of a new store: the link that the server printed leads here, and becomes the owner's account. */
export default function FirstOwnerPage() {
  const { token = '' } = useParams()
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const form = useAdminForm({
    call: addFirstOwnerCall,
    fields: { name: '', email: '' },
    body: (fields) => ({ ...fields, token }),
    async send(body) {
      const { path } = await send('addFirstOwner', { body })
      window.location.assign(path)
      await neverSettles
    },
  })

  useEffect(() => {
    send('openSetupLink', { body: { token } }).then(() => setOpen(true), setFailure)
  }, [token])

  async function start(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    try {
      await form.dialog.onSubmit()
    } catch (error) {
      setFailure(error)
    }
  }

  const { errors, isSubmitting } = form.formState
  return (
    <section className="grid gap-5">
      <title>Set up your store – Back office</title>
      <meta name="referrer" content="no-referrer" />
      <h1 className="display text-title">Set up your store</h1>
      {failure !== undefined && <Alert tone="danger">{errorMessage(failure)}</Alert>}
      {isOpen && (
        <form noValidate method="post" onSubmit={start} className="grid gap-4">
          <p>
            First, create your owner account. Then we’ll go through the rest step by step. You can stop at any time.
          </p>
          <TextField
            label="Your name"
            autoComplete="name"
            optional
            error={errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <Button type="submit" busy={isSubmitting} busyText="Saving…" className="mt-1">
            Continue
          </Button>
        </form>
      )}
    </section>
  )
}

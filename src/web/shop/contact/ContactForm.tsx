import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { MESSAGE_LIMIT, TEXT_LIMIT } from '#contract/base/limits.ts'
import { WrittenMessage } from '#contract/messages/calls.ts'
import { callUrl } from '#web/api/api.ts'
import { usePersonal } from '#web/api/personal.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { FormFailed } from '#web/forms/FormFailed.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'

const empty = { name: '', email: '', subject: '', order_number: '', message: '', website: '' }

/** A real form, which works before scripts load; it then redirects to the page with `?sent=1`. */
export function ContactForm() {
  const wasSent = useSearchParams()[0].has('sent')
  const user = usePersonal('user')
  const [isSent, setSent] = useState(wasSent)
  const { form, onSubmit, failure, reason, busy } = useCallForm({
    call: 'sendMessage',
    rules: WrittenMessage,
    empty,
    onSuccess: () => {
      setSent(true)
      form.reset()
    },
  })
  const { register, formState, reset } = form
  const { errors, isDirty } = formState
  // The page is the same for everyone; who is signed in is known only in the browser.
  useEffect(() => {
    if (user && !isDirty) reset({ ...empty, name: `${user.first_name} ${user.last_name}`, email: user.email })
  }, [user, isDirty, reset])
  const field = (name: keyof typeof empty) => ({ error: errors[name]?.message, ...register(name) })

  return (
    <div className="grid max-w-form gap-6">
      {isSent && !failure && (
        <Alert tone="success" ref={wasSent ? undefined : takeFocus}>
          <p>Thank you. Your message is on its way, and we’ll answer by email.</p>
        </Alert>
      )}
      <form
        noValidate
        method="post"
        action={callUrl('sendMessage')}
        onSubmit={(event) => {
          setSent(false)
          void onSubmit(event)
        }}
        className="grid gap-5"
      >
        <CsrfField />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField label="Name" autoComplete="name" required maxLength={TEXT_LIMIT} {...field('name')} />
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            required
            {...field('email')}
          />
          <TextField label="Subject" autoComplete="off" required maxLength={TEXT_LIMIT} {...field('subject')} />
          <TextField
            label="Order number"
            optional
            autoComplete="off"
            inputMode="numeric"
            maxLength={40}
            {...field('order_number')}
          />
        </div>
        <TextArea label="Message" rows={7} required maxLength={MESSAGE_LIMIT} {...field('message')} />
        {/* Hidden from people: programs that fill in every field give themselves away. */}
        <div hidden>
          <label>
            Leave this empty
            <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
          </label>
        </div>
        {failure && <FormFailed message={failure} reason={reason} />}
        <div>
          <Button type="submit" busy={busy} busyText="Sending…">
            Send message
          </Button>
        </div>
      </form>
    </div>
  )
}

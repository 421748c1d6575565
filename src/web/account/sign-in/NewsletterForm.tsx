import { type FormEvent, useId, useRef, useState } from 'react'
import { shopMessages } from '#contract/base/messages.ts'
import { callUrl } from '#web/api/api.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { controlClass, fieldAria } from '#web/ui/FieldFrame.tsx'
import type { SubscribeResult } from './subscribe.tsx'

/** Part of every page, so its validation and messages load only on submit. */
export function NewsletterForm({ className }: { className?: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [{ error, notice }, setSubscribed] = useState<SubscribeResult>({ done: false })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const outcome = await import('./subscribe.tsx').then(
      ({ subscribe }) => subscribe(String(new FormData(form).get('email'))),
      () => ({ done: false, error: shopMessages.tryAgain }),
    )
    setBusy(false)
    setSubscribed(outcome)
    if (outcome.done) form.reset()
    else if (outcome.error) input.current?.focus()
  }

  return (
    <form noValidate method="post" action={callUrl('subscribe')} onSubmit={submit} className={className}>
      <CsrfField />
      <label htmlFor={id} className="sr-only">
        Email Address
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={input}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          required
          placeholder="Email Address"
          {...fieldAria(id, { error })}
          className={cx(controlClass, 'min-w-0 flex-[1_1_9.5rem]')}
        />
        <Button
          type="submit"
          kind="secondary"
          busy={busy}
          busyText="Subscribing…"
          className="shrink-0 max-[20rem]:grow"
        >
          Subscribe
        </Button>
      </div>
      {error && (
        <p id={`${id}-error`} className="pt-1.5 text-note font-[520] text-danger">
          {error}
        </p>
      )}
      {notice && <div className="pt-3">{notice}</div>}
    </form>
  )
}

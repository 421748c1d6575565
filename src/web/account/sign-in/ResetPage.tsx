import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { pageMessages } from '#contract/base/page-messages.ts'
import type { Invitation } from '#contract/customers/invitation.ts'
import { Reset } from '#contract/customers/sign-in.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { callUrl } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { passwordLinkQuery } from './queries.ts'
import { TermsNote } from './TermsNote.tsx'
import { termsQuery } from './terms-query.ts'

const TITLE = 'Set Your Password'

/** Opened from an emailed link of an account or an invitation. Its URL is a secret and must not leak to other pages. */
export default function ResetPage() {
  const { token = '' } = useParams()
  const { data: link } = useSuspenseQuery(passwordLinkQuery(token))
  const [done, setDone] = useState(false)
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: TITLE }]} title={TITLE}>
      <PageHead title={TITLE} />
      <meta name="referrer" content="no-referrer" />
      <div className="max-w-narrow">
        {done ? (
          <div className="grid gap-5">
            <Alert tone="success" ref={takeFocus}>
              {pageMessages.passwordSet}
            </Alert>
            {/* A full load, because setting the password ends the session in this browser. */}
            <ButtonLink to={paths.login} reloadDocument>
              Login
            </ButtonLink>
          </div>
        ) : (
          <ResetForm token={token} invitation={link.invitation} onDone={() => setDone(true)} />
        )}
      </div>
    </PageFrame>
  )
}

type ResetFormProps = { token: string; invitation: Invitation | null; onDone: () => void }

function ResetForm({ token, invitation, onDone }: ResetFormProps) {
  const { terms } = useSuspenseQuery(termsQuery()).data
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: Reset,
    call: 'reset',
    empty: {
      token,
      password: '',
      confirmation: '',
      cosmetology_id: '',
      ...(terms && { terms_version: terms.version }),
    },
    onSuccess: onDone,
  })
  const { register, formState } = form
  return (
    <form noValidate method="post" action={callUrl('reset')} onSubmit={onSubmit} className="grid gap-4">
      <CsrfField />
      <input type="hidden" name="token" value={token} />
      {invitation && (
        <p>
          Welcome, {invitation.first_name} {invitation.last_name}. <strong>{invitation.inviter}</strong> invited you.
          Choose a password to create your account in their direct line.
        </p>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <PasswordFields
        password={{
          error: formState.errors.password?.message,
          ...register('password', { deps: formState.isSubmitted ? 'confirmation' : [] }),
        }}
        confirmation={{ error: formState.errors.confirmation?.message, ...register('confirmation') }}
      />
      {invitation && (
        <TextField
          label="Cosmetology Id"
          optional
          autoComplete="off"
          hint="The number on your license. You can also add it later in your account."
          error={formState.errors.cosmetology_id?.message}
          {...register('cosmetology_id')}
        />
      )}
      {invitation && terms && (
        <TermsNote doing="accepting the invitation" version={terms.version} field={register('terms_version')} />
      )}
      <Button type="submit" busy={busy} busyText="Saving…" className="mt-1">
        Save Password
      </Button>
      {invitation && (
        <ButtonLink
          kind="quiet"
          to={fillPath(pagePatterns.declineInvitation, { token })}
          className="-ml-3 justify-self-start"
        >
          Decline the invitation
        </ButtonLink>
      )}
      {failure && !invitation && (
        <ButtonLink kind="quiet" to={paths.login} className="-ml-3 justify-self-start">
          Request a new link
        </ButtonLink>
      )}
    </form>
  )
}

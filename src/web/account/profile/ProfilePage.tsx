import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { Profile } from '#contract/customers/calls.ts'
import type { User } from '#contract/customers/sign-in.ts'
import { EmailField } from '#web/account/sign-in/EmailField.tsx'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { showResponse } from '#web/api/show-response.ts'
import { FormFailed } from '#web/forms/FormFailed.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { PendingEmail } from './PendingEmail.tsx'

const ProfilePage = () => <AccountFrame title="Account information">{(user) => <Account user={user} />}</AccountFrame>
export default ProfilePage

function Account({ user }: { user: User }) {
  const [canceled, setCanceled] = useState(false)
  return (
    <div className="grid max-w-narrow gap-8">
      <ProfileForm user={user} onSaved={() => setCanceled(false)} />
      {user.pending_email !== null ? (
        <PendingEmail email={user.pending_email} current={user.email} onCanceled={() => setCanceled(true)} />
      ) : (
        canceled && (
          <Alert tone="success" ref={takeFocus}>
            Your account keeps {user.email}.
          </Alert>
        )
      )}
    </div>
  )
}

function ProfileForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const client = useQueryClient()
  const [saved, setSaved] = useState(false)
  const { first_name, last_name, email } = user
  const { form, onSubmit, failure, reason, busy } = useCallForm({
    rules: Profile,
    call: 'saveProfile',
    empty: { first_name, last_name, email },
    onSuccess: (updatedUser) => {
      showResponse(client, userQuery().queryKey, updatedUser)
      // The old email stays in force until the new one is confirmed, and the next save must send the old one.
      form.reset({ first_name: updatedUser.first_name, last_name: updatedUser.last_name, email: updatedUser.email })
      setSaved(true)
      onSaved()
    },
  })
  const { register, formState } = form
  const { errors } = formState
  // React Hook Form tracks dirty fields only while something subscribes to them.
  void formState.dirtyFields
  // The new email is confirmed in another window; the next save here must not revert it. Keeps unsaved input.
  useQuery({ ...userQuery(), refetchOnWindowFocus: user.pending_email !== null && 'always' })
  useEffect(
    () => form.reset({ first_name, last_name, email }, { keepDirtyValues: true, keepErrors: true }),
    [form, first_name, last_name, email],
  )
  return (
    <form noValidate onSubmit={onSubmit} onChange={() => setSaved(false)} className="grid gap-4">
      <UnsavedGuard when={formState.isDirty && !busy} />
      {failure && <FormFailed message={errors.email ? failure : shopMessages.tryAgain} reason={reason} />}
      {saved && !failure && <Alert tone="success">{formMessages.saved}</Alert>}
      <TextField
        label="First Name"
        autoComplete="given-name"
        required
        error={errors.first_name?.message}
        {...register('first_name')}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        required
        error={errors.last_name?.message}
        {...register('last_name')}
      />
      <EmailField error={errors.email?.message} {...register('email')} />
      <Button type="submit" busy={busy} busyText="Saving…" className="mt-1 justify-self-start">
        Save
      </Button>
    </form>
  )
}

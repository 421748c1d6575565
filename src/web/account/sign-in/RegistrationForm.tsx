import { useSuspenseQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { formMessages } from '#contract/base/form-messages.ts'
import { Registration } from '#contract/customers/sign-in.ts'
import { emptyAddress } from '#domain/addresses/address.ts'
import { callUrl, post } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { AddressFields, AddressGrid, AddressInput } from '#web/forms/AddressFields.tsx'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { FieldGrid, FormSection } from '#web/forms/FormSection.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { RadioCard, TextField } from '#web/ui/fields.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { EmailField } from './EmailField.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import type { RegistrationFields } from './registration-fields.ts'
import { TermsNote } from './TermsNote.tsx'
import { termsQuery } from './terms-query.ts'

const REDIRECT_DELAY_MS = 5000

const { address_2: _, ...emptyAddressInOneLine } = emptyAddress
const empty: RegistrationFields = {
  ...emptyAddressInOneLine,
  cosmetology_id: '',
  email: '',
  franchise: 'N',
  ref: '',
  password: '',
  confirmation: '',
}

export function RegistrationForm({ referral }: { referral: string }) {
  const [notice, setNotice] = useState<string>()
  const { terms } = useSuspenseQuery(termsQuery()).data
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: Registration,
    call: 'register',
    empty: { ...empty, ref: referral, ...(terms && { terms_version: terms.version }) },
    onSuccess: ({ message }) => {
      setNotice(message)
      form.reset()
    },
  })
  const { register, control, formState } = form
  const { errors } = formState
  const franchise = useWatch({ control, name: 'franchise' }) === 'Y'
  useRedirectHome(notice !== undefined)
  const checkEmail = createEmailCheck(form)
  const field = (name: keyof RegistrationFields) => ({
    error: errors[name]?.message,
    ...register(name),
  })

  return (
    <>
      {notice && !failure && !busy && <Registered message={notice} />}
      <form
        noValidate
        method="post"
        action={callUrl('register')}
        onSubmit={onSubmit}
        hidden={notice !== undefined}
        className="grid gap-10"
      >
        <CsrfField />
        <FormSection title="Your Details">
          <AddressGrid>
            <AddressInput part="first_name" {...field('first_name')} />
            <AddressInput part="last_name" {...field('last_name')} />
            <EmailField
              error={errors.email?.message}
              className="sm:col-span-3"
              {...register('email', { onBlur: checkEmail })}
            />
            <AddressInput part="phone_number" placeholder="(000) 000-0000" {...field('phone_number')} />
            <TextField
              label="Cosmetology Id"
              hint="The number on your license."
              autoComplete="off"
              spellCheck={false}
              required
              className="sm:col-span-3"
              {...field('cosmetology_id')}
            />
            <AddressInput part="company" {...field('company')} />
          </AddressGrid>
        </FormSection>
        <FormSection title="Address">
          <AddressGrid>
            <AddressFields
              field={field}
              without={['first_name', 'last_name', 'company', 'phone_number', 'address_2']}
            />
          </AddressGrid>
        </FormSection>
        <FormSection title="Are you a franchise?">
          <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
            <RadioCard title="Yes" note="You choose your password now." value="Y" {...register('franchise')} />
            <RadioCard
              title="No"
              note="We’ll email you a link to choose a password."
              value="N"
              {...register('franchise')}
            />
          </div>
          {franchise && (
            <div className="mt-5">
              <FieldGrid>
                <PasswordFields
                  password={{
                    error: errors.password?.message,
                    ...register('password', {
                      shouldUnregister: true,
                      deps: formState.isSubmitted ? 'confirmation' : [],
                    }),
                  }}
                  confirmation={{
                    error: errors.confirmation?.message,
                    ...register('confirmation', { shouldUnregister: true }),
                  }}
                />
              </FieldGrid>
            </div>
          )}
        </FormSection>
        <div className="grid gap-4">
          {terms && <TermsNote doing="registering" version={terms.version} field={register('terms_version')} />}
          {failure && <Alert tone="danger">{failure}</Alert>}
          <Button type="submit" busy={busy} busyText="Registering…" className="sm:min-w-56 sm:justify-self-start">
            Register
          </Button>
        </div>
      </form>
    </>
  )
}

/** Replaces the form after registration. */
const Registered = ({ message }: { message: string }) => (
  <div
    ref={takeFocus}
    role="status"
    tabIndex={-1}
    className="grid justify-items-start gap-5 rounded-card bg-success-tint p-6 sm:p-9"
  >
    <Check size={36} strokeWidth={1.5} className="text-success" aria-hidden />
    <p className="display max-w-text text-title">{message}</p>
    <p className="text-muted">Taking you to the home page…</p>
    <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
  </div>
)

/** Opens the home page five seconds after the confirmation (docs/specification §7). */
function useRedirectHome(registered: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!registered) return
    const timer = setTimeout(() => navigate(paths.home, { viewTransition: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [registered, navigate])
}

/** Checks whether the email is available as soon as it has been typed. */
const createEmailCheck = ({ getValues, setError, trigger }: UseFormReturn<RegistrationFields>) =>
  async function check() {
    const email = getValues('email')
    if (email.trim() === '' || !(await trigger('email'))) return
    try {
      const { valid } = await post('checkEmail', { body: { email } })
      if (!valid && getValues('email') === email) setError('email', { message: formMessages.emailTaken })
    } catch {
      // May fail silently: registration reports the same error.
    }
  }

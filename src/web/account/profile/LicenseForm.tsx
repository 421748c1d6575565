import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ATTACHMENT_LIMIT } from '#contract/base/limits.ts'
import type { Body } from '#contract/calls.ts'
import type { License } from '#contract/customers/license.ts'
import { licenseTypeNames } from '#contract/customers/license-labels.ts'
import { callUrl, isErrorOf } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { showResponse } from '#web/api/show-response.ts'
import { upload } from '#web/api/upload.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useFormChanges } from '#web/ui/use-form-changes.ts'
import { licenseQuery } from './license-query.ts'

const PICTURE_OR_PDF = ['.pdf', '.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'] as const

const titles: Record<License['status'], string> = {
  none: 'Enter your license',
  submitted: 'Correct your license',
  refused: 'Correct your license',
  approved: 'Renew your license',
  expired: 'Renew your license',
}

/** Submits a new, corrected or renewed license as a real form that also works without scripts. */
export function LicenseForm({ license }: { license: License }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const alert = useRef<HTMLDivElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const { isChanged, handlers, settle } = useFormChanges(formElement)
  useEffect(() => {
    if (failure !== undefined) alert.current?.focus()
  }, [failure])
  const errors: Record<string, string | undefined> =
    (isErrorOf('saveLicense', failure) && failure.problem?.errors) || {}

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: keyof Body<'saveLicense'>) => String(form.get(name) ?? '')
    const file = form.get('evidence')
    setBusy(true)
    setFailure(undefined)
    try {
      const updated = await upload(
        'saveLicense',
        {
          cosmetology_id: text('cosmetology_id'),
          license_state: text('license_state'),
          license_type: text('license_type') as Body<'saveLicense'>['license_type'],
          expires_on: text('expires_on'),
        },
        file instanceof File && file.size > 0 ? { evidence: file } : {},
      )
      showResponse(client, licenseQuery().queryKey, updated)
      settle()
      window.scrollTo({ top: 0 })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const { cosmetology_id, license_state, status, approval, renewal } = license
  const latest = renewal ?? license
  const isRenewal = status === 'approved' || status === 'expired'
  return (
    <section aria-labelledby="license-form">
      <h2 id="license-form" className="display mb-1 text-title">
        {titles[status]}
      </h2>
      <p className="mb-5 text-note text-muted">{describeForm(license)}</p>
      <form
        ref={formElement}
        {...handlers}
        noValidate
        method="post"
        action={callUrl('saveLicense')}
        encType="multipart/form-data"
        onSubmit={submit}
        className="grid gap-4"
      >
        <UnsavedGuard when={isChanged && !busy} />
        {/* Precedes the file field: the server discards every upload that arrives before a valid token. */}
        <CsrfField />
        {failure !== undefined && (
          <Alert tone="danger" ref={alert}>
            {errorMessage(failure)}
          </Alert>
        )}
        <TextField
          label="Cosmetology Id"
          name="cosmetology_id"
          required
          autoComplete="off"
          defaultValue={cosmetology_id}
          error={errors.cosmetology_id}
        />
        <StateSelect name="license_state" required defaultValue={license_state} error={errors.license_state} />
        <Select
          label="License type"
          name="license_type"
          optional
          defaultValue={latest.type ?? license.type ?? ''}
          error={errors.license_type}
        >
          <option value="">Choose</option>
          {Object.entries(licenseTypeNames).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </Select>
        <TextField
          label="Expires"
          name="expires_on"
          type="date"
          required={isRenewal}
          optional={!isRenewal}
          hint="Valid through this day."
          defaultValue={(isRenewal ? renewal?.expires_on : license.expires_on) ?? ''}
          error={errors.expires_on}
        />
        <FileField
          label="Photo or PDF of your license"
          name="evidence"
          optional
          accept={PICTURE_OR_PDF}
          minBytes={1}
          maxBytes={ATTACHMENT_LIMIT}
          hint={`Only you and our staff can see it.${latest.evidence ? ' A new file replaces the old one.' : ''}`}
          error={errors.evidence}
        />
        {approval && status !== 'none' && (
          <p className="text-note text-muted">
            If you change the number or state, your account is Pending until we approve it.
          </p>
        )}
        <Button type="submit" busy={busy} busyText="Saving…" className="mt-1 justify-self-start">
          {isRenewal ? 'Send renewal' : 'Save license'}
        </Button>
      </form>
    </section>
  )
}

function describeForm({ status, renewal }: License): string {
  if (renewal?.status === 'submitted') return 'You can still edit your submission.'
  switch (status) {
    case 'approved':
      return 'Send the new expiration date and a photo or PDF. Your current license stays valid until we approve it.'
    case 'expired':
      return 'Send the expiration date of your current license and a photo or PDF.'
    case 'refused':
      return 'Please correct it, and we’ll review it again.'
    case 'submitted':
      return 'You can add the expiration date and a photo or PDF.'
    case 'none':
      return 'Enter the number and state exactly as they appear on it.'
  }
}

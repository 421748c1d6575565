import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Licence, NewLicence } from '#contract/licence.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { licenceQuery } from './licence-query.ts'

const TITLE = 'licence'

/** The cosmetology licence's number and state, and the result of the check by staff. */
export function LicenceCard() {
  const client = useQueryClient()
  const { data: licence, error } = useQuery(licenceQuery())
  const [editing, setEditing] = useState(false)
  return (
    <section aria-labelledby={TITLE} className="mt-10 max-w-narrow rounded-card border border-hairline p-5 sm:p-6">
      <h2 id={TITLE} className="display mb-4 text-title">
        Cosmetology licence
      </h2>
      {licence === undefined ? (
        error ? (
          <Alert tone="danger">Your licence cannot be shown right now. Please try again in a moment.</Alert>
        ) : (
          <Spinner label="Loading your licence" className="text-muted" />
        )
      ) : editing ? (
        <LicenceForm
          licence={licence}
          onCancel={() => setEditing(false)}
          onSaved={(saved) => {
            client.setQueryData(licenceQuery().queryKey, saved)
            setEditing(false)
          }}
        />
      ) : (
        <LicenceFacts licence={licence} onEdit={() => setEditing(true)} />
      )}
    </section>
  )
}

function statusText({ status, approval }: Licence): string {
  switch (status) {
    case 'approved':
      return 'Approved'
    case 'refused':
      return 'Not accepted'
    case 'none':
      return 'Not entered yet'
    case 'submitted':
      return approval ? 'Waiting for approval' : 'On file'
  }
}

function LicenceFacts({ licence, onEdit }: { licence: Licence; onEdit: () => void }) {
  const { status, cosmetology_id, licence_state, reason } = licence
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {status !== 'none' && (
          <>
            <dt className="text-muted">Number</dt>
            <dd className="figures break-words">{cosmetology_id}</dd>
            <dt className="text-muted">State</dt>
            <dd>{licence_state}</dd>
          </>
        )}
        <dt className="text-muted">Status</dt>
        <dd>{statusText(licence)}</dd>
        {reason !== '' && (
          <>
            <dt className="text-muted">Reason</dt>
            <dd className="break-words">{reason}</dd>
          </>
        )}
      </dl>
      <Button kind="quiet" onClick={onEdit} className="mt-3 -mb-2 -ml-3">
        {status === 'none' ? 'Enter your licence' : 'Edit'}
      </Button>
    </>
  )
}

type LicenceFormProps = { licence: Licence; onSaved: (licence: Licence) => void; onCancel: () => void }

function LicenceForm({ licence, onSaved, onCancel }: LicenceFormProps) {
  const { licence_state, cosmetology_id } = licence
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: NewLicence,
    call: 'saveLicence',
    empty: { licence_state, cosmetology_id },
    onAnswer: onSaved,
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Cosmetology Id"
        required
        autoComplete="off"
        error={errors.cosmetology_id?.message}
        {...form.register('cosmetology_id')}
      />
      <StateSelect required error={errors.licence_state?.message} {...form.register('licence_state')} />
      {licence.approval && (
        <p className="text-note text-muted">
          A changed licence is looked at again. Until it is approved, your account is Pending.
        </p>
      )}
      <div className="flex gap-3">
        <Button type="submit" busy={busy} busyText="Saving…">
          Save licence
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { refuseCertificateCall, saveCertificateCall } from '#contract/checkout/certificates.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { useHasPermission } from '../api/session.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { currentRecord } from '../api/use-expected-version.ts'
import { certificateStatuses, type Member } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { useInitialValue } from '../ui/use-initial-value.ts'

type Certificate = Member['certificates'][number]
type OpenDialog = { kind: 'add' } | { kind: 'refuse' | 'end'; certificate: Certificate }

/** Resale certificates. A member with an approved one pays no sales tax in that state. */
export function MemberCertificates({ member }: { member: Member }) {
  const { certificates, email } = member
  const canChange = useHasPermission('members.change')
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const approve = useAdminMutation('approveCertificate', {
    successMessage: 'Certificate approved. The member will get an email.',
  })
  const close = () => setOpenDialog(undefined)
  return (
    <Section
      title="Resale certificates"
      actions={
        canChange && (
          <Button kind="quiet" onClick={() => setOpenDialog({ kind: 'add' })}>
            Add certificate
          </Button>
        )
      }
    >
      {certificates.length === 0 ? (
        <p className="pt-3 text-muted">None. Normal tax applies.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {certificates.map((certificate) => {
            const { id, state, number, status, expires_on } = certificate
            const { label, tone } = certificateStatuses[status]
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
                <span className="figures">{`${state} ${number}`}</span>
                <StateDot tone={tone}>{label}</StateDot>
                <span className="text-muted">until {formatCalendarDay(expires_on)}</span>
                {canChange && status === 'submitted' && (
                  <span className="ml-auto flex flex-wrap justify-end gap-1">
                    <Button kind="quiet" onClick={() => setOpenDialog({ kind: 'refuse', certificate })}>
                      Reject certificate
                    </Button>
                    <Button
                      busy={approve.isPending}
                      onClick={() => approve.mutate({ body: { email, state, number, expires_on } })}
                    >
                      Approve certificate
                    </Button>
                  </span>
                )}
                {canChange && status === 'approved' && (
                  <span className="ml-auto">
                    <Button kind="quiet" onClick={() => setOpenDialog({ kind: 'end', certificate })}>
                      End certificate
                    </Button>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {openDialog?.kind === 'add' && <AddDialog email={email} certificates={certificates} onClose={close} />}
      {openDialog && openDialog.kind !== 'add' && <ReasonDialog email={email} {...openDialog} onClose={close} />}
    </Section>
  )
}

type AddProps = Pick<Member, 'email' | 'certificates'> & { onClose: () => void }

function AddDialog({ email, certificates, onClose }: AddProps) {
  const opened = useInitialValue(toVersioned(certificates))
  const [latest, setLatest] = useState(opened)
  const save = useAdminMutation('saveCertificate', {
    hideErrorToast: true,
    successMessage: 'Certificate added and pending approval.',
  })
  const form = useAdminForm({
    call: saveCertificateCall,
    fields: { state: '', number: '', expires_on: '' },
    body: (fields) => {
      const replaced = latest.certificates.find(({ state, status }) => state === fields.state && status === 'submitted')
      return { ...fields, email, expected_version: replaced?.version ?? null }
    },
    send: (body) =>
      save.mutateAsync({ body }).catch((error: unknown) => {
        const current = currentRecord<Pick<Member, 'certificates'>>(error)
        if (current) setLatest(toVersioned(current.certificates))
        throw error
      }),
  })
  return (
    <FormDialog open onClose={onClose} title="Add a resale certificate" submit="Add" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={certificateFacts} />
      <StateSelect {...form.field('state')} autoFocus />
      <TextField {...form.field('number')} label="Number" />
      <TextField {...form.field('expires_on')} label="Expiration date" type="date" />
    </FormDialog>
  )
}

/** All of a member's certificates as one record. */
const toVersioned = (certificates: readonly Certificate[]) => ({
  certificates,
  version: certificates.map(({ version }) => version).join(' '),
})

const certificateFacts = ({ certificates }: { certificates: readonly Certificate[] }): Record<string, string> =>
  Object.fromEntries(
    certificates.map(({ state, number, status, expires_on }) => [
      `${state} ${number}`,
      `${certificateStatuses[status].label}, until ${formatCalendarDay(expires_on)}`,
    ]),
  )

const reasons = {
  refuse: { call: 'refuseCertificate', title: 'Reject certificate', label: 'Reason (the member sees this)' },
  end: { call: 'endCertificate', title: 'End certificate', label: 'Reason' },
} as const

function ReasonDialog({
  email,
  kind,
  certificate: { state, number, expires_on },
  onClose,
}: {
  email: string
  kind: keyof typeof reasons
  certificate: Certificate
  onClose: () => void
}) {
  const { call, title, label } = reasons[kind]
  const mutation = useAdminMutation(call, {
    hideErrorToast: true,
    successMessage: kind === 'refuse' ? 'Certificate rejected. The member will get an email.' : 'Certificate ended.',
  })
  const form = useAdminForm({
    call: refuseCertificateCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ email, state, number, expires_on, reason }),
    send: (body) => mutation.mutateAsync({ body }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submit={kind === 'refuse' ? 'Reject and email' : 'End certificate'}
      danger
      {...form.dialog}
    >
      <TextArea {...form.field('reason')} label={label} autoFocus />
    </FormDialog>
  )
}

import { monthName } from '#contract/compensation/month-labels.ts'
import { cancelSponsorChangeCall } from '#contract/network/sponsors.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { type Member, nameOf } from '../shared/member-labels.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { plannedSponsor, type Sponsors, sponsorFacts } from './sponsor-facts.ts'

type CancelSponsorChangeDialogProps = {
  member: Member
  sponsors: Sponsors
  onClose: () => void
}

export function CancelSponsorChangeDialog({ member, sponsors, onClose }: CancelSponsorChangeDialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(sponsors)
  const planned = plannedSponsor(latest)
  const cancel = useAdminMutation('cancelSponsorChange', {
    hideErrorToast: true,
    successMessage: 'Sponsor change canceled. Everyone affected will get an email.',
  })
  const form = useAdminForm({
    call: cancelSponsorChangeCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ expected_version: opened.version, reason }),
    send: (body) =>
      sendExpected((expected_version) =>
        cancel.mutateAsync({
          params: { member_id: member.id },
          body: { ...body, expected_version },
        }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Cancel the sponsor change for ${nameOf(member)}`}
      submit="Cancel change"
      cancel="Keep change"
      danger
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={sponsorFacts} />
      {planned && (
        <p className="text-muted">
          {planned.sponsor ? `${planned.sponsor.name} won’t become the sponsor` : 'The sponsor stays the same'} in{' '}
          {monthName(planned.from_month)}. Everyone who was notified of the change will be notified again.
        </p>
      )}
      <TextField {...form.field('reason')} label="Reason" hint="Saved in the audit log." autoFocus />
    </FormDialog>
  )
}

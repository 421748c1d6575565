import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { cancelSponsorChangeCall } from '#contract/network/sponsors.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { type Member, nameOf } from '../shared/member-labels.ts'
import { FormDialog } from '../ui/FormDialog.tsx'

type Sponsors = AdminResponse<'memberSponsors'>
type CancelSponsorChangeDialogProps = {
  member: Member
  sponsors: Sponsors
  planned: Sponsors['history'][number]
  onClose: () => void
}

export function CancelSponsorChangeDialog({ member, sponsors, planned, onClose }: CancelSponsorChangeDialogProps) {
  // Frozen when the dialog opens, even if the page behind it refreshes.
  const [initial] = useState({ version: sponsors.version, planned })
  const cancel = useAdminMutation('cancelSponsorChange', {
    hideErrorToast: true,
    successMessage: 'Sponsor change canceled. Everyone affected will get an email.',
  })
  const form = useAdminForm({
    call: cancelSponsorChangeCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ version: initial.version, reason }),
    send: (body) =>
      cancel.mutateAsync({
        params: { member_id: member.id },
        body,
      }),
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
      <p className="text-muted">
        {initial.planned.sponsor
          ? `${initial.planned.sponsor.name} won’t become the sponsor`
          : 'The sponsor stays the same'}{' '}
        in {monthName(initial.planned.from_month)}. Everyone who was notified of the change will be notified again.
      </p>
      <TextField {...form.field('reason')} label="Reason" hint="Saved in the audit log." autoFocus />
    </FormDialog>
  )
}

import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { monthName } from '#contract/month-words.ts'
import { useAct } from '../client/use-act.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { type Member, nameOf } from './member-words.ts'

type Sponsors = AdminAnswer<'memberSponsors'>
type CancelProps = {
  member: Member
  sponsors: Sponsors
  planned: Sponsors['spans'][number]
  onClose: () => void
}

export function CancelSponsorDialog({ member, sponsors, planned, onClose }: CancelProps) {
  // Frozen when the dialog opens, even if the page behind it refreshes.
  const [seen] = useState({ version: sponsors.version, planned })
  const cancel = useAct('cancelSponsor', {
    isQuiet: true,
    done: 'The change is canceled, and everyone affected gets an email.',
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Cancel the sponsor change of ${nameOf(member)}`}
      submit="Cancel the change"
      danger
      onSubmit={(form) =>
        cancel.mutateAsync({
          params: { member_id: member.id },
          body: { version: seen.version, reason: textOf(form, 'reason') },
        })
      }
    >
      <p className="text-muted">
        {seen.planned.sponsor ? `${seen.planned.sponsor.name} does not become the sponsor` : 'They keep their sponsor'}{' '}
        in {monthName(seen.planned.from_month)}. Whoever was told of the change is told of this as well.
      </p>
      <TextField name="reason" label="Why" hint="Kept in the audit log." autoFocus />
    </FormDialog>
  )
}

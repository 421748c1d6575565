import { useState } from 'react'
import { revokeInvitationCall } from '#contract/customers/admin-calls.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useHasPermission } from '../api/session.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import type { Member } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Section } from '../ui/Section.tsx'
import { formatDateTime, TimeAgo } from '../ui/TimeAgo.tsx'

type Invitation = Member['invitations'][number]
type OpenDialog = { kind: 'resend' | 'revoke'; invitation: Invitation }

/** Invitations without a response; renders nothing when there are none. */
export function MemberInvitations({ member }: { member: Member }) {
  const canChange = useHasPermission('members.change')
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  if (member.invitations.length === 0) return null
  return (
    <Section title="Open invitations" note={String(member.invitations.length)}>
      <ul className="divide-y divide-hairline">
        {member.invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-[560]">
                {invitation.first_name} {invitation.last_name}
              </span>
              <span className="block text-small break-words text-muted">{invitation.email}</span>
            </span>
            <span className="text-small text-muted">
              sent <TimeAgo at={invitation.invited_at} />, ends {formatDateTime(invitation.expires_at)}
            </span>
            {canChange && (
              <span className="ml-auto flex gap-1">
                <Button kind="quiet" onClick={() => setOpenDialog({ kind: 'revoke', invitation })}>
                  Revoke<span className="sr-only"> the invitation for {invitation.email}</span>
                </Button>
                <Button kind="quiet" onClick={() => setOpenDialog({ kind: 'resend', invitation })}>
                  Resend<span className="sr-only"> to {invitation.email}</span>
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {openDialog && <InvitationDialog memberId={member.id} {...openDialog} onClose={() => setOpenDialog(undefined)} />}
    </Section>
  )
}

const invitationFacts = ({ invited_at, expires_at }: Invitation) => ({
  Sent: formatDateTime(invited_at),
  Ends: formatDateTime(expires_at),
})

type DialogProps = OpenDialog & { memberId: number; onClose: () => void }

function InvitationDialog({ memberId, kind, invitation, onClose }: DialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(invitation)
  const { id, email } = invitation
  const resend = useAdminMutation('resendInvitation', { hideErrorToast: true, successMessage: 'Invitation resent.' })
  const revoke = useAdminMutation('revokeInvitation', { hideErrorToast: true, successMessage: 'Invitation revoked.' })
  const isRevoking = kind === 'revoke'
  const params = { member_id: memberId, invitation_id: id }
  const form = useAdminForm({
    call: revokeInvitationCall,
    fields: { reason: '' },
    body: (fields) => fields,
    send: ({ reason }) =>
      isRevoking
        ? revoke.mutateAsync({ params, body: { reason } })
        : sendExpected((expected_version) => resend.mutateAsync({ params, body: { reason, expected_version } })),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isRevoking ? `Revoke the invitation for ${email}` : `Resend the invitation to ${email}`}
      submit={isRevoking ? 'Revoke' : 'Resend'}
      danger={isRevoking}
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={invitationFacts} />
      <p className="text-muted">
        {isRevoking
          ? 'The link stops working at once, and the invited person’s details are deleted. The member can invite them again.'
          : 'The new link is valid for 14 days. The earlier link stops working at once.'}
      </p>
      <TextField {...form.field('reason')} label="Reason" hint="Saved in the audit log." autoFocus />
    </FormDialog>
  )
}

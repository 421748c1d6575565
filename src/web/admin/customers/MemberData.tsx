import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { MemberErasure } from '#contract/privacy/admin-calls.ts'
import { openBusinessLabels } from '#contract/privacy/labels.ts'
import { adminUrl } from '../api/api.ts'
import { adminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useDownload } from '../api/use-download.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import type { Member } from '../shared/member-labels.ts'
import { nameOf } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { Section } from '../ui/Section.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { EraseDialog } from './EraseDialog.tsx'

/** Export and erasure (docs/back-office §4); renders nothing without permission for either. */
export function MemberData({ member }: { member: Member }) {
  const canExport = useHasPermission('members.export')
  const canErase = useHasPermission('members.erase')
  const [isErasing, setErasing] = useState(false)
  const download = useDownload()
  const params = { member_id: member.id }
  const { data: erasure } = useQuery({ ...adminQuery('memberErasure', { params }), enabled: canExport || canErase })
  if (!canExport && !canErase) return null
  return (
    <Section title="Personal data">
      <div className="grid justify-items-start gap-3 pt-3">
        {erasure?.done_at ? (
          <p className="text-muted">Erased {formatDateTime(erasure.done_at)}. Orders are kept for accounting.</p>
        ) : (
          erasure?.due_at && <p>Erasure requested, no earlier than {formatDateTime(erasure.due_at)}.</p>
        )}
        <div className="flex flex-wrap gap-2">
          {canExport && (
            <Button
              icon={<Download size={16} aria-hidden />}
              busy={download.isPending}
              onClick={() => download.mutate(adminUrl('memberArchive', { params }))}
            >
              Export
            </Button>
          )}
          {canErase && erasure && !erasure.done_at && (
            <Button kind="danger" onClick={() => setErasing(true)}>
              Erase
            </Button>
          )}
        </div>
      </div>
      {isErasing && erasure && (
        <EraseMemberDialog member={member} erasure={erasure} onClose={() => setErasing(false)} />
      )}
    </Section>
  )
}

const erasureFacts = ({ open }: MemberErasure) => ({ 'Still open': openBusinessLabels(open).join('; ') })

type EraseMemberDialogProps = { member: Member; erasure: MemberErasure; onClose: () => void }

function EraseMemberDialog({ member, erasure, onClose }: EraseMemberDialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(erasure)
  const erase = useAdminMutation('eraseMember', { hideErrorToast: true, successMessage: 'Member erased.' })
  return (
    <EraseDialog
      title={`Erase ${nameOf(member)}`}
      openItems={latest.open}
      changes={<ConcurrentChanges opened={opened} latest={latest} facts={erasureFacts} />}
      onClose={onClose}
      onErase={(body) =>
        sendExpected((expected_version) =>
          erase.mutateAsync({ params: { member_id: member.id }, body: { ...body, expected_version } }),
        )
      }
    >
      Name, email, phone number, addresses, posts, comments, files and emails are erased right away, and the member is
      signed out everywhere. A placeholder stays in the tree. Orders keep number, date, items, amounts, tax, state and
      ZIP. This can’t be undone.
    </EraseDialog>
  )
}

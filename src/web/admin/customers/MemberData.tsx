import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { OpenBusiness } from '#contract/privacy/calls.ts'
import { ApiError } from '#web/api/api.ts'
import { adminUrl } from '../api/api.ts'
import { adminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useDownload } from '../api/use-download.ts'
import type { Member } from '../shared/member-labels.ts'
import { nameOf } from '../shared/member-labels.ts'
import { momentOf } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { EraseDialog } from './EraseDialog.tsx'

/** Export and erasure (docs/back-office §4); renders nothing without permission for either. */
export function MemberData({ member }: { member: Member }) {
  const mayExport = usePermissions('members.export')
  const mayErase = usePermissions('members.erase')
  const [isErasing, setErasing] = useState(false)
  const exporting = useDownload()
  const params = { member_id: member.id }
  const { data: erasure } = useQuery({ ...adminQuery('memberErasure', { params }), enabled: mayExport || mayErase })
  if (!mayExport && !mayErase) return null
  return (
    <Section title="Personal data">
      <div className="grid justify-items-start gap-3 pt-3">
        {erasure?.done_at ? (
          <p className="text-muted">Erased {momentOf(erasure.done_at)}. Orders are kept for accounting.</p>
        ) : (
          erasure?.due_at && <p>Erasure requested, no earlier than {momentOf(erasure.due_at)}.</p>
        )}
        <div className="flex flex-wrap gap-2">
          {mayExport && (
            <Button
              icon={<Download size={16} aria-hidden />}
              busy={exporting.isPending}
              onClick={() => exporting.mutate(adminUrl('memberArchive', { params }))}
            >
              Export
            </Button>
          )}
          {mayErase && erasure && !erasure.done_at && (
            <Button kind="danger" onClick={() => setErasing(true)}>
              Erase
            </Button>
          )}
        </div>
      </div>
      {isErasing && erasure && (
        <EraseMemberDialog member={member} open={erasure.open} onClose={() => setErasing(false)} />
      )}
    </Section>
  )
}

function EraseMemberDialog({ member, open, onClose }: { member: Member; open: OpenBusiness; onClose: () => void }) {
  const [seen, setSeen] = useState(open)
  const erase = useAdminMutation('eraseMember', { isQuiet: true, done: 'Member erased.' })
  return (
    <EraseDialog
      title={`Erase ${nameOf(member)}`}
      open={seen}
      onClose={onClose}
      onErase={(body) =>
        erase
          .mutateAsync({ params: { member_id: member.id }, body: { ...body, open: seen } })
          .catch((error: unknown) => {
            const now = error instanceof ApiError ? (error.problem?.open as OpenBusiness | undefined) : undefined
            if (now) setSeen(now)
            throw error
          })
      }
    >
      Name, email, phone number, addresses, posts, comments, files and emails are erased right away, and the member is
      signed out everywhere. A placeholder stays in the tree. Orders keep number, date, items, amounts, tax, state and
      ZIP. This can’t be undone.
    </EraseDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { type Member, memberStatuses, memberTypes, nameOf } from '../shared/member-labels.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordSkeleton } from '../ui/RecordSkeleton.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { ChangeMemberDialog } from './ChangeMemberDialog.tsx'
import { MemberCertificates } from './MemberCertificates.tsx'
import { MemberData } from './MemberData.tsx'
import { MemberDetails } from './MemberDetails.tsx'
import { MemberEmails } from './MemberEmails.tsx'
import { MemberInvitations } from './MemberInvitations.tsx'
import { MemberLicense } from './MemberLicense.tsx'
import { MemberMonths } from './MemberMonths.tsx'
import { MemberOrders } from './MemberOrders.tsx'
import { MemberSponsors } from './MemberSponsors.tsx'
import { SignInAsDialog } from './SignInAsDialog.tsx'

export default function MemberPage() {
  const { member_id } = useParams()
  // Unlike lists, shows no previous member as a placeholder while the next one loads.
  const member = useQuery(adminQuery('managedMember', { params: { member_id: Number(member_id) } }))
  return (
    <LoadedPage query={member} label="The member" skeleton={<RecordSkeleton label="The member is loading" />}>
      {(data) => <MemberView key={data.id} member={data} />}
    </LoadedPage>
  )
}

function MemberView({ member }: { member: Member }) {
  const [isChanging, setChanging] = useState(false)
  const [isSigningIn, setSigningIn] = useState(false)
  const canChange = useHasPermission('members.change')
  const canSignInAs =
    useHasPermission('members.sign_in_as') && (member.status === 'active' || member.status === 'pending')
  const canViewAuditLog = useHasPermission('audit.read')
  const status = memberStatuses[member.status]
  return (
    <>
      <PageLink to={adminPaths.members} className="text-link text-small">
        Members
      </PageLink>
      <PageHeader
        title={nameOf(member)}
        note={member.member_no}
        actions={
          <>
            {canViewAuditLog && (
              <ButtonLink to={`${adminPaths.audit}?subject=member:${member.id}`} kind="quiet">
                History
              </ButtonLink>
            )}
            {canSignInAs && <Button onClick={() => setSigningIn(true)}>Sign in as</Button>}
            {canChange && <Button onClick={() => setChanging(true)}>Change</Button>}
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <StateDot tone={status.tone}>{status.label}</StateDot>
          <span>{memberTypes[member.type]}</span>
          <span className="text-muted">
            {member.sponsor ? (
              <>
                sponsored by{' '}
                <PageLink to={fillPath(adminPaths.member, { member_id: member.sponsor.id })} className="text-link">
                  {member.sponsor.name}
                </PageLink>
              </>
            ) : (
              'no sponsor'
            )}
          </span>
        </p>
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 pt-2 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-1 gap-9">
          <MemberLicense member={member} />
          <MemberOrders member={member} />
          <MemberMonths member={member} />
          <MemberSponsors member={member} />
          <MemberInvitations member={member} />
          <MemberCertificates member={member} />
          <MemberEmails id={member.id} />
          <MemberData member={member} />
        </div>
        <MemberDetails member={member} />
      </div>
      {isChanging && <ChangeMemberDialog member={member} onClose={() => setChanging(false)} />}
      {isSigningIn && <SignInAsDialog member={member} onClose={() => setSigningIn(false)} />}
    </>
  )
}

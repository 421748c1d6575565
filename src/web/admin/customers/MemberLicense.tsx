import { type ReactNode, useState } from 'react'
import { adminCallPaths } from '#contract/admin-call-paths.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { decideLicenseCall } from '#contract/customers/admin-calls.ts'
import { licenseTypeNames } from '#contract/customers/license-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHasPermission } from '../api/session.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { formatLicense, licenseStatuses, type Member, memberFacts } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'

type LicenseType = NonNullable<Member['license']['type']>

/** License with its file and renewal, other members who entered the same one, and the decision of staff. */
export function MemberLicense({ member }: { member: Member }) {
  const { license, id } = member
  const [openDialog, setOpenDialog] = useState<'approve' | 'refuse'>()
  const canDecide = useHasPermission('members.change') && license.status !== 'none'
  const { label, tone } = licenseStatuses[license.status]
  const part = pendingPart(member)
  return (
    <Section
      title="License"
      actions={
        canDecide && (
          <>
            {(license.status !== 'refused' || part === 'renewal') && (
              <Button kind="quiet" onClick={() => setOpenDialog('refuse')}>
                Reject {part}
              </Button>
            )}
            {license.status === 'approved' && part === 'license' ? (
              <Button kind="quiet" onClick={() => setOpenDialog('approve')}>
                Change expiration date
              </Button>
            ) : (
              <Button onClick={() => setOpenDialog('approve')}>Approve the {part}</Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-1 pt-3">
        <p className="flex flex-wrap items-center gap-x-4">
          {license.number !== '' && <span className="figures">{formatLicense(license)}</span>}
          {license.type !== null && <span>{licenseTypeNames[license.type]}</span>}
          <StateDot tone={tone}>{label}</StateDot>
          {license.approved_at !== null && <TimeAgo at={license.approved_at} className="text-muted" />}
        </p>
        {license.status !== 'none' && (
          <p className="text-muted">
            {license.expires_on === null
              ? 'No expiration date on file, so it doesn’t expire.'
              : `${license.status === 'expired' ? 'Expired' : 'Valid until'} ${formatCalendarDay(license.expires_on)}`}
          </p>
        )}
        {license.refusal !== '' && <p className="text-muted">{license.refusal}</p>}
        {license.evidence && (
          <Evidence path={fillPath(adminCallPaths.GET.memberLicenseFile, { member_id: id })} {...license.evidence} />
        )}
        {license.same.map((other) => (
          <p key={other.id} className="text-warning">
            Also entered by{' '}
            <PageLink to={fillPath(adminPaths.member, { member_id: other.id })} className="text-link">
              {other.name} ({other.member_no})
            </PageLink>
            , {other.approved ? 'approved' : 'not approved'} there
          </p>
        ))}
      </div>
      {license.renewal && (
        <Renewal renewal={license.renewal}>
          {license.renewal.evidence && (
            <Evidence
              path={fillPath(adminCallPaths.GET.memberRenewalFile, { member_id: id })}
              {...license.renewal.evidence}
            />
          )}
        </Renewal>
      )}
      {openDialog === 'approve' && <ApproveDialog member={member} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'refuse' && <RefuseDialog member={member} onClose={() => setOpenDialog(undefined)} />}
    </Section>
  )
}

/** When a renewal is pending, the decision applies to it. */
const pendingPart = ({ license }: Member): 'renewal' | 'license' =>
  license.renewal?.status === 'submitted' ? 'renewal' : 'license'

const isImage = (name: string): boolean => /\.(?:jpe?g|png|webp|avif|gif)$/i.test(name)

/** Shows pictures inline and offers other files as downloads. */
const Evidence = ({ path, name }: { path: string; name: string }) => (
  <p className="pt-1">
    <a href={path} download={name} className="inline-grid gap-1 text-link wrap-anywhere">
      {isImage(name) && (
        <img src={path} alt="" className="max-h-72 max-w-full rounded-field border border-hairline object-contain" />
      )}
      {name}
    </a>
  </p>
)

const Renewal = ({
  renewal,
  children,
}: {
  renewal: NonNullable<Member['license']['renewal']>
  children: ReactNode
}) => (
  <div className="mt-4 grid gap-1 border-l-2 border-edge pl-4">
    <p className="flex flex-wrap items-center gap-x-4">
      <span className="font-[560]">Renewal until {formatCalendarDay(renewal.expires_on)}</span>
      {renewal.type !== null && <span>{licenseTypeNames[renewal.type]}</span>}
      {renewal.status === 'refused' ? (
        <StateDot tone="bad">Rejected</StateDot>
      ) : (
        <StateDot tone="waiting">To review</StateDot>
      )}
    </p>
    {renewal.reason !== '' && <p className="text-muted">{renewal.reason}</p>}
    {children}
  </div>
)

type DialogProps = { member: Member; onClose: () => void }

function ApproveDialog({ member, onClose }: DialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(member)
  const { id, license } = latest
  const part = pendingPart(latest)
  const submission = part === 'renewal' ? license.renewal : license
  const approve = useAdminMutation('decideLicense', {
    hideErrorToast: true,
    successMessage: `The ${part} is approved. The member will get an email.`,
  })
  const form = useAdminForm({
    call: decideLicenseCall,
    fields: { expires_on: submission?.expires_on ?? '', license_type: submission?.type ?? license.type ?? '' },
    body: ({ expires_on, license_type }) => ({
      decision: 'approved' as const,
      expected_version: opened.version,
      expires_on: expires_on || undefined,
      license_type: (license_type || undefined) as LicenseType | undefined,
    }),
    send: (body) =>
      sendExpected((expected_version) =>
        approve.mutateAsync({ params: { member_id: id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Approve the ${part} ${formatLicense(license)}`}
      submit="Approve and email"
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={memberFacts} />
      <TextField
        label="Expiration date"
        {...form.field('expires_on')}
        type="date"
        hint="As printed on the license, which is still valid on that day."
        autoFocus
      />
      <Select label="Type" {...form.field('license_type')}>
        <option value="">Unknown</option>
        {Object.entries(licenseTypeNames).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}

function RefuseDialog({ member, onClose }: DialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(member)
  const part = pendingPart(latest)
  const refuse = useAdminMutation('decideLicense', {
    hideErrorToast: true,
    successMessage: `The ${part} is rejected. The member will get an email.`,
  })
  const form = useAdminForm({
    call: decideLicenseCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ decision: 'refused' as const, expected_version: opened.version, reason }),
    send: (body) =>
      sendExpected((expected_version) =>
        refuse.mutateAsync({ params: { member_id: latest.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title={`Reject ${part}`} submit="Reject and email" danger {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={memberFacts} />
      {part === 'renewal' && <p className="text-muted">The current license doesn’t change.</p>}
      <TextArea label="Reason (the member sees this)" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}

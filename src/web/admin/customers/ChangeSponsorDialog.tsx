import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { planSponsorCall } from '#contract/network/sponsors.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { type MemberResult, MemberSearch } from '../network/MemberSearch.tsx'
import { countOf, formatPv } from '../network/network-labels.ts'
import { type Member, nameOf } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { RowsSkeleton } from '../ui/states.tsx'
import { type Sponsors, sponsorFacts } from './sponsor-facts.ts'

type Preview = AdminResponse<'previewSponsor'>
type ChangeProps = { member: Member; sponsors: Sponsors; onClose: () => void }

/** Schedules another sponsor for the next month, after a preview of the effects. */
export function ChangeSponsorDialog({ member, sponsors, onClose }: ChangeProps) {
  const [selected, setSelected] = useState<MemberResult>()
  const [hasNoSponsor, setHasNoSponsor] = useState(false)
  const { opened, latest, sendExpected } = useExpectedVersion(sponsors)
  const plan = useAdminMutation('planSponsor', {
    hideErrorToast: true,
    successMessage: ({ waiting }) =>
      waiting
        ? 'Sent for approval. Nothing is planned yet.'
        : 'Sponsor change planned. Everyone affected will get an email.',
  })
  const isDecided = hasNoSponsor || selected !== undefined
  const params = { member_id: member.id }
  const preview = useQuery({
    ...adminQuery('previewSponsor', { params, query: hasNoSponsor || !selected ? {} : { sponsor_id: selected.id } }),
    enabled: isDecided,
    // Staff decide on this preview, so it must never come from the cache.
    gcTime: 0,
  })
  const previewData = isDecided && preview.isSuccess && !preview.isFetching ? preview.data : undefined
  const currentSponsor = latest.history.find(({ planned }) => !planned)?.sponsor
  const form = useAdminForm({
    call: planSponsorCall,
    fields: { reason: '' },
    body: ({ reason }) => ({
      sponsor_id: hasNoSponsor ? null : (selected?.id ?? null),
      expected_version: opened.version,
      reason,
    }),
    send: (body) =>
      sendExpected((expected_version) => plan.mutateAsync({ params, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change sponsor of ${nameOf(member)}`}
      submit={previewData?.needs_approval ? 'Propose change' : 'Plan change'}
      disabled={!previewData}
      isChanged={selected !== undefined}
      {...form.dialog}
    >
      <p className="text-muted">
        {currentSponsor ? `Current sponsor: ${currentSponsor.name}.` : 'No sponsor today.'} A new sponsor takes effect
        in {monthName(latest.next_month)} and doesn’t change earlier months.
      </p>
      <ConcurrentChanges opened={opened} latest={latest} facts={sponsorFacts} />
      {!hasNoSponsor && !selected && (
        <div className="grid gap-1.5">
          <span aria-hidden className="font-[560]">
            New sponsor
          </span>
          <MemberSearch label="New sponsor" onSelect={setSelected} />
        </div>
      )}
      {selected && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-0">
            <span className="text-small text-muted">New sponsor</span>
            <span className="block font-[560]">
              {nameOf(selected)} <span className="figures font-normal text-muted">{selected.member_no}</span>
            </span>
            <span className="block text-small break-words text-muted">{selected.email}</span>
          </span>
          <span className="ml-auto">
            <Button kind="quiet" autoFocus onClick={() => setSelected(undefined)}>
              Choose another
            </Button>
          </span>
        </p>
      )}
      {currentSponsor && !selected && (
        <Checkbox label="No sponsor (top of the network)" onChange={(event) => setHasNoSponsor(event.target.checked)} />
      )}
      {isDecided && (
        <div aria-live="polite">
          {preview.isError ? (
            <Alert tone="danger">{errorMessage(preview.error)}</Alert>
          ) : previewData ? (
            <>
              <PreviewLines member={member} preview={previewData} />
              {previewData.needs_approval && (
                <Alert tone="warning" className="mt-3">
                  Moving this many members needs a second approval. Nothing is planned until someone else approves it.
                </Alert>
              )}
            </>
          ) : (
            <RowsSkeleton rows={2} />
          )}
        </div>
      )}
      <TextField {...form.field('reason')} label="Reason" hint="Saved in the audit log." />
    </FormDialog>
  )
}

function PreviewLines({ member, preview }: { member: Member; preview: Preview }) {
  const { downline, from_month, group_pv, losing, gaining } = preview
  const name = member.first_name
  const line =
    downline.count === 0
      ? `${name} has no downline.`
      : `${name}’s ${countOf(downline)} downline ${downline.count === 1 && !downline.more ? 'member moves' : 'members move'} too.`
  return (
    <dl className="grid gap-3 rounded-card border border-hairline p-4">
      <Line name={`From ${monthName(from_month)}`}>{line}</Line>
      <Line name="Leaves the downline of">{namesOf(losing)}</Line>
      <Line name="Joins the downline of">{namesOf(gaining)}</Line>
      <Line name="This month">
        {group_pv === 0
          ? `${name} and their downline have no points yet. Until then, new points count for the current upline.`
          : `This month’s ${formatPv(group_pv)} PV from ${name} and their downline stay with the current sponsor.`}
      </Line>
    </dl>
  )
}

const Line = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

const namesOf = ({ people, more }: Preview['losing']): string =>
  people.length === 0
    ? 'No one'
    : [
        ...people.map((person) => person.name),
        ...(more > 0 ? [`${more.toLocaleString('en-US')} more above`] : []),
      ].join(', ')

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { planSponsorCall } from '#contract/network/sponsors.ts'
import { ApiError } from '#web/api/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { type FoundMember, MemberSearch } from '../network/MemberSearch.tsx'
import { countOf, pvLabels } from '../network/network-labels.ts'
import { type Member, nameOf } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { RowsSkeleton } from '../ui/states.tsx'

type Sponsors = AdminAnswer<'memberSponsors'>
type Preview = AdminAnswer<'previewSponsor'>
type ChangeProps = { member: Member; sponsors: Sponsors; onClose: () => void }

/** Schedules another sponsor for the next month, after a preview of what moves. */
export function ChangeSponsorDialog({ member, sponsors, onClose }: ChangeProps) {
  const [chosen, setChosen] = useState<FoundMember>()
  const [isNobody, setNobody] = useState(false)
  const [opened] = useState(sponsors)
  const [conflict, setConflict] = useState<Sponsors>()
  /** Concurrent change, known from the page's polling or else from the refused call. */
  const theirs = conflict ?? (sponsors.version === opened.version ? undefined : sponsors)
  const plan = useAdminMutation('planSponsor', {
    isQuiet: true,
    done: ({ waiting }) =>
      waiting
        ? 'Sent for approval. Nothing is planned yet.'
        : 'Sponsor change planned. Everyone affected will get an email.',
  })
  const isChosen = isNobody || chosen !== undefined
  const params = { member_id: member.id }
  const preview = useQuery({
    ...adminQuery('previewSponsor', { params, query: isNobody || !chosen ? {} : { sponsor_id: chosen.id } }),
    enabled: isChosen && theirs === undefined,
    // Staff decide on this preview, so it must never come from the cache.
    gcTime: 0,
  })
  const shown = isChosen && preview.isSuccess && !preview.isFetching && theirs === undefined ? preview.data : undefined
  const present = opened.history.find(({ planned }) => !planned)?.sponsor
  const form = useAdminForm({
    call: planSponsorCall,
    fields: { reason: '' },
    body: ({ reason }) => ({
      sponsor_id: isNobody ? null : (chosen?.id ?? null),
      version: shown?.version ?? '',
      reason,
    }),
    send: (body) =>
      plan.mutateAsync({ params, body }).catch((error: unknown) => {
        const now = error instanceof ApiError && error.status === 409 ? error.problem?.sponsors : undefined
        if (now) setConflict(now as Sponsors)
        throw error
      }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change sponsor of ${nameOf(member)}`}
      submit={shown?.needs_approval ? 'Propose change' : 'Plan change'}
      disabled={!shown}
      isChanged={chosen !== undefined}
      {...form.dialog}
    >
      <p className="text-muted">
        {present ? `Current sponsor: ${present.name}.` : 'No sponsor today.'} A new sponsor takes effect in{' '}
        {monthName(opened.next_month)} and doesn’t change earlier months.
      </p>
      {theirs && <Theirs sponsors={theirs} />}
      {theirs === undefined && !isNobody && !chosen && (
        <div className="grid gap-1.5">
          <span aria-hidden className="font-[560]">
            New sponsor
          </span>
          <MemberSearch label="New sponsor" onChoose={setChosen} />
        </div>
      )}
      {theirs === undefined && chosen && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-0">
            <span className="text-small text-muted">New sponsor</span>
            <span className="block font-[560]">
              {nameOf(chosen)} <span className="figures font-normal text-muted">{chosen.member_no}</span>
            </span>
            <span className="block text-small break-words text-muted">{chosen.email}</span>
          </span>
          <span className="ml-auto">
            <Button kind="quiet" autoFocus onClick={() => setChosen(undefined)}>
              Choose another
            </Button>
          </span>
        </p>
      )}
      {theirs === undefined && present && !chosen && (
        <Checkbox label="No sponsor (top of the network)" onChange={(event) => setNobody(event.target.checked)} />
      )}
      {isChosen && theirs === undefined && (
        <div aria-live="polite">
          {preview.isError ? (
            <Alert tone="danger">{errorMessage(preview.error)}</Alert>
          ) : shown ? (
            <>
              <PreviewLines member={member} preview={shown} />
              {shown.needs_approval && (
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

/** Shows the concurrent change that was saved first. */
function Theirs({ sponsors: { history, canceled, next_month } }: { sponsors: Sponsors }) {
  const planned = history.find((span) => span.planned)
  const last = planned?.decided ?? canceled[0]?.decided
  return (
    <Alert tone="note">
      <span>
        {planned
          ? `From ${monthName(planned.from_month)}, the sponsor is ${planned.sponsor?.name ?? 'no one'}`
          : `No change is planned; a new sponsor would take effect in ${monthName(next_month)}`}
        {last && `: “${last.reason}” (${last.by})`}. Close this and check again.
      </span>
    </Alert>
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
          : `This month’s ${pvLabels(group_pv)} PV from ${name} and their downline stay with the current sponsor.`}
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

import type { MemberSponsors } from '#contract/network/sponsors.ts'
import type { SponsorHistory } from '#server/network/sponsor-change/list-sponsors.ts'
import type { SponsorPreview } from '#server/network/sponsor-change/preview-sponsor-change.ts'

type PendingApproval = { id: number; proposed_by: string; reason: string; proposed_by_viewer: boolean }

export const presentSponsors = (
  { version, nextMonth, spans, canceled }: SponsorHistory,
  pendingApproval: PendingApproval | undefined,
): MemberSponsors => ({
  version,
  next_month: nextMonth,
  history: spans.map(({ fromMonth, planned, sponsor, decided }) => ({
    from_month: fromMonth,
    planned,
    sponsor: sponsor && presentPerson(sponsor),
    decided: decided && presentDecision(decided),
  })),
  canceled: canceled.map(({ fromMonth, sponsor, decided }) => ({
    from_month: fromMonth,
    sponsor: sponsor && presentPerson(sponsor),
    decided: presentDecision(decided),
  })),
  waiting: pendingApproval
    ? {
        approval_id: pendingApproval.id,
        proposed_by: pendingApproval.proposed_by,
        reason: pendingApproval.reason,
        proposed_by_viewer: pendingApproval.proposed_by_viewer,
      }
    : null,
})

export const presentSponsorPreview = (
  { fromMonth, version, downline, losing, gaining }: SponsorPreview,
  groupPv: number,
  needsApproval: boolean,
) => ({
  version,
  from_month: fromMonth,
  downline,
  group_pv: groupPv,
  losing: presentPeople(losing),
  gaining: presentPeople(gaining),
  needs_approval: needsApproval,
})

const presentPeople = ({ people, more }: SponsorPreview['losing']) => ({ people: people.map(presentPerson), more })

const presentPerson = ({ id, member_no, first_name, last_name }: SponsorPreview['losing']['people'][number]) => ({
  id,
  member_no,
  name: `${first_name} ${last_name}`,
})

const presentDecision = ({ at, by, reason }: SponsorHistory['canceled'][number]['decided']) => ({
  at: at.toISOString(),
  by,
  reason,
})

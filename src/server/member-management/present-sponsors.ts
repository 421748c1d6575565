import type { MemberSponsors } from '#contract/admin-sponsor.ts'
import type { SponsorHistory } from '#server/network/sponsor-change/list-sponsors.ts'
import type { SponsorPreview } from '#server/network/sponsor-change/preview-sponsor-change.ts'

export const presentSponsors = ({ version, nextMonth, spans, canceled }: SponsorHistory): MemberSponsors => ({
  version,
  next_month: nextMonth,
  spans: spans.map(({ fromMonth, planned, sponsor, decided }) => ({
    from_month: fromMonth,
    planned,
    sponsor: sponsor && presentPerson(sponsor),
    decided: decided && presentDecided(decided),
  })),
  canceled: canceled.map(({ fromMonth, sponsor, decided }) => ({
    from_month: fromMonth,
    sponsor: sponsor && presentPerson(sponsor),
    decided: presentDecided(decided),
  })),
})

export const presentSponsorPreview = (
  { fromMonth, version, downline, losing, gaining }: SponsorPreview,
  groupPv: number,
) => ({
  version,
  from_month: fromMonth,
  downline,
  group_pv: groupPv,
  losing: presentNamed(losing),
  gaining: presentNamed(gaining),
})

const presentNamed = ({ people, more }: SponsorPreview['losing']) => ({ people: people.map(presentPerson), more })

const presentPerson = ({ id, member_no, first_name, last_name }: SponsorPreview['losing']['people'][number]) => ({
  id,
  member_no,
  name: `${first_name} ${last_name}`,
})

const presentDecided = ({ at, by, reason }: SponsorHistory['canceled'][number]['decided']) => ({
  at: at.toISOString(),
  by,
  reason,
})

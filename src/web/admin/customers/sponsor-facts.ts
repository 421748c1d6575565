import type { AdminResponse } from '#contract/admin-calls.ts'
import { monthName } from '#contract/compensation/month-labels.ts'

export type Sponsors = AdminResponse<'memberSponsors'>

export const plannedSponsor = ({ history }: Sponsors) => history.find(({ planned }) => planned)

/** Returns the facts on which a change of the sponsor is based, by label. */
export function sponsorFacts(sponsors: Sponsors): Record<string, string> {
  const planned = plannedSponsor(sponsors)
  const decided = planned?.decided ?? sponsors.canceled[0]?.decided
  return {
    Sponsor: sponsors.history.find((span) => !span.planned)?.sponsor?.name ?? '',
    'Planned sponsor': planned ? `${planned.sponsor?.name ?? 'No sponsor'} from ${monthName(planned.from_month)}` : '',
    'A change takes effect': monthName(sponsors.next_month),
    'Last decision': decided ? `“${decided.reason}” (${decided.by})` : '',
  }
}

import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findPeople, isInDownlineOf } from './edge.queries.ts'
import type { SponsorState } from './edges.ts'

export type SponsorRefusal = Refusal<
  | 'sponsor_change_planned'
  | 'sponsor_unchanged'
  | 'own_sponsor'
  | 'sponsor_not_found'
  | 'sponsor_closed'
  | 'sponsor_in_downline'
>

/** Checks whether a member may get another sponsor, or none, from the next month on (docs/plan §2.2). */
export async function refuseSponsor(
  db: Database,
  memberId: UserId,
  sponsorId: UserId | null,
  { planned, fromMonth, sponsorId: currentId }: SponsorState,
): Promise<Result<NoValue, SponsorRefusal>> {
  if (planned) return refuse({ code: 'sponsor_change_planned' })
  if (sponsorId === currentId) return refuse({ code: 'sponsor_unchanged' })
  if (sponsorId === null) return { ok: true }
  if (sponsorId === memberId) return refuse({ code: 'own_sponsor' })
  const [sponsor] = await findPeople(db, [sponsorId])
  if (!sponsor) return refuse({ code: 'sponsor_not_found' })
  if (sponsor.status === 'closed') return refuse({ code: 'sponsor_closed' })
  if (await isInDownlineOf(db, sponsorId, memberId, fromMonth)) return refuse({ code: 'sponsor_in_downline' })
  return { ok: true }
}

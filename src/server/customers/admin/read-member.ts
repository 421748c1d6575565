import { monthOf } from '#domain/calendar/month.ts'
import { listUserCertificates } from '#server/checkout/certificates/list-certificates.ts'
import { readPlans } from '#server/compensation/plan/plans.ts'
import { sumMemberPoints } from '#server/compensation/points/list-points.ts'
import { findLicense } from '#server/customers/find-license.ts'
import { listAddresses } from '#server/customers/list-addresses.ts'
import { listPendingInvitations } from '#server/customers/open-invitations.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import {
  countDirectLine,
  findFrozenMonths,
  findLatestOrders,
  findManagedMember,
  findSameLicense,
  findSignIns,
  findSponsor,
} from './managed-member.queries.ts'

const LATEST_ORDERS = 10
const LATEST_MONTHS = 13

/** Reads all data of the member page (docs/back-office §4); undefined if there is no such member. */
export async function readMember(db: Database, id: UserId, now: number) {
  const member = await findManagedMember(db, id)
  if (!member) return undefined
  const month = monthOf(now)
  const [license, invitations, same, addresses, certificates, sponsor, line, points, signIns, orders, months, plans] =
    await Promise.all([
      findLicense(db, id),
      listPendingInvitations(db, id),
      findSameLicense(db, id),
      listAddresses(db, id),
      listUserCertificates(db, id),
      findSponsor(db, id, month),
      countDirectLine(db, id, month),
      sumMemberPoints(db, id),
      findSignIns(db, id),
      findLatestOrders(db, id, LATEST_ORDERS),
      findFrozenMonths(db, id, LATEST_MONTHS),
      readPlans(db),
    ])
  // Erased in between.
  if (!license) return undefined
  return {
    member,
    license,
    invitations,
    same,
    addresses,
    certificates,
    sponsor,
    line,
    points,
    signIns,
    orders,
    months,
    plans,
  }
}
export type MemberDetails = NonNullable<Awaited<ReturnType<typeof readMember>>>

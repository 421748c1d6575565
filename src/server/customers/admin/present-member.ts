import type { ManagedMember } from '#contract/customers/admin-calls.ts'
import { getLevelRow, type Plan } from '#domain/compensation/plan/plan.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { formatFullAddress } from '#server/customers/format-full-address.ts'
import { presentLicense } from '#server/customers/present-license.ts'
import { toInvitationVersion } from '#server/customers/resend-invitation.ts'
import { presentOrderRow } from '#server/orders/present-order.ts'
import type { MemberDetails } from './read-member.ts'

export function presentMember(details: MemberDetails): ManagedMember {
  const {
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
  } = details
  const { type, expires_on, evidence, status, reason: refusal, renewal } = presentLicense(license)
  return {
    id: member.id,
    member_no: member.member_no,
    first_name: member.first_name,
    last_name: member.last_name,
    email: member.email,
    phone_number: member.phone_number,
    type: member.type,
    status: member.status,
    enrolled_at: member.created_at.toISOString(),
    referral_code: member.referral_code,
    email_verified: member.email_verified,
    two_factor: member.two_factor,
    version: member.version,
    license: {
      number: license.cosmetology_id,
      state: license.license_state,
      type,
      expires_on,
      evidence,
      status,
      approved_at: license.license_approved_at?.toISOString() ?? null,
      refusal,
      renewal,
      same,
    },
    addresses: addresses.map((address) => ({ ...address, full_address: formatFullAddress(address) })),
    invitations: invitations.map(({ invited_at, expires_at, ...invitation }) => ({
      ...invitation,
      invited_at: invited_at.toISOString(),
      expires_at: expires_at.toISOString(),
      version: toInvitationVersion(expires_at),
    })),
    certificates,
    sponsor: sponsor ?? null,
    direct_line: line,
    points,
    sign_ins: { open: signIns.open, last_used_at: signIns.last_used_at?.toISOString() ?? null },
    orders: orders.map(presentOrderRow),
    months: months.map((row) => ({
      month: row.month,
      paid: row.paid_at !== null,
      level: row.level,
      level_name: findLevelName(plans, row.plan_version, row.level),
      personal_pv: row.personal_pv,
      group_pv: row.group_pv,
      total_sales: toDollars(cents(row.total_sales_cents)),
      total_bonus: toDollars(cents(row.total_bonus_cents)),
      payable: toDollars(cents(row.payable_cents)),
      carried: toDollars(cents(row.carried_cents)),
    })),
  }
}

function findLevelName(plans: readonly Plan[], version: number | null, level: number): string {
  const plan = plans.find((candidate) => candidate.version === version)
  return plan ? getLevelRow(plan, level).name : ''
}

import type { ManagedMember } from '#contract/customers/admin-calls.ts'
import { getLevelRow, type Plan } from '#domain/compensation/plan/plan.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { fullAddress } from '#server/customers/full-address.ts'
import { presentLicense } from '#server/customers/present-license.ts'
import { presentOrderRow } from '#server/orders/present-order.ts'
import type { MemberFile } from './read-member.ts'

export function presentMember(file: MemberFile): ManagedMember {
  const {
    found,
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
  } = file
  const { type, expires_on, evidence, status, reason: refusal, renewal } = presentLicense(license)
  return {
    id: found.id,
    member_no: found.member_no,
    first_name: found.first_name,
    last_name: found.last_name,
    email: found.email,
    phone_number: found.phone_number,
    type: found.type,
    status: found.status,
    enrolled_at: found.created_at.toISOString(),
    referral_code: found.referral_code,
    email_verified: found.email_proven,
    two_factor: found.two_factor,
    version: found.version,
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
    addresses: addresses.map((address) => ({ ...address, full_address: fullAddress(address) })),
    invitations: invitations.map(({ invited_at, expires_at, ...invitation }) => ({
      ...invitation,
      invited_at: invited_at.toISOString(),
      expires_at: expires_at.toISOString(),
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
      level_name: levelName(plans, row.plan_version, row.level),
      personal_pv: row.personal_pv,
      group_pv: row.group_pv,
      total_sales: toDollars(cents(row.total_sales_cents)),
      total_bonus: toDollars(cents(row.total_bonus_cents)),
      payable: toDollars(cents(row.payable_cents)),
      carried: toDollars(cents(row.carried_cents)),
    })),
  }
}

function levelName(plans: readonly Plan[], version: number | null, level: number): string {
  const plan = plans.find((each) => each.version === version)
  return plan ? getLevelRow(plan, level).name : ''
}

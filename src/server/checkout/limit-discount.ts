import { type Role, roles } from '#contract/permissions.ts'
import { type DiscountedAmount, type DiscountLimits, findRequiredRole } from '#domain/pricing/discount-limit.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Services } from '#server/platform/services.ts'

/** `isReauthenticated` is true if the actor has just entered a password or code. */
export type DiscountRule = DiscountLimits & { isReauthenticated: boolean }

export type DiscountRefusal =
  /** `percent` is the role's limit. */
  | { code: 'discount_above_role'; percent: number; needs: 'manager' | 'owner' }
  | { code: 'reauthentication_required'; percent: number }

export const readDiscountRule = (
  { settings }: Pick<Services, 'settings'>,
  isReauthenticated: boolean,
): DiscountRule => ({
  clerkPercent: settings.get('discount_clerk_percent'),
  managerPercent: settings.get('discount_manager_percent'),
  isReauthenticated,
})

/**
 * Refuses a discount above the limit of the role, or above that of clerks without recent re-authentication. Actors
 * other than staff are limited like a clerk (docs/decisions/0036).
 */
export function refuseDiscount(
  actor: Actor,
  discount: DiscountedAmount,
  before: DiscountedAmount | undefined,
  rule: DiscountRule,
): DiscountRefusal | undefined {
  const requiredRole = findRequiredRole(discount, before, rule)
  if (requiredRole === 'clerk') return undefined
  const role: Role = actor.kind === 'staff' ? actor.role : 'clerk'
  if (roles.indexOf(role) < roles.indexOf(requiredRole)) {
    const percent = role === 'clerk' ? rule.clerkPercent : Math.max(rule.clerkPercent, rule.managerPercent)
    return { code: 'discount_above_role', percent, needs: requiredRole }
  }
  return rule.isReauthenticated ? undefined : { code: 'reauthentication_required', percent: rule.clerkPercent }
}

export const discountMessage = ({
  percent,
  needs: requiredRole,
}: Extract<DiscountRefusal, { code: 'discount_above_role' }>): string =>
  `A discount above ${percent}% needs ${requiredRole === 'manager' ? 'a manager or an owner' : 'an owner'} signed in to the back office.`

/** Presents a discount's refusal in a quote, before the order is submitted. */
export const presentDiscountRefusal = (refusal: DiscountRefusal | undefined) => ({
  discount_block_reason: refusal?.code === 'discount_above_role' ? discountMessage(refusal) : null,
  discount_needs_authentication: refusal?.code === 'reauthentication_required',
})

/** Staff roles, least privileged first; a call never names one (docs/back-office §1). */
export const roles = ['clerk', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

const allRoles: readonly Role[] = roles
const managers: readonly Role[] = ['manager', 'owner']
const owners: readonly Role[] = ['owner']

/**
 * Permissions of the roles in the back office (docs/back-office §1), defined only here. A call names its permission,
 * the server's policy looks it up here, and pages call `hasPermission` to decide what to offer.
 */
export const permissions = {
  'orders.read': allRoles,
  'orders.change': allRoles,
  'orders.export': managers,
  'payments.book': allRoles,
  'payments.refund': managers,
  'shipments.change': allRoles,
  'returns.book': managers,
  'products.read': allRoles,
  'products.change': managers,
  'members.read': allRoles,
  'members.change': managers,
  'members.sign_in_as': managers,
  'members.export': managers,
  'members.erase': managers,
  'content.change': managers,
  'messages.read': allRoles,
  'messages.answer': allRoles,
  'newsletters.send': managers,
  'views.save': allRoles,
  'views.share': managers,
  approve: managers,
  'reports.read': managers,
  'settings.change': owners,
  'tax.change': owners,
  'shipping.change': owners,
  'plan.publish': owners,
  'months.read': managers,
  'bonuses.correct': managers,
  'months.close': owners,
  'months.pay': owners,
  'staff.change': owners,
  'status.read': owners,
  'audit.read': managers,
  'audit.export': owners,
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions

export const hasPermission = (role: Role, permission: Permission): boolean => permissions[permission].includes(role)

import type { Role } from '#contract/permissions.ts'

/** Required for owners, and for others by the setting `staff_second_factor` (docs/back-office §1). */
export const requiresSecondFactor = (role: Role, requiredOfAll: boolean): boolean => role === 'owner' || requiredOfAll

import { hasPermission, type Role } from '#contract/permissions.ts'
import { type SetupStep, setupSteps } from '#contract/reporting/dashboard.ts'
import type { Services } from '#server/platform/services.ts'
import { findFirstSteps } from './first-steps.queries.ts'

/**
 * Lists the setup steps of a new shop and which are done. Returns null once all are done, once the list is dismissed,
 * and for roles that cannot set up the shop.
 */
export async function listFirstSteps(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  role: Role,
): Promise<{ step: SetupStep; done: boolean }[] | null> {
  if (!hasPermission(role, 'settings.change') || !settings.get('show_setup_list')) return null
  const stored = await findFirstSteps(db)
  const isSet = (...keys: ('shop_email' | 'shop_phone' | 'quick_pay_phone' | 'pickup_address')[]) =>
    keys.every((key) => settings.get(key) !== '')
  const doneByStep: Record<SetupStep, boolean> = {
    ...stored,
    contact: isSet('shop_email', 'shop_phone'),
    payment: isSet('quick_pay_phone'),
    counter: isSet('pickup_address'),
  }
  const steps = setupSteps.map((step) => ({ step, done: doneByStep[step] }))
  return steps.every((step) => step.done) ? null : steps
}

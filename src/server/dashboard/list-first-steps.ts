import { type FirstStep, firstSteps } from '#contract/admin-dashboard.ts'
import { may, type Role } from '#contract/permissions.ts'
import type { Services } from '#server/platform/services.ts'
import { findFirstSteps } from './first-steps.queries.ts'

/** What is set up already of what a shop needs before its first order; null afterwards, and for who cannot set it up. */
export async function listFirstSteps(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  role: Role,
): Promise<{ step: FirstStep; done: boolean }[] | null> {
  const stored = may(role, 'settings.change') && (await findFirstSteps(db))
  if (!stored) return null
  const isSet = (...keys: ('shop_email' | 'shop_phone' | 'quick_pay_phone' | 'pickup_address')[]) =>
    keys.every((key) => settings.get(key) !== '')
  const done: Record<FirstStep, boolean> = {
    ...stored,
    contact: isSet('shop_email', 'shop_phone'),
    payment: isSet('quick_pay_phone'),
    counter: isSet('pickup_address'),
  }
  return firstSteps.map((step) => ({ step, done: done[step] }))
}

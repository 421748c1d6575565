import { hasPermission, type Role } from '#contract/permissions.ts'
import { openingSteps, type SetupStep, setupSteps } from '#contract/reporting/dashboard.ts'
import type { Services } from '#server/platform/services.ts'
import { findFirstSteps } from './first-steps.queries.ts'

type SetupDeps = Pick<Services, 'db' | 'settings' | 'config'>
type ListedStep = { step: SetupStep; done: boolean }

/** Lists the setup steps and which are done, according to the shop's data. */
export async function listSetupSteps({ db, settings, config }: SetupDeps): Promise<ListedStep[]> {
  const isOpen = settings.get('open_to_visitors')
  const stored = await findFirstSteps(db)
  const isSet = (...keys: ('shop_email' | 'shop_phone' | 'quick_pay_phone' | 'pickup_address')[]) =>
    keys.every((key) => settings.get(key) !== '')
  const doneByStep: Record<SetupStep, boolean> = {
    ...stored,
    mail: stored.mail || config.smtpUrl !== undefined,
    contact: isSet('shop_email', 'shop_phone'),
    payment: isSet('quick_pay_phone'),
    counter: isSet('pickup_address'),
    open: isOpen,
  }
  return setupSteps
    .filter((step) => !(isOpen && openingSteps.includes(step)))
    .map((step) => ({ step, done: doneByStep[step] }))
}

/**
 * Lists the steps for Today. Returns null once all are done, once the list is dismissed, and for roles that cannot set
 * up the shop.
 */
export async function listFirstSteps(services: SetupDeps, role: Role): Promise<ListedStep[] | null> {
  if (!hasPermission(role, 'settings.change') || !services.settings.get('show_setup_list')) return null
  const steps = await listSetupSteps(services)
  return steps.every((step) => step.done) ? null : steps
}

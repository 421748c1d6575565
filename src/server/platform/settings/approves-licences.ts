import type { Settings } from './settings.ts'

/** Whether members wait for staff to look at their licence: to become active, or to be able to order. */
export const approvesLicences = ({ get }: Settings): boolean =>
  get('approve_licences') || get('licence_for_orders') === 'approved'

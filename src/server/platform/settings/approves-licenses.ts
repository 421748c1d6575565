import type { Settings } from './settings.ts'

/** Reports whether staff must approve a license before its member becomes active, or can order. */
export const approvesLicenses = ({ get }: Settings): boolean =>
  get('approve_licenses') || get('license_for_orders') === 'approved'

import { hasPermission, type Role } from '#contract/permissions.ts'
import type { Services } from '#server/platform/services.ts'
import { countOutbox } from './outbox.queries.ts'

/** Emails to staff, individually or at the shop's own address, are visible to roles that may change staff. */
export const canSeeStaffEmails = (role: Role): boolean => hasPermission(role, 'staff.change')

/** Counts the undelivered emails that a role may see. */
export const countFailedEmails = ({ db, settings }: Pick<Services, 'db' | 'settings'>, role: Role): Promise<number> =>
  countOutbox(db, {
    state: 'failed',
    search: '',
    withStaff: canSeeStaffEmails(role),
    shopEmail: settings.get('shop_email'),
  })

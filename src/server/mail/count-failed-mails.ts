import { may, type Role } from '#contract/permissions.ts'
import type { Services } from '#server/platform/services.ts'
import { countOutbox } from './outbox.queries.ts'

/** What staff are mailed, each of them or all at the shop's own address, is for those who may change staff. */
export const seesStaffMails = (role: Role): boolean => may(role, 'staff.change')

/** Mails that somebody of a role may see and that were given up. */
export const countFailedMails = ({ db, settings }: Pick<Services, 'db' | 'settings'>, role: Role): Promise<number> =>
  countOutbox(db, {
    state: 'given_up',
    search: '',
    withStaff: seesStaffMails(role),
    shopEmail: settings.get('shop_email'),
  })

import { approvableCorrection } from './compensation/correction/correct-bonus.ts'
import { approvableCloseMonth } from './compensation/months/approvable-close-month.ts'
import { approvableManualPayout } from './compensation/payouts/authorize-manual-payout.ts'
import { approvablePayMonth } from './compensation/payouts/pay-month-by-staff.ts'
import { approvablePublishPlan } from './compensation/plan/publish-plan.ts'
import { approvableChangeSetting } from './identity/settings/change-setting.ts'
import { approvableAddStaff } from './identity/staff/add-staff.ts'
import { approvableChangeStaff } from './identity/staff/change-staff.ts'
import type { ApprovableAction } from './identity/staff/decide-approval.ts'
import { approvableSponsorChange } from './network/sponsor-change/plan-sponsor-change.ts'
import { approvableRefund } from './orders/payments/refund-payment.ts'
import type { Services } from './platform/services.ts'

/** Registers the actions that run when they are approved: every module lists the ones it guards with `consumeApproval`. */
export const approvableActions = (services: Pick<Services, 'jobs' | 'settings'>): readonly ApprovableAction[] => [
  approvableAddStaff(services),
  approvableChangeStaff,
  approvableChangeSetting,
  approvablePublishPlan,
  approvableCorrection,
  approvableCloseMonth(services),
  approvablePayMonth(services),
  approvableRefund,
  approvableManualPayout,
  approvableSponsorChange(services),
]

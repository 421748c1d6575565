import { approvableCorrection } from './compensation/correction/correct-bonus.ts'
import { approvablePublishPlan } from './compensation/plan/publish-plan.ts'
import { approvableCloseMonth } from './month-management/approvable-close-month.ts'
import { approvableSponsorChange } from './network/sponsor-change/plan-sponsor-change.ts'
import { approvableRefund } from './payment/refund-payment.ts'
import { approvableManualPayout } from './payout/authorize-manual-payout.ts'
import { approvablePayMonth } from './payout/pay-month-by-staff.ts'
import type { Services } from './platform/services.ts'
import { approvableChangeSetting } from './settings/change-setting.ts'
import { approvableAddStaff } from './staff/add-staff.ts'
import { approvableChangeStaff } from './staff/change-staff.ts'
import type { ApprovableAction } from './staff/decide-approval.ts'

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

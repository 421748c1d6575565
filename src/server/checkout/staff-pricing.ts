import type { Services } from '#server/platform/services.ts'
import { offersQuickPay } from '#server/platform/settings/offers-quick-pay.ts'
import { readDiscountRule } from './limit-discount.ts'
import { quoteFromTable } from './quote-shipping.ts'

/** Services and current settings for staff pricing and placement. */
export const makeStaffPricing = (
  { jobs, settings }: Pick<Services, 'jobs' | 'settings'>,
  isReauthenticated = false,
) => ({
  jobs,
  settings,
  quoteShipping: quoteFromTable,
  counter: { state: settings.get('pickup_state'), zip: settings.get('pickup_zip') },
  minimumSubTotalCents: settings.get('minimum_sub_total'),
  quickPayOffered: offersQuickPay(settings),
  licenseRule: settings.get('license_for_orders'),
  paymentDays: settings.get('payment_days'),
  discounts: readDiscountRule({ settings }, isReauthenticated),
})

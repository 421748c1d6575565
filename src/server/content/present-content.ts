import type { TermsVersion } from '#contract/content/admin-terms.ts'
import type { Home, Shop } from '#contract/content/calls.ts'
import type { Faq, FaqsBody } from '#contract/content/faqs.ts'
import { toDollars } from '#domain/money/money.ts'
import { convertStylesToClasses } from '#server/content/rich-text.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import { offersQuickPay } from '#server/platform/settings/offers-quick-pay.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { SlideRow } from './content.queries.ts'
import type { TermsRow } from './terms.queries.ts'

export function presentSlide({ file, alt, ...slide }: SlideRow): Home['slides'][number] {
  return { ...slide, image: { src: toPictureSrc(file), alt } }
}

export function presentShop(settings: Settings): Omit<Shop, 'navigation' | 'not_found'> {
  const { get } = settings
  return {
    shop_name: get('shop_name'),
    shop_email: get('shop_email'),
    shop_phone: get('shop_phone'),
    pickup_address: get('pickup_address'),
    pickup_hours: preventBreaks(get('pickup_hours')),
    quick_pay_business_name: get('quick_pay_business_name'),
    quick_pay_phone: get('quick_pay_phone'),
    minimum_sub_total: toDollars(get('minimum_sub_total')),
    // Cards need a gateway, and none can be configured yet (docs/product §4.3).
    payment_types: offersQuickPay(settings) ? ['quickpay', 'check'] : ['check'],
  }
}

/** Keeps hours like `9 am–6 pm` on one line, without a break before am or pm or after the dash. */
const preventBreaks = (hours: string): string => hours.replace(/ (?=[ap]\.?m\b)/gi, '\u00a0').replaceAll('–', '–\u2060')

export const presentFaqs = ({ questions }: FaqsBody): Faq[] =>
  questions.map((question) => ({ ...question, answer_html: convertStylesToClasses(question.answer_html) }))

export const presentTermsVersion = ({ version, published_at, published_by, accepted }: TermsRow): TermsVersion => ({
  version,
  published_at: published_at.toISOString(),
  published_by,
  accepted,
})

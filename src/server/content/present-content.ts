import type { TermsVersion } from '#contract/content/admin-terms.ts'
import type { Home, Shop } from '#contract/content/calls.ts'
import type { Faq, FaqsBody } from '#contract/content/faqs.ts'
import type { AnnouncementBody, NoticePage, NoticesBody } from '#contract/content/notices.ts'
import type { SlidesBody } from '#contract/content/slides.ts'
import { isWithin } from '#domain/calendar/period.ts'
import { toDollars } from '#domain/money/money.ts'
import { convertStylesToClasses } from '#server/content/rich-text.ts'
import { offersQuickPay } from '#server/platform/settings/offers-quick-pay.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { TermsRow } from './terms.queries.ts'

/** Widths that every picture has. */
const COMMON_WIDTHS = [640, 1280]

/** Presents the slides that are shown at a time. `widths` are those of their pictures, by URL. */
export const presentSlides = (
  { slides }: SlidesBody,
  now: Date,
  widths: ReadonlyMap<string, number[]>,
): Home['slides'] =>
  slides
    .filter((slide) => isWithin(slide, now))
    .map(({ picture, from: _from, until: _until, ...slide }) => ({
      ...slide,
      image: { ...picture, widths: widths.get(picture.src) ?? COMMON_WIDTHS },
    }))

/** Presents the notices of these pages that are shown at a time. A link needs its text. */
export const presentNotices = ({ notices }: NoticesBody, now: Date, pages: readonly NoticePage[]): Shop['notices'] =>
  notices
    .filter((notice) => pages.includes(notice.page) && isWithin(notice, now))
    .map(({ from: _from, until: _until, action_label, action_path, ...notice }) => {
      const isLink = action_label !== '' && action_path !== ''
      return { ...notice, action_label: isLink ? action_label : null, action_path: isLink ? action_path : null }
    })

export const presentAnnouncement = ({ text, link, ...period }: AnnouncementBody, now: Date): Shop['announcement'] =>
  text !== '' && isWithin(period, now) ? { text, link } : null

export function presentShop(settings: Settings): Omit<Shop, 'announcement' | 'notices' | 'navigation' | 'not_found'> {
  const { get } = settings
  const { logo, darkLogo } = settings.brand()
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
    logo: logo ? { src: logo.path, dark_src: darkLogo?.path ?? null, width: logo.width, height: logo.height } : null,
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

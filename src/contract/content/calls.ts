import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { dollars, optionalText } from '#contract/base/fields.ts'
import { Image, ProductCard } from '#contract/catalog/calls.ts'
import { ListedPost } from '#contract/posts/calls.ts'
import { Faq } from './faqs.ts'
import { Navigation, NotFoundTexts } from './navigation.ts'
import { noticePages, noticeRepeats } from './notices.ts'
import { Focus } from './slides.ts'

export const Popup = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  action_label: z.nullable(z.string()),
  action_path: z.nullable(z.string()),
  repeat: z.enum(noticeRepeats),
})
export type Popup = z.infer<typeof Popup>

export const Home = z.object({
  slides: z.array(
    z.object({
      id: z.int(),
      eyebrow: z.string(),
      heading: z.string(),
      text: z.string(),
      action_label: z.string(),
      action_path: z.string(),
      /** In these widths; `focus` and `phone_focus` stay in view where it is cropped. */
      image: z.extend(Image, { widths: z.array(z.int()), focus: Focus, phone_focus: Focus }),
    }),
  ),
  popups: z.array(Popup),
  featured: z.array(ProductCard),
  /** The newest public posts in English, at most three. */
  posts: z.array(ListedPost),
  /** One line about the shop. */
  promise: z.string(),
  /** For search engines and link previews. */
  description: z.string(),
  sections: z.array(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('products'),
        heading: z.string(),
        link_label: z.string(),
        link: z.string(),
        /** Null for the featured products. */
        products: z.nullable(z.array(ProductCard)),
      }),
      z.object({
        type: z.literal('steps'),
        heading: z.string(),
        steps: z.array(z.object({ title: z.string(), text: z.string() })),
      }),
      z.object({ type: z.literal('posts'), heading: z.string(), link_label: z.string() }),
    ]),
  ),
})
export type Home = z.infer<typeof Home>

export const Faqs = z.object({ data: z.array(Faq) })
export type Faqs = z.infer<typeof Faqs>

/** Data of the shop that every page may show. */
export const Shop = z.object({
  shop_name: z.string(),
  shop_email: z.string(),
  shop_phone: z.string(),
  pickup_address: z.string(),
  pickup_hours: z.string(),
  quick_pay_business_name: z.string(),
  quick_pay_phone: z.string(),
  minimum_sub_total: dollars,
  payment_types: z.array(z.enum(['quickpay', 'check', 'card'])),
  /** The line above the header; `link` may be empty. */
  announcement: z.nullable(z.object({ text: z.string(), link: z.string() })),
  /** Notices of other pages than the home page. */
  notices: z.array(z.extend(Popup, { page: z.enum(noticePages) })),
  navigation: Navigation,
  not_found: NotFoundTexts,
  /** Null if the shop's name is shown instead; `dark_src` is null if there is only one. */
  logo: z.nullable(z.object({ src: z.string(), dark_src: z.nullable(z.string()), width: z.int(), height: z.int() })),
})
export type Shop = z.infer<typeof Shop>

export const States = z.array(z.object({ code: z.string(), name: z.string() }))
export type States = z.infer<typeof States>

export const homeCall = defineCall('home', {
  summary: 'Retrieves the home page: slides, popups, featured products and newest posts',
  responses: { 200: Home },
})
export const faqsCall = defineCall('faqs', {
  summary: 'Lists FAQs, or those that contain all words of a search',
  query: z.object({ q: optionalText(200) }),
  responses: { 200: Faqs },
})
export const shopCall = defineCall('shop', {
  summary: 'Retrieves the shop’s public settings, its navigation and the texts of the page for unknown URLs',
  responses: { 200: Shop },
})
export const statesCall = defineCall('states', {
  summary: 'Lists the states available for addresses',
  responses: { 200: States },
})

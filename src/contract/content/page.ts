import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { optionalLines, optionalText, requiredLines, requiredText } from '#contract/base/fields.ts'
import { ProductCard } from '#contract/catalog/calls.ts'
import { Faq } from './faqs.ts'
import { linkTarget, richText } from './fields.ts'

const MAX_BLOCKS = 50
const MAX_ITEMS = 24
const heading = optionalText(120)

const TextBlock = z.object({ type: z.literal('text'), html: richText })
const PictureBlock = z.object({
  type: z.literal('picture'),
  /** URL of an uploaded picture. */
  src: z.string({ error: 'Choose a picture.' }).check(z.regex(/^\/uploads\/[\w.-]{1,200}$/, 'Choose a picture.')),
  alt: optionalText(255),
  caption: optionalText(255),
})
const StepsBlock = z.object({
  type: z.literal('steps'),
  heading,
  numbered: z.boolean(),
  steps: z
    .array(z.object({ title: requiredText('Enter a title.', 120), text: requiredLines('Enter a text.', 1_000) }))
    .check(z.minLength(1, 'Add an item.'), z.maxLength(MAX_ITEMS)),
})
const ButtonsBlock = z.object({
  type: z.literal('buttons'),
  buttons: z
    .array(z.object({ label: requiredText('Enter a label.', 60), link: linkTarget }))
    .check(z.minLength(1, 'Add a button.'), z.maxLength(6)),
})
const productIds = z.array(z.int().check(z.positive(), z.maximum(2_147_483_647)))
const ProductsBlock = z.object({
  type: z.literal('products'),
  heading,
  product_ids: productIds.check(z.minLength(1, 'Add a product.'), z.maxLength(MAX_ITEMS)),
})
const QuestionsBlock = z.object({
  type: z.literal('questions'),
  heading,
  /** Topic of the questions; empty for all. */
  topic: optionalText(120),
})
/** Address, hours and contact details from the settings. */
const CounterBlock = z.object({ type: z.literal('counter') })
const ContactFormBlock = z.object({ type: z.literal('contact_form'), heading })

const Block = z.discriminatedUnion('type', [
  TextBlock,
  PictureBlock,
  StepsBlock,
  ButtonsBlock,
  ProductsBlock,
  QuestionsBlock,
  CounterBlock,
  ContactFormBlock,
])
export type PageBlock = z.infer<typeof Block>

/** The content of a page. */
export const PageBody = z.object({
  title: requiredText('Enter a title.', 120),
  /** For search engines and link previews. */
  description: optionalText(300),
  /** Shown large below the title. */
  intro: optionalLines(1_000),
  blocks: z.array(Block).check(z.maxLength(MAX_BLOCKS, `A page has up to ${MAX_BLOCKS} blocks.`)),
})
export type PageBody = z.infer<typeof PageBody>

const shownText = z.string()
/** A page as the shop shows it. */
export const ContentPage = z.object({
  slug: shownText,
  title: shownText,
  description: shownText,
  intro: shownText,
  blocks: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), html: shownText }),
      z.object({ type: z.literal('picture'), src: shownText, alt: shownText, caption: shownText }),
      z.object({
        type: z.literal('steps'),
        heading: shownText,
        numbered: z.boolean(),
        steps: z.array(z.object({ title: shownText, text: shownText })),
      }),
      z.object({ type: z.literal('buttons'), buttons: z.array(z.object({ label: shownText, link: shownText })) }),
      z.object({ type: z.literal('products'), heading: shownText, products: z.array(ProductCard) }),
      z.object({ type: z.literal('questions'), heading: shownText, questions: z.array(Faq) }),
      CounterBlock,
      z.object({ type: z.literal('contact_form'), heading: shownText }),
    ]),
  ),
})
export type ContentPage = z.infer<typeof ContentPage>

export const contentPageCall = defineCall('contentPage', {
  summary: 'Retrieves a published page that the shop’s owners wrote, such as “about”',
  params: z.object({ slug: z.string().check(z.maxLength(120)) }),
  responses: { 200: ContentPage },
  errors: [404],
})

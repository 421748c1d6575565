import * as z from 'zod/mini'
import { optionalText, requiredLines, requiredText } from '#contract/base/fields.ts'
import { linkTarget } from './fields.ts'

const MAX_SECTIONS = 12
export const MAX_HOME_PRODUCTS = 20
const heading = requiredText('Enter a heading.', 120)

const productSource = z.discriminatedUnion('kind', [
  /** The products with a featured position. */
  z.object({ kind: z.literal('featured') }),
  z.object({ kind: z.literal('newest') }),
  z.object({ kind: z.literal('category'), category: requiredText('Choose a category.', 200) }),
  z.object({
    kind: z.literal('chosen'),
    product_ids: z
      .array(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))
      .check(z.minLength(1, 'Add a product.'), z.maxLength(MAX_HOME_PRODUCTS)),
  }),
])
export type ProductSource = z.infer<typeof productSource>

const Section = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('products'),
    heading,
    source: productSource,
    limit: z.int().check(z.minimum(1), z.maximum(MAX_HOME_PRODUCTS)),
    link_label: optionalText(40),
    link: z.union([z.literal(''), linkTarget]),
  }),
  z.object({
    type: z.literal('steps'),
    heading,
    steps: z
      .array(z.object({ title: requiredText('Enter a title.', 120), text: requiredLines('Enter a text.', 400) }))
      .check(z.minLength(1, 'Add a step.'), z.maxLength(6, 'There can be up to 6 steps.')),
  }),
  z.object({ type: z.literal('posts'), heading, link_label: optionalText(40) }),
])
export type HomeSection = z.infer<typeof Section>

/** The home page below its slides and notices. */
export const HomeBody = z.object({
  /** One line about the shop, in titles and link previews. */
  promise: optionalText(160),
  /** For search engines and link previews. */
  description: optionalText(300),
  sections: z.array(Section).check(z.maxLength(MAX_SECTIONS, `There can be up to ${MAX_SECTIONS} sections.`)),
})
export type HomeBody = z.infer<typeof HomeBody>

import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { noNul } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { fitAccent } from '#domain/brand/accent.ts'
import { displayFonts } from '#domain/brand/display-fonts.ts'
import { isHexColor } from '#domain/brand/oklch.ts'

/** URL of a picture uploaded by staff. */
const picture = z
  .string({ error: 'Choose a picture.' })
  .check(z.regex(/^\/uploads\/[0-9a-f]{32}-1280\.webp$/, 'Choose a picture.'))

export const brandIcons = ['letter', 'logo'] as const

/** The look of the shop: on its pages, in its emails and on its documents. */
export const BrandBody = z
  .object({
    /** Without one, the shop's name is shown. */
    logo: z.nullable(picture),
    /** Shown on dark pages; without one, `logo` is shown there on a light background. */
    logo_dark: z.nullable(picture),
    /** Drawn from the first letter of the shop's name, or from the logo. */
    icon: z.enum(brandIcons),
    /** Null for the color of the theme. */
    accent: z.nullable(
      z
        .string({ error: 'Enter a color.' })
        .check(z.trim(), z.toLowerCase(), z.refine(isHexColor, 'Enter a color such as #8a3b2e.')),
    ),
    /** The owner agrees to a lighter or darker shade in a theme in which the color is not legible. */
    accent_adjusted: z.boolean(),
    display_font: z.enum(displayFonts),
  })
  .check(
    z.refine(({ accent, accent_adjusted }) => accent_adjusted || accent === null || isLegible(accent), {
      path: ['accent_adjusted'],
      error: 'Allow the adjusted shades, or choose another color.',
    }),
    z.refine(({ logo, logo_dark }) => logo !== null || logo_dark === null, {
      path: ['logo_dark'],
      error: 'Choose a logo for light pages, too.',
    }),
    z.refine(({ logo, icon }) => logo !== null || icon === 'letter', {
      path: ['icon'],
      error: 'Choose a logo first.',
    }),
  )
export type BrandBody = z.infer<typeof BrandBody>

const isLegible = (accent: string): boolean =>
  !isHexColor(accent) || (['light', 'dark'] as const).every((theme) => !fitAccent(accent, theme).problem)

/** The look of a shop that has not changed it. */
export const defaultBrand: BrandBody = {
  logo: null,
  logo_dark: null,
  icon: 'letter',
  accent: null,
  accent_adjusted: false,
  display_font: 'fraunces',
}

const preview = {
  permission: 'content.change',
  /** The body as JSON: a form in a frame has only texts. */
  body: z.object({ brand: z.string({ error: shopMessages.malformed }).check(z.maxLength(2000), noNul) }),
  errors: [422],
} as const
export const previewBrandMailCall = defineAdminCall('previewBrandMail', {
  summary: 'Renders a sample email in the given look; nothing is saved or sent',
  ...preview,
  responses: { 200: z.string() },
  contentType: 'text/html; charset=utf-8',
})
export const previewBrandInvoiceCall = defineAdminCall('previewBrandInvoice', {
  summary: 'Writes a sample invoice in the given look as a PDF',
  ...preview,
  responses: { 200: z.string() },
  contentType: 'application/pdf',
})

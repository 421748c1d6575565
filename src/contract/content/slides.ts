import * as z from 'zod/mini'
import { optionalText, requiredText } from '#contract/base/fields.ts'
import { linkTarget } from './fields.ts'
import { endsAfterBeginning, period } from './period.ts'

export const MAX_SLIDES = 12

/** Percent from the left and the top. */
export const FOCUS_STEPS = [0, 25, 50, 75, 100] as const
const step = z.literal(FOCUS_STEPS)
/** The part of a picture that stays in view where it is cropped. */
export const Focus = z.object({ x: step, y: step })
export type Focus = z.infer<typeof Focus>

export const ChosenPicture = z.object({
  /** URL without size and format. */
  src: z.string({ error: 'Choose a picture.' }).check(z.regex(/^\/uploads\/[0-9a-z-]{1,200}$/, 'Choose a picture.')),
  alt: optionalText(),
  focus: Focus,
  phone_focus: Focus,
})
export type ChosenPicture = z.infer<typeof ChosenPicture>

export const itemId = z.int().check(z.minimum(1), z.maximum(2_147_483_647))
export const hasUniqueIds = z.refine<readonly { id: number }[]>(
  (items) => new Set(items.map(({ id }) => id)).size === items.length,
)

const Slide = z
  .object({
    id: itemId,
    picture: ChosenPicture,
    eyebrow: optionalText(60),
    heading: requiredText('Enter a heading.', 120),
    text: optionalText(300),
    action_label: requiredText('Enter the text of the button.', 40),
    action_path: linkTarget,
    ...period,
  })
  .check(endsAfterBeginning)

/** The slides of the home page, in their order. */
export const SlidesBody = z.object({
  slides: z.array(Slide).check(z.maxLength(MAX_SLIDES, `There can be up to ${MAX_SLIDES} slides.`), hasUniqueIds),
})
export type SlidesBody = z.infer<typeof SlidesBody>

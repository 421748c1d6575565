import * as z from 'zod/mini'
import { optionalLines, optionalText, requiredText } from '#contract/base/fields.ts'
import { linkTarget } from './fields.ts'

const MAX_LINKS = 12

const NavigationLink = z.object({ label: requiredText('Enter a label.', 60), link: linkTarget })
const links = z.array(NavigationLink).check(z.maxLength(MAX_LINKS, `There can be up to ${MAX_LINKS} links.`))

/** Links and texts at the top and bottom of every page. */
export const NavigationBody = z.object({
  /** In the header and in the menu of phones; the footer has them, too. */
  header: links,
  footer: links,
  /** In the footer and where an order is placed. */
  legal: links,
  /** Describes the shop in a sentence. */
  tagline: optionalLines(255),
  newsletter_heading: optionalText(60),
  newsletter_text: optionalLines(255),
})
export type NavigationBody = z.infer<typeof NavigationBody>

/** Texts of the page for unknown URLs. */
export const NotFoundBody = z.object({
  heading: requiredText('Enter a heading.', 120),
  text: optionalLines(500),
  button: NavigationLink,
})
export type NotFoundBody = z.infer<typeof NotFoundBody>

const shownLink = z.object({ label: z.string(), link: z.string() })
/** The navigation as pages show it, without links to pages that are not published. */
export const Navigation = z.object({
  header: z.array(shownLink),
  footer: z.array(shownLink),
  legal: z.array(shownLink),
  tagline: z.string(),
  newsletter_heading: z.string(),
  newsletter_text: z.string(),
})
export type Navigation = z.infer<typeof Navigation>

export const NotFoundTexts = z.object({ heading: z.string(), text: z.string(), button: shownLink })

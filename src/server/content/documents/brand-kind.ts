import { type BrandBody, defaultBrand } from '#contract/content/brand.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DocumentKindRules } from './document-kind.ts'

/** The look of the shop, read into the settings of every process (content/brand/load-brand.ts). */
export const brandKind: DocumentKindRules<BrandBody> = {
  defaultBody: defaultBrand,
  title: () => 'Brand',
  path: () => pagePaths.home,
  hasPreviewLink: false,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ logo, logo_dark, icon, accent, display_font }) =>
    [
      `Logo: ${logo ?? 'the name of the shop'}`,
      `Logo for dark pages: ${logo_dark ?? 'none'}`,
      `Icon: ${icon}`,
      `Accent color: ${accent ?? 'as designed'}`,
      `Font of titles: ${display_font}`,
      '',
    ].join('\n'),
  pictures: ({ logo, logo_dark }) => [logo, logo_dark].filter((src) => src !== null),
  links: () => [],
}

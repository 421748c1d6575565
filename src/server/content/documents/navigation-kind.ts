import type { NavigationBody, NotFoundBody } from '#contract/content/navigation.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DocumentKindRules } from './document-kind.ts'

type Link = NavigationBody['header'][number]

const toLine = ({ label, link }: Link): string => `${label} [${link}]`

export const navigationKind: DocumentKindRules<NavigationBody> = {
  defaultBody: {
    header: [
      { label: 'Shop all', link: pagePaths.packages },
      { label: 'Newest', link: `${pagePaths.packages}?sort=newest` },
      { label: 'Blog', link: pagePaths.posts },
      { label: 'Help', link: pagePaths.faqs },
    ],
    footer: [
      { label: 'Product finder', link: pagePaths.productFinder },
      { label: 'About us', link: pagePaths.about },
      { label: 'Contact', link: pagePaths.contact },
      { label: 'Your cart', link: pagePaths.cart },
    ],
    legal: [
      { label: 'Terms', link: pagePaths.terms },
      { label: 'Privacy', link: pagePaths.privacy },
      { label: 'Returns', link: pagePaths.returns },
      { label: 'Shipping', link: pagePaths.shippingInfo },
    ],
    tagline: 'Packages and products for professionals in hair, skin, nails and brows.',
    newsletter_heading: 'Stay in the loop',
    newsletter_text: 'New packages and store updates by email.',
  },
  title: () => 'Navigation and footer',
  path: () => pagePaths.home,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ header, footer, legal, tagline, newsletter_heading, newsletter_text }) =>
    [
      ...['Header', ...header.map(toLine)],
      ...['', 'Footer', ...footer.map(toLine)],
      ...['', 'Legal', ...legal.map(toLine)],
      ...['', tagline, newsletter_heading, newsletter_text],
    ].join('\n'),
  pictures: () => [],
  links: ({ header, footer, legal }) => [...header, ...footer, ...legal].map(({ link }) => link),
}

export const notFoundKind: DocumentKindRules<NotFoundBody> = {
  defaultBody: {
    heading: 'We can’t find that page',
    text: 'The address may be mistyped, or the product may have been discontinued. Your cart is unchanged.',
    button: { label: 'See all packages', link: pagePaths.packages },
  },
  title: () => 'Page not found',
  path: () => '/not-found',
  clean: async (body) => ({ ok: true, body }),
  toText: ({ heading, text, button }) => [heading, text, toLine(button)].join('\n'),
  pictures: () => [],
  links: ({ button }) => [button.link],
}

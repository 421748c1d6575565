import { paths } from '#web/api/paths.ts'

export const shopLinks = [
  { label: 'Shop all', to: paths.packages },
  { label: 'Newest', to: paths.listing({ sort: 'newest' }) },
  { label: 'Blog', to: paths.posts },
  { label: 'Help', to: paths.faqs },
] as const

/** Additional links of the footer. */
export const moreLinks = [
  { label: 'Product finder', to: paths.productFinder },
  { label: 'About us', to: paths.about },
  { label: 'Contact', to: paths.contact },
  { label: 'Your cart', to: paths.cart },
] as const

import { paths } from '#web/paths.ts'

export const shopLinks = [
  { label: 'Shop all', to: paths.packages },
  { label: 'Newest', to: paths.listing({ sort: 'newest' }) },
  { label: 'Help', to: paths.faqs },
] as const

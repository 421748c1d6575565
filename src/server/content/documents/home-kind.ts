import type { HomeBody, HomeSection, ProductSource } from '#contract/content/home.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DocumentKindRules } from './document-kind.ts'

export const homeKind: DocumentKindRules<HomeBody> = {
  defaultBody: {
    promise: '',
    description: '',
    sections: [
      {
        type: 'products',
        heading: 'Featured products',
        source: { kind: 'featured' },
        limit: 12,
        link_label: 'Shop all',
        link: pagePaths.packages,
      },
      { type: 'posts', heading: 'Newest posts', link_label: 'All posts' },
    ],
  },
  title: () => 'Home page',
  path: () => pagePaths.home,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ promise, description, sections }) =>
    [promise, description, ...sections.flatMap((section) => ['', ...describeSection(section)])].join('\n'),
  pictures: () => [],
  links: ({ sections }) => sections.flatMap((section) => (section.type === 'products' && section.link) || []),
}

function describeSection(section: HomeSection): string[] {
  switch (section.type) {
    case 'products':
      return [
        section.heading,
        describeSource(section.source, section.limit),
        ...(section.link ? [`${section.link_label} [${section.link}]`] : []),
      ]
    case 'steps':
      return [section.heading, ...section.steps.flatMap(({ title, text }) => [title, text])]
    case 'posts':
      return [section.heading, `Newest posts: ${section.link_label}`]
  }
}

function describeSource(source: ProductSource, limit: number): string {
  switch (source.kind) {
    case 'featured':
      return `Featured products, at most ${limit}`
    case 'newest':
      return `Newest products, at most ${limit}`
    case 'category':
      return `Products of ${source.category}, at most ${limit}`
    case 'chosen':
      return `Products ${source.product_ids.join(', ')}`
  }
}

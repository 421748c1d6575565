import type { FinderBody } from '#contract/content/finder.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DocumentKindRules } from './document-kind.ts'

export const finderKind: DocumentKindRules<FinderBody> = {
  defaultBody: { questions: [] },
  title: () => 'Product finder',
  path: () => pagePaths.productFinder,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ questions }) =>
    questions
      .flatMap(({ question, answers }) => [
        question,
        ...answers.map(({ label, note, category_id, tags, family_id }) =>
          [
            `- ${label}`,
            note,
            category_id === null ? '' : `category ${category_id}`,
            tags.join(', '),
            family_id === null ? '' : `family ${family_id}`,
          ]
            .filter((part) => part !== '')
            .join(' · '),
        ),
        '',
      ])
      .join('\n'),
  pictures: () => [],
  links: () => [],
}

import type { ContentPage, PageBody } from '#contract/content/page.ts'
import { readPublished } from '#server/content/documents/read-documents.ts'
import { presentFaqs } from '#server/content/present-content.ts'
import { convertStylesToClasses } from '#server/content/rich-text.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findCards } from './catalog.queries.ts'
import { presentCard } from './present-product.ts'

/** Returns a page as visitors see it: with its products and questions. Products that are not for sale are left out. */
export async function showPage(db: Database, slug: string, body: PageBody): Promise<ContentPage> {
  const ids = body.blocks.flatMap((block) => (block.type === 'products' ? block.product_ids : []))
  const hasQuestions = body.blocks.some(({ type }) => type === 'questions')
  const cards = new Map((await findCards(db, [...new Set(ids)])).map((row) => [Number(row.id), presentCard(row)]))
  const questions = hasQuestions ? presentFaqs(await readPublished(db, 'faqs')) : []
  return {
    ...body,
    slug,
    blocks: body.blocks.map((block) => {
      switch (block.type) {
        case 'text':
          return { ...block, html: convertStylesToClasses(block.html) }
        case 'products':
          return {
            type: block.type,
            heading: block.heading,
            products: block.product_ids.flatMap((id) => cards.get(id) ?? []),
          }
        case 'questions':
          return {
            type: block.type,
            heading: block.heading,
            questions: questions.filter(({ topic }) => block.topic === '' || topic === block.topic),
          }
        default:
          return block
      }
    }),
  }
}

import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { type DocumentContent, singleKinds } from '#contract/content/documents.ts'
import { pagePaths } from '#contract/paths.ts'
import { createPublished } from '#server/content/documents/create-published.ts'
import { readPublished } from '#server/content/documents/read-documents.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { browserOf } from '#test/browser.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { interfaceTexts } from '#test/interface-texts.ts'
import { pageTest } from '#test/page.tsx'

/** Begins every text that staff or settings could have written. */
const CONTENT = 'Zq'
/** Shorter texts are labels of the interface: `Add to cart`, `Order total`. */
const MAX_LABEL_WORDS = 3

/** The document with this mark in place of every text. */
const markTexts = (value: unknown): unknown =>
  typeof value === 'string'
    ? isLabel(value)
      ? value
      : `${CONTENT} text`
    : Array.isArray(value)
      ? value.map(markTexts)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, markTexts(part)]))
        : value
const isLabel = (text: string): boolean => text.split(' ').length <= MAX_LABEL_WORDS

const paths = [
  ...[pagePaths.home, pagePaths.packages, '/packages?q=none', pagePaths.faqs, pagePaths.terms, pagePaths.productFinder],
  ...[pagePaths.posts, pagePaths.cart, pagePaths.login, pagePaths.register, '/no-such-page'],
]

const specification = readFileSync(new URL('../../../../docs/specification.md', import.meta.url), 'utf8')
const ATTRIBUTES = ['alt', 'aria-label', 'placeholder', 'title']

pageTest(
  'the texts of the storefront',
  (app) => {
    let product = 0
    beforeAll(async () => {
      const { db } = app().services
      const { id: categoryId } = await makeCategory(db, { name: `${CONTENT} hair`, slug: 'hair' })
      product = (await makeProduct(db, { name: `${CONTENT} gel`, categoryId, descriptionHtml: `<p>${CONTENT}</p>` })).id
      const actor = { kind: 'system', job: 'test' } as const
      for (const kind of singleKinds) {
        const content = { kind, body: markTexts(await readPublished(db, kind)) } as DocumentContent
        await inTransaction(db, (trx) => createPublished(trx, actor, { content }))
      }
    })

    it('are content, fixed by the specification, or known sentences of the interface', async () => {
      const found = new Set<string>()
      for (const path of [...paths, `/packages/${product}`]) {
        const { body } = await browserOf(app).inject({ url: path, headers: { accept: 'text/html' } })
        for (const text of listTexts(body)) found.add(text)
      }
      const sentences = [...found].filter(
        (text) => !text.includes(CONTENT) && text.split(' ').length > MAX_LABEL_WORDS && !specification.includes(text),
      )
      expect(sentences.filter((text) => !interfaceTexts.includes(text)).sort()).toEqual([])
    })
  },
  Object.fromEntries(
    ['SHOP_NAME', 'PICKUP_ADDRESS', 'PICKUP_HOURS', 'SHOP_PHONE'].map((name) => [`SHOP_${name}`, `${CONTENT} ${name}`]),
  ),
)

/** Lists everything that a visitor can read on a page. */
function listTexts(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of page.querySelectorAll('script, style')) hidden.remove()
  const texts: (string | null)[] = [page.querySelector('meta[name="description"]')?.getAttribute('content') ?? '']
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent)
  for (const name of ATTRIBUTES) {
    for (const element of page.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name))
  }
  return texts.map((text) => (text ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean)
}

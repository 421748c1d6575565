import type { PageBlock, PageBody } from '#contract/content/page.ts'
import { contentPagePath } from '#contract/paths.ts'
import type { DocumentKindRules } from './document-kind.ts'
import { cleanRichText, findRichTextLinks, findRichTextPictures, toLines } from './document-text.ts'

export const pageKind: DocumentKindRules<PageBody> = {
  title: ({ title }) => title,
  path: contentPagePath,
  async clean(body) {
    const blocks: PageBlock[] = []
    for (const [index, block] of body.blocks.entries()) {
      if (block.type === 'text') {
        const cleaned = await cleanRichText(block.html, `blocks.${index}.html`)
        if (!cleaned.ok) return cleaned
        blocks.push({ ...block, html: cleaned.html })
      } else {
        blocks.push(block)
      }
    }
    return { ok: true, body: { ...body, blocks } }
  },
  toText: ({ title, description, intro, blocks }) =>
    [title, description, intro, ...blocks.flatMap((block) => ['', ...describeBlock(block)])].join('\n'),
  pictures: ({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'text' ? findRichTextPictures(block.html) : block.type === 'picture' ? [block.src] : [],
    ),
  links: ({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'text'
        ? findRichTextLinks(block.html)
        : block.type === 'buttons'
          ? block.buttons.map(({ link }) => link)
          : [],
    ),
}

function describeBlock(block: PageBlock): string[] {
  switch (block.type) {
    case 'text':
      return toLines(block.html)
    case 'picture':
      return [`Picture ${block.src}`, block.alt, block.caption]
    case 'steps':
      return [block.heading, ...block.steps.flatMap(({ title, text }) => [title, text])]
    case 'buttons':
      return block.buttons.map(({ label, link }) => `${label} [${link}]`)
    case 'products':
      return [block.heading, `Products ${block.product_ids.join(', ')}`]
    case 'questions':
      return [block.heading, `Questions about ${block.topic || 'everything'}`]
    case 'counter':
      return ['Pickup counter']
    case 'contact_form':
      return [block.heading, 'Contact form']
  }
}

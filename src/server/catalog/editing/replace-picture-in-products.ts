import { fileFolders } from '#contract/paths.ts'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockContents } from './content.queries.ts'
import { saveProducts } from './save-products.ts'

/** Names of pictures without size and format. */
type Replacement = { before: readonly string[]; after: string }

/** Products that one statement saves. */
const SLICE = 500

/** Shows another picture in these products and their descriptions; each is saved like an edit, with a version. */
export async function replacePictureInProducts(
  trx: Transaction,
  actor: Actor,
  productIds: readonly number[],
  replacement: Replacement,
): Promise<void> {
  const ids = [...new Set(productIds)].sort((a, b) => a - b)
  for (let start = 0; start < ids.length; start += SLICE) {
    const contents = await lockContents(trx, ids.slice(start, start + SLICE))
    const edits = [...contents.values()].map(({ id, content }) => ({ id, changes: replaceFile(content, replacement) }))
    const saved = await saveProducts(trx, actor, edits, { source: 'edit', isConfirmed: true })
    if (!saved.ok) throw new Error(`a product refuses its picture: ${saved.refusal.refusals[0]?.code}`)
  }
}

const replaceFile = (
  { images, description_html }: ProductContent,
  { before, after }: Replacement,
): Pick<ProductContent, 'images' | 'description_html'> => ({
  images: images.map((image) => (image.file && before.includes(image.file) ? { ...image, file: after } : image)),
  description_html: before.reduce(
    (html, file) => html.replaceAll(`${fileFolders.uploads}${file}-`, `${fileFolders.uploads}${after}-`),
    description_html,
  ),
})

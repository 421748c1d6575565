import { findChangedFields, type ProductContent } from '#domain/catalog/product-content.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { VersionSource } from './content.queries.ts'
import { toWireName } from './present-fields.ts'
import { findNames, findVersionsBefore } from './version.queries.ts'

const PAGE = 20
const MAX_TEXT = 500

/** Lists a product's versions, newest first, each with its differences from the one before. */
export async function listVersions(db: Database, id: number, before = 2_147_483_647) {
  const rows = await findVersionsBefore(db, id, { before, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const names = await findNames(
    db,
    rows.map(({ content }) => content),
  )
  return {
    data: page.map(({ version, at, made_by, source, file_name, content }, index) => ({
      version,
      made_at: at.toISOString(),
      made_by,
      source: source as VersionSource,
      file_name,
      changes: describeChanges(rows[index + 1]?.content, content, names),
    })),
    next: rows.length > PAGE ? (page.at(-1)?.version ?? null) : null,
  }
}

type Names = Awaited<ReturnType<typeof findNames>>

function describeChanges(before: ProductContent | undefined, after: ProductContent, names: Names) {
  if (!before) return []
  return findChangedFields(before, after).map((field) => ({
    field: toWireName(field),
    before: describe(field, before, names),
    after: describe(field, after, names),
  }))
}

function describe(
  field: keyof ProductContent,
  content: ProductContent,
  { categories, products, families }: Names,
): string {
  const nameOf = (id: number) => products.get(id) ?? `Product ${id}`
  switch (field) {
    case 'price_cents':
      return formatCents(cents(content.price_cents))
    case 'compare_at_cents':
    case 'sale_price_cents': {
      const amount = content[field]
      return amount === null ? '' : formatCents(cents(amount))
    }
    case 'category_id':
      return content.category_id === null ? '' : (categories.get(content.category_id) ?? '')
    case 'family_id':
      return content.family_id === null ? '' : (families.get(content.family_id) ?? '')
    case 'commissionable_bp':
      return `${content.commissionable_bp / 100}%`
    case 'weight_grams':
      return `${content.weight_grams} g`
    case 'tax_exempt':
      return content.tax_exempt ? 'Not taxed' : 'Taxed'
    case 'images':
      return `${content.images.length} ${content.images.length === 1 ? 'picture' : 'pictures'}`
    case 'documents':
      return content.documents.map(({ title }) => title).join(', ')
    case 'contents':
      return content.contents.map(({ product_id, quantity }) => `${quantity} × ${nameOf(product_id)}`).join(', ')
    case 'related':
      return content.related.map(nameOf).join(', ')
    case 'tags':
      return content.tags.join(', ')
    case 'description_html':
      return shorten(content.description_html.replaceAll(/<[^<>]*>/g, ' ').trim())
    default:
      return shorten(String(content[field] ?? ''))
  }
}

const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

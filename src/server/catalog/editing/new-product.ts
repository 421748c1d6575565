import type { ProductContent } from '#domain/catalog/product-content.ts'

/** A new product with the usual values of everything but its name and price. It is a draft until it is published. */
export const newProduct = (name: string, priceCents: number): ProductContent => ({
  ...{ handle: '', name, kind: 'product', category_id: null, vendor: '', tags: [], sku: '', barcode: null, shelf: '' },
  ...{ description_html: '', price_cents: priceCents, compare_at_cents: null },
  ...{ sale_price_cents: null, sale_from: null, sale_until: null },
  ...{ pv: 0, commissionable_bp: 10_000, tax_exempt: false, weight_grams: 0 },
  ...{ status: 'draft', visible_from: null, visible_until: null },
  ...{ size_amount: null, size_unit: null, search_words: '', page_title: '', page_description: '' },
  ...{ family_id: null, family_position: 0, option_value: '', swatch: null },
  ...{ images: [], contents: [], related: [], documents: [] },
})

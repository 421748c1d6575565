import type { Column } from './columns.ts'

/** Reads a cell of the row by the lowercase name of its column; empty without the column. */
type ReadCell = (name: string) => string
export type Cells = Partial<Record<Column, string>>
/** A product or variant of a foreign file, in Shopify's columns; `images` are addresses. */
export type ForeignRow = { cells: Cells; images?: readonly string[] }
/**
 * `parent` has variants, given by its key; `variant` belongs to the parent with that key, or to the product above
 * without one.
 */
type ForeignRecord =
  | ({ role: 'product' } & ForeignRow)
  | ({ role: 'parent'; key: string } & ForeignRow)
  | ({ role: 'variant'; key?: string } & ForeignRow)

export type ForeignFormat = {
  /** Columns that only files of this program have together, in lower case. */
  signature: readonly string[]
  /** Names of the file's columns, in lower case, by the column that they fill. */
  columns: Partial<Record<Column, string>>
  read: (cell: ReadCell) => ForeignRecord
}

const isYes = (text: string): boolean => ['1', 'y', 'yes', 'true'].includes(text.trim().toLowerCase())
const isNo = (text: string): boolean => ['0', '-1', 'n', 'no', 'false'].includes(text.trim().toLowerCase())
const listAddresses = (text: string, separator: RegExp): string[] =>
  text.split(separator).flatMap((part) => (/^https?:\/\//i.test(part.trim()) ? [part.trim()] : []))
const isPositive = (amount: string): boolean => Number(amount.replaceAll(/[$,\s]/g, '')) > 0
const joinOptions = (...values: string[]): string =>
  values
    .map((value) => value.trim())
    .filter(Boolean)
    .join(' / ')

/** The price that customers pay, and the regular one if it is reduced. */
const toPrices = (regular: string, sale: string): Cells =>
  isPositive(sale)
    ? { 'Variant Price': sale, 'Variant Compare At Price': regular }
    : { 'Variant Price': regular, 'Variant Compare At Price': '' }

/** `quantity` is empty for a product that is not tracked. */
const toStock = (quantity: string): Cells => ({
  'Variant Inventory Tracker': quantity === '' ? '' : 'shopify',
  'Variant Inventory Qty': quantity,
})

const GRAMS = { g: 1, kg: 1000, lbs: 453.592, oz: 28.3495 }
function toGrams(cell: ReadCell): string {
  for (const [unit, grams] of Object.entries(GRAMS)) {
    const weight = cell(`weight (${unit})`).trim()
    if (weight !== '') return String(Math.round(Number(weight) * grams))
  }
  return ''
}

/** Escapes plain text and keeps its lines. */
const toHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .trim()
    .split(/\n{2,}/)
    .map((part) => (part === '' ? '' : `<p>${part.replaceAll('\n', '<br>')}</p>`))
    .join('')

const woocommerce: ForeignFormat = {
  signature: ['name', 'regular price', 'categories', 'published'],
  columns: {
    Title: 'name',
    'Body (HTML)': 'description',
    'Product Category': 'categories',
    Tags: 'tags',
    Published: 'published',
    'Variant SKU': 'sku',
    'Variant Barcode': 'gtin, upc, ean, or isbn',
    'Variant Grams': 'weight (lbs)',
    'Variant Inventory Qty': 'stock',
    'Variant Inventory Tracker': 'stock',
    'Variant Inventory Policy': 'backorders allowed?',
    'Variant Price': 'regular price',
    'Variant Compare At Price': 'regular price',
    'Variant Requires Shipping': 'type',
    'Variant Taxable': 'tax status',
    'Image Src': 'images',
  },
  read(cell) {
    const type = cell('type').toLowerCase()
    const [category = ''] = cell('categories').split(/(?<!\\),/)
    const stock = cell('stock').trim()
    const isScheduled = cell('date sale price starts') !== '' || cell('date sale price ends') !== ''
    const row: ForeignRow = {
      cells: {
        Title: cell('name'),
        'Body (HTML)': (cell('description') || cell('short description')).replaceAll('\\n', '\n'),
        'Product Category': category.replaceAll('\\,', ',').trim(),
        Tags: cell('tags'),
        Published: isNo(cell('published')) ? 'false' : 'true',
        'Option1 Value': joinOptions(...[1, 2, 3].map((n) => cell(`attribute ${n} value(s)`))),
        'Variant SKU': cell('sku'),
        'Variant Barcode': cell('gtin, upc, ean, or isbn'),
        'Variant Grams': toGrams(cell),
        ...toStock(stock === '' && isNo(cell('in stock?')) ? '0' : stock),
        'Variant Inventory Policy': ['', '0'].includes(cell('backorders allowed?').trim()) ? 'deny' : 'continue',
        ...toPrices(cell('regular price'), isScheduled ? '' : cell('sale price')),
        'Variant Requires Shipping': /virtual|downloadable/.test(type) ? 'false' : 'true',
        'Variant Taxable': cell('tax status') === 'none' ? 'false' : 'true',
      },
      images: listAddresses(cell('images'), /,/),
    }
    if (type.startsWith('variable')) return { role: 'parent', key: cell('id') || cell('sku'), ...row }
    if (!type.startsWith('variation')) return { role: 'product', ...row }
    return { role: 'variant', key: cell('parent').replace(/^id:/, ''), ...row }
  },
}

const bigCommerceCategory = (text: string): string => {
  const path = /Category Path: ([^|;]+)/.exec(text)?.[1] ?? text.split(';')[0] ?? ''
  return path.split('/').at(-1)?.trim() ?? ''
}

const bigCommerce: ForeignFormat = {
  signature: ['product name', 'product code/sku', 'current stock level'],
  columns: {
    Title: 'product name',
    'Body (HTML)': 'product description',
    Vendor: 'brand name',
    'Product Category': 'category',
    Published: 'product visible?',
    'Variant SKU': 'product code/sku',
    'Variant Barcode': 'product upc/ean',
    'Variant Inventory Qty': 'current stock level',
    'Variant Inventory Tracker': 'track inventory',
    'Variant Price': 'price',
    'Variant Compare At Price': 'price',
    'Variant Requires Shipping': 'product type',
    'Image Src': 'product image file - 1',
    Shelf: 'bin picking number',
  },
  read(cell) {
    const isVariant = cell('item type').trim().toUpperCase() === 'SKU'
    const isTracked = !['', 'none'].includes(cell('track inventory').trim().toLowerCase()) || isVariant
    const images = Array.from({ length: 10 }, (_, n) => cell(`product image file - ${n + 1}`))
    const row: ForeignRow = {
      cells: {
        Title: isVariant ? '' : cell('product name'),
        'Body (HTML)': cell('product description'),
        Vendor: cell('brand name'),
        'Product Category': bigCommerceCategory(cell('category')),
        Published: isNo(cell('product visible?')) ? 'false' : 'true',
        // [RB]Color=Red,[S]Size=Large
        'Option1 Value': isVariant
          ? joinOptions(
              ...cell('product name')
                .split(',')
                .map((part) => part.replace(/^.*=/, '')),
            )
          : '',
        'Variant SKU': cell('product code/sku'),
        'Variant Barcode': cell('product upc/ean'),
        ...toStock(isTracked ? cell('current stock level').trim() : ''),
        ...toPrices(cell('price').replace(/^\[FIXED\]/i, ''), cell('sale price')),
        'Variant Requires Shipping': cell('product type').trim().toUpperCase() === 'D' ? 'false' : 'true',
        Shelf: cell('bin picking number'),
      },
      images: images.flatMap((image) => listAddresses(image, /\s/)),
    }
    return { role: isVariant ? 'variant' : 'product', ...row }
  },
}

const squarespace: ForeignFormat = {
  signature: ['product page', 'title', 'option name 1', 'price'],
  columns: {
    Handle: 'product url',
    Title: 'title',
    'Body (HTML)': 'description',
    'Product Category': 'categories',
    Tags: 'tags',
    Published: 'visible',
    'Variant SKU': 'sku',
    'Variant Inventory Qty': 'stock',
    'Variant Inventory Tracker': 'stock',
    'Variant Price': 'price',
    'Variant Compare At Price': 'price',
    'Variant Requires Shipping': 'product type [non editable]',
    'Gift Card': 'product type [non editable]',
    'Image Src': 'hosted image urls',
  },
  read(cell) {
    const type = cell('product type [non editable]').trim().toUpperCase()
    const [category = ''] = cell('categories').split(',')
    const stock = cell('stock').trim()
    const row: ForeignRow = {
      cells: {
        Handle: cell('product url').split('/').at(-1) ?? '',
        Title: cell('title'),
        'Body (HTML)': cell('description'),
        'Product Category': category.split('/').at(-1)?.trim() ?? '',
        Tags: cell('tags'),
        Published: isNo(cell('visible')) ? 'false' : 'true',
        'Option1 Value': joinOptions(...[1, 2, 3].map((n) => cell(`option value ${n}`))),
        'Variant SKU': cell('sku'),
        ...toStock(/^unlimited$/i.test(stock) ? '' : stock),
        ...toPrices(cell('price'), isYes(cell('on sale')) ? cell('sale price') : ''),
        'Variant Requires Shipping': type === 'DIGITAL' || type.startsWith('SERVICE') ? 'false' : 'true',
        'Gift Card': type === 'GIFT_CARD' ? 'true' : 'false',
      },
      images: listAddresses(cell('hosted image urls'), /\s+/),
    }
    return { role: cell('title').trim() === '' ? 'variant' : 'product', ...row }
  },
}

/** Adds dollars as text, without losing cents. */
export const addDollars = (first: string, second: string): string =>
  isPositive(second) ? ((Math.round(Number(first) * 100) + Math.round(Number(second) * 100)) / 100).toFixed(2) : first

function wixPrices(cell: ReadCell): Cells {
  const price = cell('price').trim()
  const discount = Number(cell('discountvalue'))
  if (!(discount > 0) || !(Number(price) > 0)) return toPrices(price, '')
  const reduced =
    cell('discountmode').toUpperCase() === 'PERCENT' ? Number(price) * (1 - discount / 100) : Number(price) - discount
  return toPrices(price, (Math.round(reduced * 100) / 100).toFixed(2))
}

const wix: ForeignFormat = {
  signature: ['handleid', 'fieldtype', 'name'],
  columns: {
    Handle: 'handleid',
    Title: 'name',
    'Body (HTML)': 'description',
    Vendor: 'brand',
    'Product Category': 'collection',
    Published: 'visible',
    'Variant SKU': 'sku',
    'Variant Inventory Qty': 'inventory',
    'Variant Inventory Tracker': 'inventory',
    'Variant Price': 'price',
    'Variant Compare At Price': 'price',
    'Image Src': 'productimageurl',
  },
  read(cell) {
    const isVariant = cell('fieldtype').trim().toLowerCase() === 'variant'
    const inventory = cell('inventory').trim()
    const images = cell('productimageurl')
      .split(';')
      .flatMap((image) => image.trim() || [])
    const row: ForeignRow = {
      cells: {
        Title: isVariant ? '' : cell('name'),
        'Body (HTML)': cell('description'),
        Vendor: cell('brand'),
        'Product Category': cell('collection').split(';')[0]?.trim() ?? '',
        Published: isNo(cell('visible')) ? 'false' : 'true',
        'Option1 Value': isVariant
          ? joinOptions(...[1, 2, 3].map((n) => cell(`productoptiondescription${n}`).replace(/^.*:/, '')))
          : '',
        'Variant SKU': cell('sku'),
        ...toStock(/^instock$/i.test(inventory) ? '' : /^outofstock$/i.test(inventory) ? '0' : inventory),
        ...wixPrices(cell),
      },
      images: images.map((image) =>
        /^https?:\/\//i.test(image) ? image : `https://static.wixstatic.com/media/${encodeURIComponent(image)}`,
      ),
    }
    const surcharge = cell('surcharge').trim()
    // The price of a variant follows from that of its product, which is in the row above.
    if (isVariant && row.cells['Variant Price'] === '' && surcharge !== '') row.cells['Variant Price'] = `+${surcharge}`
    return { role: isVariant ? 'variant' : 'product', ...row }
  },
}

const etsy: ForeignFormat = {
  signature: ['title', 'description', 'price', 'currency_code', 'quantity'],
  columns: {
    Title: 'title',
    'Body (HTML)': 'description',
    Tags: 'tags',
    'Variant SKU': 'sku',
    'Variant Inventory Qty': 'quantity',
    'Variant Price': 'price',
    'Image Src': 'image1',
  },
  read(cell) {
    const currency = cell('currency_code').trim().toUpperCase()
    const images = Array.from({ length: 10 }, (_, n) => cell(`image${n + 1}`))
    return {
      role: 'product',
      cells: {
        Title: cell('title'),
        'Body (HTML)': toHtml(cell('description')),
        Tags: cell('tags').replaceAll('_', ' '),
        'Variant SKU': cell('sku').split(',')[0] ?? '',
        'Variant Inventory Qty': cell('quantity'),
        // An amount in another currency is refused as one that is not in dollars.
        'Variant Price': ['', 'USD'].includes(currency) ? cell('price') : `${cell('price')} ${currency}`,
      },
      images: images.flatMap((image) => listAddresses(image, /\s/)),
    }
  },
}

export const FORMATS = [woocommerce, bigCommerce, squarespace, wix, etsy]

import type {
  ProductReport,
  Reported,
  ReportedProduct,
  SharedBarcode,
} from '#server/catalog/product-file/product-report.ts'

/** Formats the report of an import or a preview, below its counts: each kind with its products. */
export function formatProductReport(report: ProductReport): string[] {
  const formatProducts = (list: Reported, heading: string) => formatSection(list, heading, formatProduct)
  const { onlyAddresses } = report
  return [
    ...formatProducts(report.added, 'New'),
    ...formatProducts(report.changed, 'Changed'),
    ...formatProducts(report.stockChanged, 'Stock of existing products, changed'),
    ...formatProducts(report.stockLeft, 'Stock of existing products, unchanged (--update-stock sets it)'),
    ...formatProducts(report.soldOut, 'Sold out'),
    ...formatProducts(report.free, 'Free: the price is $0.00'),
    ...formatProducts(
      report.withoutPicture,
      `No picture that customers see${onlyAddresses > 0 ? ` (${onlyAddresses} with web addresses only, which are not fetched)` : ''}`,
    ),
    ...formatProducts(report.withoutCategory, 'No category'),
    ...formatSection(report.sharedBarcodes, 'Barcodes of several products (a scan offers the choice)', formatBarcode),
  ]
}

function formatSection<Item>(list: Reported<Item>, heading: string, formatItem: (item: Item) => string): string[] {
  if (list.count === 0) return []
  const remaining = list.count - list.first.length - list.last.length
  return [
    `${heading}: ${list.count}`,
    ...list.first.map(formatItem),
    ...(remaining > 0 ? [`  … ${remaining} more …`] : []),
    ...list.last.map(formatItem),
  ]
}

const formatProduct = ({ line, handle, name, note }: ReportedProduct): string =>
  `  line ${line}: ${name} (${handle})${note ? `: ${note}` : ''}`

function formatBarcode({ barcode, products: formatProducts, others }: SharedBarcode): string {
  const productNames = [
    ...formatProducts.map(({ line, name }) => `${name} (line ${line})`),
    ...others.map((name) => `${name} (in the shop)`),
  ]
  return `  ${barcode}: ${productNames.join(', ')}`
}

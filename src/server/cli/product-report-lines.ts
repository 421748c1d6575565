import type {
  ProductReport,
  Reported,
  ReportedProduct,
  SharedBarcode,
} from '#server/catalog/product-file/product-report.ts'

/** Formats the report of an import or a preview, below its counts: each kind with its products. */
export function productReportLines(report: ProductReport): string[] {
  const products = (list: Reported, heading: string) => section(list, heading, productLine)
  const { onlyAddresses } = report
  return [
    ...products(report.added, 'New'),
    ...products(report.changed, 'Changed'),
    ...products(report.stockChanged, 'Stock of existing products, changed'),
    ...products(report.stockLeft, 'Stock of existing products, unchanged (--update-stock sets it)'),
    ...products(report.soldOut, 'Sold out'),
    ...products(report.free, 'Free: the price is $0.00'),
    ...products(
      report.withoutPicture,
      `No picture that customers see${onlyAddresses > 0 ? ` (${onlyAddresses} with web addresses only, which are not fetched)` : ''}`,
    ),
    ...products(report.withoutCategory, 'No category'),
    ...section(report.sharedBarcodes, 'Barcodes of several products (a scan offers the choice)', barcodeLine),
  ]
}

function section<Item>(list: Reported<Item>, heading: string, lineOf: (item: Item) => string): string[] {
  if (list.count === 0) return []
  const remaining = list.count - list.first.length - list.last.length
  return [
    `${heading}: ${list.count}`,
    ...list.first.map(lineOf),
    ...(remaining > 0 ? [`  … ${remaining} more …`] : []),
    ...list.last.map(lineOf),
  ]
}

const productLine = ({ line, handle, name, note }: ReportedProduct): string =>
  `  line ${line}: ${name} (${handle})${note ? `: ${note}` : ''}`

function barcodeLine({ barcode, products, others }: SharedBarcode): string {
  const named = [
    ...products.map(({ line, name }) => `${name} (line ${line})`),
    ...others.map((name) => `${name} (in the shop)`),
  ]
  return `  ${barcode}: ${named.join(', ')}`
}

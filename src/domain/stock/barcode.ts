const GTIN = /^\d{8,14}$/
/** UPC-A, EAN-13 and GTIN-14 are the same number, filled up with zeros; spreadsheets take zeros off. */
const LENGTHS = [8, 9, 10, 11, 12, 13, 14]

/**
 * How one barcode may be written: a scanner leaves out or adds the zeros in front of a GTIN, and letters come in either
 * case only as they were printed.
 */
export function barcodeSpellings(code: string): string[] {
  const typed = code.trim()
  if (!GTIN.test(typed)) return typed === '' ? [] : [typed]
  const digits = typed.replace(/^0+/, '')
  const padded = LENGTHS.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'))
  return [...new Set([typed, ...padded])]
}

/** Whether what was scanned or typed is its SKU, in any case. */
export const isSkuOf = (code: string, sku: string): boolean =>
  sku !== '' && code.trim().toLowerCase() === sku.toLowerCase()

/** Whether what was scanned or typed is that product: its barcode, or its SKU in any case. */
export const isCodeOf = (code: string, { sku, barcode }: { sku: string; barcode: string | null }): boolean =>
  (barcode !== null && barcodeSpellings(code).includes(barcode)) || isSkuOf(code, sku)

const GTIN = /^\d{8,14}$/
/** UPC-A, EAN-13 and GTIN-14 are the same number, filled up with zeros; spreadsheets take zeros off. */
const LENGTHS = [8, 9, 10, 11, 12, 13, 14]

/**
 * The spellings of one barcode: a scanner omits or adds the leading zeros of a GTIN, and letters are case-sensitive.
 */
export function listBarcodeSpellings(code: string): string[] {
  const trimmed = code.trim()
  if (!GTIN.test(trimmed)) return trimmed === '' ? [] : [trimmed]
  const digits = trimmed.replace(/^0+/, '')
  const padded = LENGTHS.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'))
  return [...new Set([trimmed, ...padded])]
}

/** Returns whether a scanned or typed code is the SKU, case-insensitively. */
export const matchesSku = (code: string, sku: string): boolean =>
  sku !== '' && code.trim().toLowerCase() === sku.toLowerCase()

/** Returns whether a scanned or typed code is the product's barcode, or its SKU, case-insensitively. */
export const matchesProductCode = (code: string, { sku, barcode }: { sku: string; barcode: string | null }): boolean =>
  (barcode !== null && listBarcodeSpellings(code).includes(barcode)) || matchesSku(code, sku)

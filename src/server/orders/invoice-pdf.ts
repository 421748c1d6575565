import type { Order } from '#contract/orders/calls.ts'
import {
  dayFormat,
  discountLabel,
  exemptionLabel,
  paidMessage,
  paymentName,
  paymentReferenceLabel,
  pickupLines,
  statusNames,
  taxLabel,
} from '#contract/orders/labels.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { formatDollars } from '#domain/money/money.ts'
import {
  addPage,
  BOTTOM,
  type DocumentSettings,
  drawRule,
  HAIRLINE,
  INK,
  LEFT,
  LINE,
  MUTED,
  note,
  PADDING,
  RIGHT,
  SECOND_COLUMN,
  type Sheet,
  strong,
  text,
  writeColumn,
  writeLetterhead,
  writeSheets,
} from '#server/platform/pdf/sheet.ts'

/** Right edges of the number columns; the product's name takes the remaining width. */
const QUANTITY_END = 388
const PRICE_END = 470
const NAME_WIDTH = 290
const TOTALS_LINE_HEIGHT = 16
const LABEL_WIDTH = 170

/** Writes the invoice of an order on US Letter; identical bytes for the same order and settings. */
export function writeInvoice(order: Order, settings: DocumentSettings, { compress = true } = {}): Promise<Buffer> {
  const author = settings.get('shop_name')
  const properties = {
    title: `Invoice ${order.id}`,
    author,
    createdAt: new Date(order.created_at),
    compress,
    brand: settings.brand(),
  }
  return writeSheets(properties, (sheet) => {
    writeLetterhead(sheet, settings, {
      title: 'Invoice',
      facts: [
        ['Order', String(order.id)],
        ['Date', dayFormat.format(new Date(order.created_at))],
        ['Status', statusNames[order.status]],
      ],
    })
    writeParties(sheet, order, settings)
    writeLines(sheet, order)
    writeTotals(sheet, order)
    writePayment(sheet, order)
  })
}

function writeParties(sheet: Sheet, order: Order, settings: DocumentSettings): void {
  const { pen, y } = sheet
  const [address] = order.addresses
  const buyer = [`${order.first_name} ${order.last_name}`, order.user_email, order.phone_number]
  const destination =
    order.type === 'D' && address
      ? { title: 'Deliver to', lines: [...addressLines(address), order.shipping_description] }
      : { title: 'Pickup', lines: pickupLines(settings.get('pickup_address'), settings.get('pickup_hours')) }
  pen.write('Bill to', LEFT, y, note)
  pen.write(destination.title, SECOND_COLUMN, y, note)
  const leftY = writeColumn(sheet, LEFT, y + LINE, buyer, text)
  const rightY = writeColumn(sheet, SECOND_COLUMN, y + LINE, destination.lines, text)
  sheet.y = Math.max(leftY, rightY) + 22
}

function writeLines(sheet: Sheet, order: Order): void {
  const { pen } = sheet
  writeTableHead(sheet)
  for (const [i, product] of order.products.entries()) {
    const name = pen.wrap(product.name, NAME_WIDTH, text)
    const height = name.length * LINE + 2 * PADDING
    // The totals are never alone on a page.
    const requiredHeight = i === order.products.length - 1 ? height + measureTotals(order) : height
    if (sheet.y + requiredHeight > BOTTOM) {
      addPage(sheet)
      writeTableHead(sheet)
    }
    sheet.y += PADDING
    pen.writeRight(String(product.quantity), QUANTITY_END, sheet.y, text)
    pen.writeRight(formatDollars(product.price), PRICE_END, sheet.y, text)
    pen.writeRight(formatDollars(product.total_price), RIGHT, sheet.y, text)
    sheet.y = name.reduce((y, line) => {
      pen.write(line, LEFT, y, text)
      return y + LINE
    }, sheet.y)
    sheet.y += PADDING
    drawRule(sheet, HAIRLINE)
  }
}

function writeTableHead(sheet: Sheet): void {
  const { pen, y } = sheet
  pen.write('Item', LEFT, y, note)
  pen.writeRight('Quantity', QUANTITY_END, y, note)
  pen.writeRight('Price', PRICE_END, y, note)
  pen.writeRight('Total', RIGHT, y, note)
  sheet.y += LINE + 3
  drawRule(sheet, INK)
}

/** Returns the same rows as the receipt. */
function listTotals(order: Order): [label: string, value: number][] {
  const rows: [string, number][] = [['Sub Total', order.sub_total]]
  if (order.discount > 0) rows.push([discountLabel(order), -order.discount])
  if (order.type === 'D') rows.push(['Insurance', order.insurance], ['Shipping', order.shipping_price])
  const exemption = exemptionLabel(order)
  if (exemption) rows.push([exemption, 0])
  else if (order.tax > 0) rows.push([taxLabel(order.taxes), order.tax])
  return rows
}

const listPaymentMessages = (order: Order): string[] =>
  [paymentReferenceLabel(order), paidMessage(order)].filter((message) => message !== undefined)

/** Returns the height of the totals with the payment below them. */
const measureTotals = (order: Order): number =>
  // The number of a certificate may need two more lines.
  listTotals(order).length * TOTALS_LINE_HEIGHT +
  (order.tax_certificate ? 2 * LINE : 0) +
  81 +
  listPaymentMessages(order).length * LINE

function writeTotals(sheet: Sheet, order: Order): void {
  const { pen } = sheet
  sheet.y += 10
  for (const [label, value] of listTotals(order)) {
    const lines = pen.wrap(label, LABEL_WIDTH, text)
    for (const [i, line] of lines.entries()) {
      pen.write(line, SECOND_COLUMN, sheet.y + i * LINE, { ...text, color: MUTED })
    }
    pen.writeRight(formatDollars(value), RIGHT, sheet.y, text)
    sheet.y += TOTALS_LINE_HEIGHT + (lines.length - 1) * LINE
  }
  sheet.y += 3
  drawRule(sheet, INK, SECOND_COLUMN)
  sheet.y += 6
  pen.write('Total', SECOND_COLUMN, sheet.y, { size: 11.5, bold: true })
  pen.writeRight(formatDollars(order.order_total), RIGHT, sheet.y, { size: 11.5, bold: true })
  sheet.y += 34
}

function writePayment(sheet: Sheet, order: Order): void {
  const { pen } = sheet
  pen.write('Payment', LEFT, sheet.y, note)
  pen.write(paymentName(order), LEFT, sheet.y + LINE, strong)
  for (const [i, message] of listPaymentMessages(order).entries()) {
    pen.write(message, LEFT, sheet.y + (2 + i) * LINE, text)
  }
}

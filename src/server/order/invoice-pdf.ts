import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Order } from '#contract/order.ts'
import { orderDay, paymentNames, statusNames } from '#contract/order-words.ts'
import { formatDollars } from '#domain/money.ts'
import type { Settings } from '../settings/settings.ts'
import { addressLines } from './full-address.ts'
import { INK, type Look, makePen, type Pen } from './invoice/pen.ts'

const LETTER = { width: 612, height: 792 }
const LEFT = 54
const RIGHT = LETTER.width - LEFT
const TOP = 54
/** Below it is the line with the page's number. */
const BOTTOM = LETTER.height - 72
const SECOND_COLUMN = 312
const COLUMN_WIDTH = 232
/** Where the columns of figures end; the item's name takes what is left. */
const QUANTITY_END = 388
const PRICE_END = 470
const NAME_WIDTH = 290
const MUTED = '#685d54'
const HAIRLINE = '#d8cec3'

const text: Look = { size: 9.5 }
const strong: Look = { size: 9.5, bold: true }
const note: Look = { size: 8.5, color: MUTED }
const LINE = 13
const TOTALS_LINE = 16
/** Above and below the words of a table's row. */
const PADDING = 3

/** A sheet being filled from the top. */
type Sheet = { doc: PDFKit.PDFDocument; pen: Pen; y: number }

/** The invoice of an order on US Letter, the same bytes for the same order and settings. */
export async function writeInvoice(
  order: Order,
  settings: Pick<Settings, 'get'>,
  { compress = true } = {},
): Promise<Buffer> {
  const shopName = settings.get('shop_name')
  const doc = new PDFDocument({
    size: [LETTER.width, LETTER.height],
    margin: 0,
    bufferPages: true,
    compress,
    lang: 'en-US',
    displayTitle: true,
    // Left out, it would be the time of writing.
    info: { Title: `Invoice ${order.id}`, Author: shopName, CreationDate: new Date(order.created_at) },
  })
  const bytes = buffer(doc)
  const sheet: Sheet = { doc, pen: makePen(doc), y: TOP }
  writeHead(sheet, order, settings)
  writeParties(sheet, order, settings)
  writeLines(sheet, order)
  writeTotals(sheet, order)
  writePayment(sheet, order)
  numberPages(sheet, `${shopName} · Invoice ${order.id}`)
  doc.end()
  return bytes
}

function writeHead(sheet: Sheet, order: Order, settings: Pick<Settings, 'get'>): void {
  const { pen } = sheet
  const shopName = settings.get('shop_name')
  const address = settings.get('pickup_address').split('\n')
  const contact = [
    ...address.filter((line) => line !== shopName),
    settings.get('shop_phone'),
    settings.get('shop_email'),
  ]
  const name = pen.wrap(shopName, COLUMN_WIDTH, { size: 17, bold: true })
  let left = TOP
  for (const line of name) {
    pen.write(line, LEFT, left, { size: 17, bold: true })
    left += 22
  }
  left = writeColumn(sheet, LEFT, left + 4, contact, note)

  pen.writeRight('Invoice', RIGHT, TOP, { size: 17 })
  let right = TOP + 26
  for (const [label, value] of [
    ['Order', String(order.id)],
    ['Date', orderDay.format(new Date(order.created_at))],
    ['Status', statusNames[order.status]],
  ] as const) {
    pen.write(label, RIGHT - 170, right, { ...text, color: MUTED })
    pen.writeRight(value, RIGHT, right, text)
    right += LINE
  }
  sheet.y = Math.max(left, right) + 16
  rule(sheet, INK)
  sheet.y += 16
}

/** Who ordered, and where it goes. */
function writeParties(sheet: Sheet, order: Order, settings: Pick<Settings, 'get'>): void {
  const { pen, y } = sheet
  const [address] = order.addresses
  const buyer = [`${order.first_name} ${order.last_name}`, order.user_email, order.phone_number]
  const destination =
    order.type === 'D' && address
      ? { title: 'Deliver to', lines: [...addressLines(address), order.shipping_description] }
      : { title: 'Pick up at', lines: [...settings.get('pickup_address').split('\n'), settings.get('pickup_hours')] }
  pen.write('Bill to', LEFT, y, note)
  pen.write(destination.title, SECOND_COLUMN, y, note)
  const left = writeColumn(sheet, LEFT, y + LINE, buyer, text)
  const right = writeColumn(sheet, SECOND_COLUMN, y + LINE, destination.lines, text)
  sheet.y = Math.max(left, right) + 22
}

/** Where the column ends. */
function writeColumn({ pen }: Sheet, x: number, y: number, lines: readonly string[], look: Look): number {
  let at = y
  for (const line of lines.filter((one) => one !== '').flatMap((one) => pen.wrap(one, COLUMN_WIDTH, look))) {
    pen.write(line, x, at, look)
    at += LINE
  }
  return at
}

function writeLines(sheet: Sheet, order: Order): void {
  const { pen } = sheet
  writeTableHead(sheet)
  for (const [i, product] of order.products.entries()) {
    const name = pen.wrap(product.name, NAME_WIDTH, text)
    const height = name.length * LINE + 2 * PADDING
    // The totals never stand on a page of their own.
    const kept = i === order.products.length - 1 ? height + totalsHeight(order) : height
    if (sheet.y + kept > BOTTOM) {
      turnPage(sheet)
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
    rule(sheet, HAIRLINE)
  }
}

function writeTableHead(sheet: Sheet): void {
  const { pen, y } = sheet
  pen.write('Item', LEFT, y, note)
  pen.writeRight('Quantity', QUANTITY_END, y, note)
  pen.writeRight('Price', PRICE_END, y, note)
  pen.writeRight('Total', RIGHT, y, note)
  sheet.y += LINE + 3
  rule(sheet, INK)
}

/** As the receipt has them. */
function totalsOf(order: Order): [label: string, value: number][] {
  const rows: [string, number][] = [['Sub Total', order.sub_total]]
  if (order.type === 'D') rows.push(['Insurance', order.insurance], ['Shipping', order.shipping_price])
  if (order.tax > 0) rows.push(['Tax', order.tax])
  return rows
}

/** Of the totals and the payment below them. */
const totalsHeight = (order: Order): number => totalsOf(order).length * TOTALS_LINE + 81

function writeTotals(sheet: Sheet, order: Order): void {
  const { pen } = sheet
  sheet.y += 10
  for (const [label, value] of totalsOf(order)) {
    pen.write(label, SECOND_COLUMN, sheet.y, { ...text, color: MUTED })
    pen.writeRight(formatDollars(value), RIGHT, sheet.y, text)
    sheet.y += TOTALS_LINE
  }
  sheet.y += 3
  rule(sheet, INK, SECOND_COLUMN)
  sheet.y += 6
  pen.write('Total', SECOND_COLUMN, sheet.y, { size: 11.5, bold: true })
  pen.writeRight(formatDollars(order.order_total), RIGHT, sheet.y, { size: 11.5, bold: true })
  sheet.y += 34
}

function writePayment(sheet: Sheet, { payment }: Order): void {
  const { pen } = sheet
  pen.write('Payment', LEFT, sheet.y, note)
  const means = [paymentNames[payment.payment_type], payment.card_type, payment.card_number].filter(Boolean)
  pen.write(means.join(' '), LEFT, sheet.y + LINE, strong)
}

function turnPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = TOP
}

function rule({ doc, y }: Sheet, color: string, from = LEFT): void {
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(color).stroke()
}

function numberPages({ doc, pen }: Sheet, name: string): void {
  const { count } = doc.bufferedPageRange()
  const y = LETTER.height - 46
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const [line = ''] = pen.wrap(name, 380, note)
    pen.write(line, LEFT, y, note)
    pen.writeRight(`Page ${page + 1} of ${count}`, RIGHT, y, note)
  }
}

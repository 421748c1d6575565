import type { Order } from '#contract/orders/calls.ts'
import { dayFormat, formatCalendarDay, paymentNames, taxLabel } from '#contract/orders/labels.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { type Cents, cents, formatCents } from '#domain/money/money.ts'
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
  text,
  writeColumn,
  writeLetterhead,
  writeSheets,
} from '#server/platform/pdf/sheet.ts'
import type { CreditNote } from './read-credit-note.ts'

type Row = [label: string, amount: Cents]

const QUANTITY_END = 440
const NAME_WIDTH = 330
const ROW_HEIGHT = 16
const LABEL_WIDTH = 196
const strong = { size: 11.5, bold: true }

const reasons: Record<CreditNote['kind'], string> = {
  return: 'Returned items',
  cancellation: 'Order canceled',
  adjustment: 'Price adjustment',
}

/** Writes a credit note in the layout of the invoice, with the refunds of the credited amount. */
export function writeCreditNote(
  credit: CreditNote,
  order: Order,
  settings: DocumentSettings,
  { compress = true } = {},
): Promise<Buffer> {
  const author = settings.get('shop_name')
  const properties = {
    title: `Credit note ${credit.number}`,
    author,
    createdAt: credit.createdAt,
    compress,
    brand: settings.brand(),
  }
  return writeSheets(properties, (sheet) => {
    writeLetterhead(sheet, settings, {
      title: 'Credit note',
      facts: [
        ['Number', String(credit.number)],
        ['Date', dayFormat.format(credit.createdAt)],
        ['Order', String(order.id)],
        ['Ordered on', dayFormat.format(new Date(order.created_at))],
      ],
    })
    writeParties(sheet, credit, order)
    writeLines(sheet, credit)
    const [totals, money] = [listTotals(credit, order), listRefunds(credit)]
    if (sheet.y + (totals.length + money.length) * ROW_HEIGHT + 90 > BOTTOM) addPage(sheet)
    sheet.y += 10
    writeRows(sheet, totals)
    writeSum(sheet, ['Credited', credit.amountCents])
    writeRows(sheet, money)
  })
}

function writeParties(sheet: Sheet, { kind }: CreditNote, order: Order): void {
  const { pen, y } = sheet
  const [address] = order.addresses
  const name = `${order.first_name} ${order.last_name}`
  const buyer = [name, order.user_email, order.phone_number]
  pen.write('Credited to', LEFT, y, note)
  const leftY = writeColumn(sheet, LEFT, y + LINE, buyer, text)
  pen.write('Reason', SECOND_COLUMN, y, note)
  const rightY = writeColumn(sheet, SECOND_COLUMN, y + LINE, [reasons[kind]], text)
  if (address) {
    pen.write('Delivered to', SECOND_COLUMN, rightY + LINE, note)
    sheet.y = writeColumn(sheet, SECOND_COLUMN, rightY + 2 * LINE, addressLines(address), text)
  }
  sheet.y = Math.max(leftY, rightY, sheet.y) + 22
}

function writeLines(sheet: Sheet, { lines }: CreditNote): void {
  if (lines.length === 0) {
    drawRule(sheet, INK)
    return
  }
  const { pen } = sheet
  writeHeads(sheet)
  for (const { name, quantity, goodsCents } of lines) {
    const wrappedLines = pen.wrap(name, NAME_WIDTH, text)
    if (sheet.y + wrappedLines.length * LINE + 2 * PADDING > BOTTOM) {
      addPage(sheet)
      writeHeads(sheet)
    }
    sheet.y += PADDING
    pen.writeRight(String(quantity), QUANTITY_END, sheet.y, text)
    pen.writeRight(formatCents(goodsCents), RIGHT, sheet.y, text)
    for (const line of wrappedLines) {
      pen.write(line, LEFT, sheet.y, text)
      sheet.y += LINE
    }
    sheet.y += PADDING
    drawRule(sheet, HAIRLINE)
  }
}

function writeHeads(sheet: Sheet): void {
  const { pen, y } = sheet
  pen.write('Item', LEFT, y, note)
  pen.writeRight('Quantity', QUANTITY_END, y, note)
  pen.writeRight('Amount', RIGHT, y, note)
  sheet.y += LINE + 3
  drawRule(sheet, INK)
}

/** Rows from the goods to the credited total. */
function listTotals(credit: CreditNote, order: Order): Row[] {
  const { reductionCents, goodsCents, discountCents, insuranceCents, shippingCents, taxCents } = credit
  const rows: Row[] = [[credit.lines.length === 0 ? reasons[credit.kind] : 'Items', cents(goodsCents + reductionCents)]]
  if (reductionCents !== 0) rows.push(['Reduction', cents(0 - reductionCents)])
  if (discountCents !== 0) rows.push(['Share of discount', cents(0 - discountCents)])
  if (insuranceCents !== 0) rows.push(['Insurance', insuranceCents])
  if (shippingCents !== 0) rows.push(['Shipping', shippingCents])
  if (taxCents !== 0) rows.push([taxLabel(order.taxes), taxCents])
  return rows
}

/** Rows of refunds and open amounts; they add up to the credited total. */
function listRefunds({ refunds, openCents, settledCents }: CreditNote): Row[] {
  const rows = refunds.map(
    ({ method, day, amountCents }): Row => [
      `${paymentNames[method]}, refunded on ${formatCalendarDay(day)}`,
      amountCents,
    ],
  )
  if (openCents > 0) rows.push(['Refund due', openCents])
  if (settledCents > 0) rows.push(['Applied to the balance due', settledCents])
  return rows
}

function writeRows(sheet: Sheet, rows: readonly Row[]): void {
  const { pen } = sheet
  for (const [label, amount] of rows) {
    const wrappedLines = pen.wrap(label, LABEL_WIDTH, text)
    pen.writeRight(formatCents(amount), RIGHT, sheet.y, text)
    for (const [i, line] of wrappedLines.entries()) {
      pen.write(line, SECOND_COLUMN, sheet.y + i * LINE, { ...text, color: MUTED })
    }
    sheet.y += ROW_HEIGHT + (wrappedLines.length - 1) * LINE
  }
}

function writeSum(sheet: Sheet, [label, amount]: Row): void {
  const { pen } = sheet
  sheet.y += 3
  drawRule(sheet, INK, SECOND_COLUMN)
  sheet.y += 6
  pen.write(label, SECOND_COLUMN, sheet.y, strong)
  pen.writeRight(formatCents(amount), RIGHT, sheet.y, strong)
  sheet.y += 28
}

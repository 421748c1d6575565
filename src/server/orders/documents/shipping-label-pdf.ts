import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressLines } from '#domain/addresses/address.ts'
import { carrierName } from '#domain/fulfillment/carriers.ts'
import type { Look } from '#server/platform/pdf/pen.ts'
import { drawQrCode } from '#server/platform/pdf/qr-code.ts'
import { LABEL, type Sheet, writeDocument } from '#server/platform/pdf/sheet.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findLatest } from './packing-slip-pdf.ts'
import type { Parcel } from './parcel.ts'

/** Label printers have no shades of gray. */
const BLACK = '#000000'
const EDGE = 18
const END = LABEL.width - EDGE
const WIDTH = END - EDGE
const smallText: Look = { size: 8, color: BLACK }
const SMALL_LINE = 10.5
const SENDER_WIDTH = 150
/** Vertical positions of the rules below the sender and above the order number. */
const SENDER_RULE = 84
const ORDER_RULE = 306
const CODE_WIDTH = 108
/** The name is set apart by its weight; both use the largest size that fits. */
const SIZES = [19, 17, 15, 13, 11.5, 10, 8.5]
const LEADING = 1.36

/**
 * Writes labels of four by six inches, one per page: the recipient, the address, and the order number for a scanner.
 */
export function writeShippingLabels(
  parcels: readonly Parcel[],
  settings: Pick<Settings, 'get'>,
  { compress = true } = {},
): Promise<Buffer> {
  const [first] = parcels
  const title = parcels.length === 1 && first ? `Label ${first.order.id}` : 'Labels'
  const createdAt = findLatest(parcels.map(({ order }) => order.created_at))
  return writeDocument({ title, author: settings.get('shop_name'), createdAt, compress }, LABEL, async (sheet) => {
    for (const [i, parcel] of parcels.entries()) {
      if (i > 0) sheet.doc.addPage()
      writeSender(sheet, parcel, settings)
      writeDestination(sheet, parcel)
      writeOrder(sheet, parcel)
      // Yields to other requests between labels.
      await nextTurn()
    }
  })
}

function writeSender(sheet: Sheet, { order, shipment }: Parcel, settings: Pick<Settings, 'get'>): void {
  const { pen } = sheet
  const name = settings.get('shop_name')
  const address = settings.get('pickup_address').split('\n')
  let y = EDGE
  for (const line of pen.wrap(name, SENDER_WIDTH, { ...smallText, bold: true }).slice(0, 2)) {
    pen.write(line, EDGE, y, { ...smallText, bold: true })
    y += SMALL_LINE
  }
  const lines = address
    .filter((line) => line !== name && line !== '')
    .flatMap((line) => pen.wrap(line, SENDER_WIDTH, smallText))
  for (const line of lines.slice(0, 4)) {
    pen.write(line, EDGE, y, smallText)
    y += SMALL_LINE
  }
  const service = [
    order.type === 'P' ? '' : order.shipping_description,
    shipment.carrier && carrierName(shipment.carrier),
  ]
  let serviceY = EDGE
  for (const line of service
    .flatMap((candidate) => (candidate ? pen.wrap(candidate, 96, smallText) : []))
    .slice(0, 5)) {
    pen.writeRight(line, END, serviceY, smallText)
    serviceY += SMALL_LINE
  }
  writeRule(sheet, SENDER_RULE)
}

function writeDestination(sheet: Sheet, { order }: Parcel): void {
  const { pen } = sheet
  const top = SENDER_RULE + 10
  pen.write(order.type === 'D' ? 'Deliver to' : 'Pickup', EDGE, top, smallText)
  const lines = order.address
    ? addressLines(order.address)
    : [`${order.first_name} ${order.last_name}`, order.phone_number].filter(Boolean)
  const startY = top + 15
  const availableHeight = ORDER_RULE - startY - 8
  const wrapAt = (size: number) =>
    lines.flatMap((line, i) => {
      const style: Look = { size, color: BLACK, bold: i === 0 }
      return pen.wrap(line, WIDTH, style).map((line) => ({ words: line, look: style }))
    })
  const size =
    SIZES.find((candidate) => wrapAt(candidate).length * candidate * LEADING <= availableHeight) ??
    (SIZES.at(-1) as number)
  const maxLines = Math.floor(availableHeight / (size * LEADING))
  for (const [i, { words: line, look: style }] of wrapAt(size).slice(0, maxLines).entries()) {
    pen.write(line, EDGE, startY + i * size * LEADING, style)
  }
}

function writeOrder(sheet: Sheet, { order, number, shipment, lines }: Parcel): void {
  const { pen } = sheet
  writeRule(sheet, ORDER_RULE)
  const top = ORDER_RULE + 10
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  pen.write('Order', EDGE, top, smallText)
  pen.write(String(order.id), EDGE, top + 10, { size: 24, bold: true, color: BLACK })
  const details = [
    number === undefined ? '' : `Shipment ${number}`,
    pieces === 1 ? '1 piece' : `${pieces} pieces`,
    shipment.tracking_number ?? '',
  ].filter(Boolean)
  for (const [i, line] of details.flatMap((fact) => pen.wrap(fact, WIDTH - CODE_WIDTH, smallText)).entries()) {
    pen.write(line, EDGE, top + 46 + i * SMALL_LINE, smallText)
  }
  // The QR code's quiet zone is part of the square.
  drawQrCode(sheet, String(order.id), LABEL.width - CODE_WIDTH - 4, ORDER_RULE + 8, CODE_WIDTH)
}

const writeRule = ({ doc }: Sheet, y: number): unknown =>
  doc.moveTo(EDGE, y).lineTo(END, y).lineWidth(1.2).strokeColor(BLACK).stroke()

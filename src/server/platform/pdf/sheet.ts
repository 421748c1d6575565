import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Brand } from '../settings/brand.ts'
import type { Settings } from '../settings/settings.ts'
import { loadDisplayFont } from './display-font.ts'
import { type DocumentFonts, INK, type Look, makePen, type Pen } from './pen.ts'
import { loadFont } from './script-fonts.ts'

const LETTER = { width: 612, height: 792 }
/** Format of label printers: four inches by six. */
export const LABEL = { width: 288, height: 432 }
export const LEFT = 54
export const RIGHT = LETTER.width - LEFT
export const TOP = 54
/** The line with the page number is below it. */
export const BOTTOM = LETTER.height - 72
export const SECOND_COLUMN = 312
export const COLUMN_WIDTH = 232
export const MUTED = '#685d54'
export const HAIRLINE = '#d8cec3'
export { INK }

export const text: Look = { size: 9.5 }
export const strong: Look = { size: 9.5, bold: true }
export const note: Look = { size: 8.5, color: MUTED }
export const LINE = 13
const TITLE_SIZE = 20
const TITLE_LINE = 25
const LOGO_HEIGHT = 32
/** Space above and below the text of a table row. */
export const PADDING = 3

/** A sheet being filled from the top. */
export type Sheet = { doc: PDFKit.PDFDocument; pen: Pen; y: number }

export type DocumentProperties = {
  title: string
  author: string
  /** Determines the font of titles. */
  brand?: Brand
  createdAt: Date
  compress: boolean
}
/** The settings that documents show. */
export type DocumentSettings = Pick<Settings, 'get' | 'brand'>

/** Writes a document of US Letter sheets with page numbers; equal content gives equal bytes. */
export const writeSheets = (
  properties: DocumentProperties,
  fill: (sheet: Sheet) => void | Promise<void>,
): Promise<Buffer> =>
  writeDocument(properties, LETTER, async (sheet) => {
    await fill(sheet)
    numberPages(sheet, `${properties.author} · ${properties.title}`)
  })

/** Writes several documents into one file, each with its own page numbers. */
export const writeDocuments = <Item>(
  properties: DocumentProperties,
  items: readonly Item[],
  { name, fill }: { name: (item: Item) => string; fill: (sheet: Sheet, item: Item) => void },
): Promise<Buffer> =>
  writeDocument(properties, LETTER, async (sheet) => {
    for (const [i, item] of items.entries()) {
      if (i > 0) addPage(sheet)
      const first = sheet.doc.bufferedPageRange().count - 1
      fill(sheet, item)
      numberPages(sheet, `${properties.author} · ${name(item)}`, first)
      // Lets other requests run between documents.
      await nextTurn()
    }
  })

/** Writes sheets of any size, without page numbers. */
export async function writeDocument(
  properties: DocumentProperties,
  size: { width: number; height: number },
  fill: (sheet: Sheet) => void | Promise<void>,
): Promise<Buffer> {
  const loaded = new Map<string, Buffer>()
  const display = await loadDisplayFont(properties.brand?.body.display_font ?? 'fraunces')
  for (;;) {
    const missing: DocumentFonts['missing'] = new Map()
    const bytes = await writeOnce(properties, size, fill, { display, loaded, missing })
    if (missing.size === 0) return bytes
    for (const [name, { file, bold }] of missing) loaded.set(name, await loadFont(file, bold))
  }
}

async function writeOnce(
  { title, author, createdAt, compress }: DocumentProperties,
  size: { width: number; height: number },
  fill: (sheet: Sheet) => void | Promise<void>,
  fonts: DocumentFonts,
): Promise<Buffer> {
  // Fourteen megabytes that are loaded only when a PDF is requested.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: [size.width, size.height],
    margin: 0,
    bufferPages: true,
    compress,
    lang: 'en-US',
    displayTitle: true,
    // Defaults to the current time, which would change the bytes.
    info: { Title: title, Author: author, CreationDate: createdAt },
  })
  const bytes = buffer(doc)
  const sheet: Sheet = { doc, pen: makePen(doc, fonts), y: TOP }
  await fill(sheet)
  doc.end()
  return bytes
}

/** Writes the shop's logo or name and its address on the left, and the document's title and details on the right. */
export function writeLetterhead(
  sheet: Sheet,
  settings: DocumentSettings,
  { title, facts }: { title: string; facts: readonly (readonly [label: string, value: string])[] },
): void {
  const { pen } = sheet
  const shopName = settings.get('shop_name')
  const address = settings.get('pickup_address').split('\n')
  const contact = [
    ...address.filter((line) => line !== shopName),
    settings.get('shop_phone'),
    settings.get('shop_email'),
  ]
  const { logo } = settings.brand()
  let leftY = TOP
  if (logo) {
    const scale = Math.min(LOGO_HEIGHT / logo.height, COLUMN_WIDTH / logo.width)
    sheet.doc.image(logo.png, LEFT, TOP, { width: logo.width * scale })
    leftY += logo.height * scale + 4
  } else {
    const nameLook = pen.titleLook(shopName, TITLE_SIZE)
    for (const line of pen.wrap(shopName, COLUMN_WIDTH, nameLook)) {
      pen.write(line, LEFT, leftY, nameLook)
      leftY += TITLE_LINE
    }
  }
  // The logo may not say whose document it is.
  const name = logo ? [shopName] : []
  leftY = writeColumn(sheet, LEFT, leftY + 4, [...name, ...contact], note)

  pen.writeRight(title, RIGHT, TOP, pen.titleLook(title, TITLE_SIZE))
  let rightY = TOP + TITLE_LINE + 4
  for (const [label, value] of facts) {
    pen.write(label, RIGHT - 170, rightY, { ...text, color: MUTED })
    pen.writeRight(value, RIGHT, rightY, text)
    rightY += LINE
  }
  sheet.y = Math.max(leftY, rightY) + 16
  drawRule(sheet, INK)
  sheet.y += 16
}

/** Returns the y position at which the column ends. */
export function writeColumn({ pen }: Sheet, x: number, y: number, lines: readonly string[], look: Look): number {
  let lineY = y
  for (const line of lines.filter((line) => line !== '').flatMap((line) => pen.wrap(line, COLUMN_WIDTH, look))) {
    pen.write(line, x, lineY, look)
    lineY += LINE
  }
  return lineY
}

export function addPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = TOP
}

export function drawRule({ doc, y }: Sheet, color: string, from = LEFT): void {
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(color).stroke()
}

function numberPages({ doc, pen }: Sheet, name: string, first = 0): void {
  const { count } = doc.bufferedPageRange()
  const y = LETTER.height - 46
  for (let page = first; page < count; page++) {
    doc.switchToPage(page)
    const [line = ''] = pen.wrap(name, 380, note)
    pen.write(line, LEFT, y, note)
    pen.writeRight(`Page ${page - first + 1} of ${count - first}`, RIGHT, y, note)
  }
}

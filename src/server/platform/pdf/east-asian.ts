/** Hangul, Han, kana, and their punctuation. */
const LETTERS = '\\p{sc=Hangul}\\p{sc=Han}\\u3000-\\u30ff\\uff00-\\uffef'
const RUN = new RegExp(`([${LETTERS}]+)`, 'u')
const HANGUL = /\p{sc=Hangul}/u
const KANA = /[\u3040-\u30ff]/

/** Scripts that PDF readers have fonts for, under PDF's names for them (ISO 32000-1, 9.7.5.2). */
const collections = {
  korean: { font: 'HYGoThic-Medium', encoding: 'UniKS-UTF16-H', ordering: 'Korea1', supplement: 1 },
  japanese: { font: 'HeiseiKakuGo-W5', encoding: 'UniJIS-UTF16-H', ordering: 'Japan1', supplement: 4 },
  chinese: { font: 'STSong-Light', encoding: 'UniGB-UTF16-H', ordering: 'GB1', supplement: 4 },
}
type Collection = keyof typeof collections

/** Even parts are for the embedded font, odd ones are East Asian. */
export const splitRuns = (text: string): string[] => text.split(RUN)

/** Every letter is as wide as it is high. */
export const eastAsianWidth = (run: string, size: number): number => [...run].length * size

const collectionOf = (run: string): Collection =>
  HANGUL.test(run) ? 'korean' : KANA.test(run) ? 'japanese' : 'chinese'

/**
 * Writes East Asian runs. Fonts for them weigh megabytes, so none is embedded: the reader's program uses one of its
 * own, which all of them can. pdfkit only knows embedded fonts, hence the raw operators.
 */
export function makeEastAsianFonts(doc: PDFKit.PDFDocument) {
  const made = new Map<Collection, PDFKit.PDFKitReference>()

  function fontOf(name: Collection): PDFKit.PDFKitReference {
    const known = made.get(name)
    if (known) return known
    const { font, encoding, ordering, supplement } = collections[name]
    const descriptor = ended(
      doc.ref({
        Type: 'FontDescriptor',
        FontName: font,
        Flags: 4,
        FontBBox: [0, -120, 1000, 880],
        ItalicAngle: 0,
        Ascent: 880,
        Descent: -120,
        CapHeight: 700,
        StemV: 80,
      }),
    )
    const descendant = ended(
      doc.ref({
        Type: 'Font',
        Subtype: 'CIDFontType0',
        BaseFont: font,
        CIDSystemInfo: { Registry: literal('Adobe'), Ordering: literal(ordering), Supplement: supplement },
        DW: 1000,
        FontDescriptor: descriptor,
      }),
    )
    const reference = ended(
      doc.ref({ Type: 'Font', Subtype: 'Type0', BaseFont: font, Encoding: encoding, DescendantFonts: [descendant] }),
    )
    made.set(name, reference)
    return reference
  }

  return {
    write(run: string, x: number, baseline: number, size: number, color: string): void {
      const name = collectionOf(run)
      doc.page.fonts[name] = fontOf(name)
      doc.save()
      doc.fillColor(color)
      // pdfkit's pages have their origin at the top; without this, letters would stand on their heads.
      doc.transform(1, 0, 0, -1, 0, doc.page.height)
      doc.addContent(`BT /${name} ${size} Tf 1 0 0 1 ${x} ${doc.page.height - baseline} Tm <${utf16(run)}> Tj ET`)
      doc.restore()
    },
  }
}

function ended(reference: PDFKit.PDFKitReference): PDFKit.PDFKitReference {
  reference.end(undefined)
  return reference
}

/** A string for pdfkit, to which a bare one is a name. */
const literal = (text: string): object => Object(text)

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

import { expect, it } from 'vitest'
import { readPdfPages } from '#test/pdf-text.ts'
import { splitIntoPieces } from './line-pieces.ts'
import { writeDocument } from './sheet.ts'

const look = { size: 10 }
const properties = { title: 'T', author: 'A', createdAt: new Date(0), compress: false }

async function printText(text: string, width = 400): Promise<string> {
  const pdf = await writeDocument(properties, { width: 612, height: 792 }, ({ pen }) => {
    for (const bold of [false, true]) {
      for (const [i, line] of pen.wrap(text, width, { ...look, bold }).entries()) {
        pen.write(line, 50, 50 + 12 * i, { ...look, bold })
        pen.writeRight(line, 500, 50 + 12 * i, { ...look, bold })
      }
    }
  })
  return readPdfPages(pdf).flat().join('\n')
}

it.each([
  ['Z\u0335oe Zo\u00eb', 'Zoe Zo\u00eb'],
  ['\u0431\u0358\u0435\u043b', '\u0431\u0435\u043b'],
  ['\u0335', ''],
  ['\uae40\u0335 Ana', 'Ana'],
])('%j is printed without the mark that the font cannot set', async (text, words) => {
  expect(await printText(text)).toContain(words)
})

it.each([
  ['أحمد الحداد', ['أحمد', 'الحداد']],
  ['שלום כהן', ['שלום', 'כהן']],
  ['สมชาย ใจดี', ['สมชาย', 'ใจดี']],
  ['प्रिया शर्मा', ['प्रिया', 'शर्मा']],
  ['বাংলা কোলকাতা', ['বাংলা', 'কোলকাতা']],
  ['தமிழ் கொழும்பு', ['தமிழ்', 'கொழும்பு']],
  ['ਗੁਰਪ੍ਰੀਤ ગુજરાતી ಕನ್ನಡ', ['ਗੁਰਪ੍ਰੀਤ', 'ગુજરાતી', 'ಕನ್ನಡ']],
  ['សុខា አበበ', ['សុខា', 'አበበ']],
  ['გიორგი Հայաստան', ['გიორგი', 'Հայաստան']],
  ['김민서 미용실', ['김민서', '미용실']],
  ['王小明 陳大文', ['王小明', '陳大文']],
  ['佐藤 さくら 辻', ['佐藤', 'さくら', '辻']],
  ['Ελένη Йосип Nguyễn', ['Ελένη Йосип Nguyễn']],
])('%s is printed in the letters of its script, from embedded fonts', async (text, words) => {
  const lines = await printText(text)
  for (const word of words) expect(lines).toContain(word)
  expect(lines).not.toContain('?')
})

it('omits emoji, and prints a question mark for a letter that no font contains', async () => {
  const pages = await printText('Ana 💅🏽 Beauty 👩‍👩‍👧 🇺🇸 1️⃣ Spa')
  expect(pages).toContain('Ana Beauty 1 Spa')
  expect(await printText('🧴💇')).toBe('')
  const unknown = await printText('ᚠᚢ Runes ꦗ')
  for (const part of ['??', 'Runes']) expect(unknown).toContain(part)
})

it('sets a line of both directions in reading order', () => {
  const order = (line: string) => splitIntoPieces(line, () => true).map(({ text }) => text)
  expect(order('Ship to أحمد الحداد 45, NJ')).toEqual([
    'Ship',
    ' ',
    'to',
    ' ',
    '45',
    ' ',
    'الحداد',
    ' ',
    'أحمد',
    ',',
    ' ',
    'NJ',
  ])
  expect(order('123 شارع (فهد)')).toEqual(['(', 'فهد', ')', ' ', 'شارع', ' ', '123'])
})

it('writes text of every script and sign without failing', async () => {
  const codes = Array.from({ length: 0x300 }, (_, i) => i * 277).filter((code) => code < 0xd800 || code > 0xdfff)
  const text = codes.map((code) => String.fromCodePoint(code)).join('')
  expect((await printText(text, 500)).length).toBeGreaterThan(1000)
}, 120_000)

it('prints marks that the font can set', async () => {
  expect(await printText('x\u0301y')).toContain('x\u0301y')
})

it('sets every mark of Latin letters in some way, on every line', async () => {
  const marks = Array.from({ length: 0x70 }, (_, i) => String.fromCodePoint(0x300 + i))
  for (const letter of ['Z', 'o', '\u0431', '\u03b1']) {
    const words = marks.map((mark) => letter + mark)
    await printText(words.join(' '))
    await printText(words.join(''), 40)
  }
})

it.each([
  ['Ñandú & Söhne “Salon”', true],
  ['Салон', false],
  ['미용실', false],
])('sets the title %s in the font of the pages’ titles: %s', async (title, display) => {
  const pdf = await writeDocument(properties, { width: 612, height: 792 }, ({ pen }) => {
    const titleLook = pen.titleLook(title, 20)
    expect(titleLook).toEqual({ size: 20, ...(display ? { display } : { bold: true }) })
    pen.write(title, 50, 50, titleLook)
  })
  expect(readPdfPages(pdf).flat()).toContain(title)
  expect(pdf.includes('Fraunces')).toBe(display)
})

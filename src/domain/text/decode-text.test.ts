import { expect, it } from 'vitest'
import { decodeText, detectSeparator } from './decode-text.ts'

const text = 'Date,Name\n11/26/2026,Renée Müller\n'
const encodeLatin1 = (content: string) => Uint8Array.from(content, (character) => character.charCodeAt(0))
const encodeUtf16 = (content: string, isBig: boolean, hasMark: boolean) =>
  Uint8Array.from(
    [...(hasMark ? '\ufeff' : ''), ...content].flatMap((character) => {
      const code = character.charCodeAt(0)
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

it.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16LE', encodeUtf16(text, false, true)],
  ['UTF-16BE', encodeUtf16(text, true, true)],
  ['UTF-16LE without a mark', encodeUtf16(text, false, false)],
  ['UTF-16BE without a mark', encodeUtf16(text, true, false)],
  ['Windows-1252', encodeLatin1(text)],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

it('decodes the characters that Windows-1252 adds to Latin-1', () => {
  expect(decodeText(new Uint8Array([0x80, 0x20, 0x92, 0x93, 0xe9]))).toBe('€ ’“é')
})

it('keeps UTF-8 with one invalid byte', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('Renée, Zoë, Chloë '), 0xe9, 0x2c])
  expect(decodeText(bytes)).toBe('Renée, Zoë, Chloë \ufffd,')
})

it('decodes an empty file, and an odd number of bytes', () => {
  expect(decodeText(new Uint8Array())).toBe('')
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41]))).toBe('\ufffd')
})

it.each([
  ['Date,Description,Amount\n11/26/2026,Zelle; memo,1.00', ','],
  ['Date;Description;Amount\n26.11.2026;Zelle;1,00\n26.11.2026;Zelle, Sam;2,00', ';'],
  ['Date\tName\tAmount\n11/26/2026\tReyes, Ana\t1,150.00', '\t'],
  ['Date,Name\n11/26/2026,"a;b;c"', ','],
  ['"Date";"Name"\n"11/26/2026";"a,b,c"', ';'],
  ['sep=;\nDate;Name,Memo,Amount\n1;2,3,4', ';'],
  ['\ufeffHandle;Title\na;b', ';'],
  ['Date\tName\tAmount\n1\tx\ty\t1,150.00\n1\tx\t1,150.00\n1\tx\t2,150.00\n1\tx\ty\t3,150.00', '\t'],
  ['Id,Quantity\n1,5\n2,7', ','],
  ['Handle', ','],
  ['', ','],
] as const)('detects the separator of %j', (content, separator) => {
  expect(detectSeparator(content)).toBe(separator)
})

it.each(['"', ';', '\n', '\r\n', 'a,b;c\t'])('detects a separator in a million characters of %j', (unit) => {
  expect([',', ';', '\t']).toContain(detectSeparator(unit.repeat(1_000_000 / unit.length)))
})

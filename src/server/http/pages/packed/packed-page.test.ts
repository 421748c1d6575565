import { crc32, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CSRF_PLACEHOLDER, PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import { combineCrc32, findAppendTable } from './crc32-combine.ts'
import { fillGzip, fillPlain, makeFilling, packPage, packText } from './index.ts'

const csrfField = (token: string) => `<input type="hidden" name="_csrf" value="${token}"/>`

/** Text that compresses, text that does not, any script, and stray private-use characters. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('\u{e000}', '<', '"', 'csrf', 'é') }),
  fc.tuple(fc.string({ minLength: 1 }), fc.nat(3000)).map(([word, times]) => word.repeat(times)),
)
const hole = fc.constantFrom<'personal' | 'csrf'>('personal', 'csrf')

describe('a packed page', () => {
  test('unpacks to the rendered text with the visitor’s state in the holes', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(hole, text), { maxLength: 8 }),
        text,
        fc.base64String(),
        (start, rest, state, token) => {
          const page = (personal: string, csrf: string) =>
            start + rest.map(([kind, after]) => (kind === 'csrf' ? csrfField(csrf) : personal) + after).join('')
          const packed = packPage(page(PERSONAL_PLACEHOLDER, CSRF_PLACEHOLDER))
          const expected = page(state, token)
          expect(gunzipSync(fillGzip(packed, makeFilling(state, token))).toString()).toBe(expected)
          expect(fillPlain(packed, makeFilling(state, token)).toString()).toBe(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('accepts personal state longer than one stored block', () => {
    const state = 'cart '.repeat(40_000)
    const packed = packPage(`<head>${PERSONAL_PLACEHOLDER}</head>`)
    expect(gunzipSync(fillGzip(packed, makeFilling(state, ''))).toString()).toBe(`<head>${state}</head>`)
  })

  test('inserts the token into form fields only: no text can request it', () => {
    const source = `<a href="https://elsewhere.example/?${CSRF_PLACEHOLDER}">${CSRF_PLACEHOLDER}</a><p>name=&quot;_csrf&quot; value=&quot;${CSRF_PLACEHOLDER}&quot;</p>`
    const packed = packPage(`${source}${csrfField(CSRF_PLACEHOLDER)}`)
    const sent = gunzipSync(fillGzip(packed, makeFilling('', 'secret'))).toString()
    expect(sent).toBe(`${source}${csrfField('secret')}`)
  })

  test('reports the memory of its other form once that form is needed', () => {
    const emptyFilling = makeFilling('', '')
    for (const [packed, other] of [
      [packPage('word '.repeat(10_000)), fillPlain],
      [packText('word '.repeat(10_000)), fillGzip],
    ] as const) {
      const before = packed.bytes
      const sizes: number[] = []
      packed.onGrowth = () => sizes.push(packed.bytes)
      const length = other(packed, emptyFilling).length
      other(packed, emptyFilling)
      expect(sizes).toEqual([packed.bytes])
      expect(packed.bytes - before).toBeGreaterThan(length - 30)
      expect(packed.bytes - before).toBeLessThan(length + 200)
    }
  })

  test('stores the styles of all pages in memory once and counts them for none', () => {
    const css = 'p{color:red}'.repeat(5000)
    const styled = (text: string) => `<head><style>${css}</style>${PERSONAL_PLACEHOLDER}</head>${text}`
    const [one, other] = [packPage(styled('one')), packPage(styled('other'))]
    for (const [page, text] of [
      [one, 'one'],
      [other, 'other'],
    ] as const) {
      const expected = styled(text).replace(PERSONAL_PLACEHOLDER, 'mine')
      expect(gunzipSync(fillGzip(page, makeFilling('mine', ''))).toString()).toBe(expected)
      expect(fillPlain(page, makeFilling('mine', '')).toString()).toBe(expected)
      expect(page.bytes).toBeLessThan(10_000)
    }
    expect(one.deflated?.[1]).toBe(other.deflated?.[1])
    expect(one.plain?.[1]).toBe(other.plain?.[1])
  })

  test('stores both forms in blocks of exactly their length, not in views of larger ones', () => {
    const page = packPage(`<head>${PERSONAL_PLACEHOLDER}</head>${'word '.repeat(500)}${csrfField(CSRF_PLACEHOLDER)}`)
    const text = packText('a few words')
    fillPlain(page, makeFilling('', ''))
    fillGzip(text, makeFilling('', ''))
    for (const form of [page.deflated, page.plain, text.deflated, text.plain]) {
      const length = form?.reduce((sum, part) => sum + part.length, 0)
      expect(new Set(form?.map(({ buffer }) => buffer.byteLength))).toEqual(new Set([length]))
    }
  })
})

test('combines the CRCs of parts into the CRC of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 5000 }), (a, b) => {
      const combined = combineCrc32(crc32(a) | 0, crc32(b) | 0, findAppendTable(b.length))
      expect(combined >>> 0).toBe(crc32(Buffer.concat([a, b])))
    }),
  )
})

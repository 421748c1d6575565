import { expect, test } from 'vitest'
import { fontSizes, readFontSize, shopPicturePath } from './pasted-content.ts'

test('every available size is kept', () => {
  expect(fontSizes.map((size) => readFontSize(`${size}px`))).toEqual(fontSizes.map((size) => `${size}px`))
})

test.each([
  ['8px', '8px'],
  ['36px', '36px'],
  ['18.4px', '18px'],
  ['11pt', '15px'],
  [' 12PT ', '16px'],
  ['7px', null],
  ['37px', null],
  ['28pt', null],
  ['1.2em', null],
  ['large', null],
  ['', null],
  [null, null],
])('text of size %s is kept as %s', (style, size) => {
  expect(readFontSize(style)).toBe(size)
})

test.each([
  ['/uploads/abc-640.webp', '/uploads/abc-640.webp'],
  ['https://shop.example/uploads/abc-640.webp', '/uploads/abc-640.webp'],
  ['https://elsewhere.example/uploads/abc-640.webp', null],
  ['https://shop.example.evil/uploads/a.webp', null],
  ['//shop.example/uploads/a.webp', null],
  ['/uploads/../secret', null],
  ['data:image/png;base64,AAAA', null],
  [null, null],
])('the picture %s is kept as %s', (src, path) => {
  expect(shopPicturePath(src, 'https://shop.example')).toBe(path)
})

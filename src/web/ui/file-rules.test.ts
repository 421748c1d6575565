import { expect, test } from 'vitest'
import { fileSize, findFileError } from './file-rules.ts'

const file = (name: string, size = 100, type = '') => ({ name, size, type })

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 kB'],
  [34_500, '34 kB'],
  [1_048_575, '1023 kB'],
  [1_048_576, '1 MB'],
  [2_516_582, '2.4 MB'],
  [20 * 1_048_576, '20 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

test('without rules any file may be selected', () => {
  expect(findFileError(file('a', 0), {})).toBeUndefined()
})

test.each([
  ['guide.PDF', '', ['.pdf']],
  ['photo', 'image/png', ['image/*']],
  ['photo.jpg', 'image/jpeg', ['.pdf', 'image/jpeg']],
])('%s of type "%s" is accepted by %j', (name, type, accept) => {
  expect(findFileError(file(name, 100, type), { accept })).toBeUndefined()
})

test.each([
  ['page.html', 'text/html', ['.pdf', 'image/*']],
  ['pdf', '', ['.pdf']],
  ['drawing.svg', 'image/svg+xml', ['image/png']],
  ['report.pdf.exe', 'application/pdf', ['.pdf']],
])('%s of type "%s" is not accepted by %j', (name, type, accept) => {
  expect(findFileError(file(name, 100, type), { accept })).toBe(`${name} is not a supported file type.`)
})

test('a file as large as the limit is accepted, one byte more is not', () => {
  expect(findFileError(file('a.zip', 2048), { maxBytes: 2048 })).toBeUndefined()
  expect(findFileError(file('a.zip', 2049), { maxBytes: 2048 })).toBe('a.zip is larger than 2 kB.')
})

test('a file below the minimum size is distinguished from an empty one', () => {
  expect(findFileError(file('a.txt', 1), { minBytes: 1 })).toBeUndefined()
  expect(findFileError(file('a.txt', 0), { minBytes: 1 })).toBe('a.txt is empty.')
  expect(findFileError(file('a.txt', 100), { minBytes: 2048 })).toBe('a.txt is smaller than 2 kB.')
})

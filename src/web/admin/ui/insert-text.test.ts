import { expect, it } from 'vitest'
import { insertText } from './insert-text.ts'

const insert = (text: string, piece: string, isAlone: boolean) => {
  // Bars enclose the selection; a single bar is the caret.
  const [before = '', selected = '', after] = text.split('|')
  const end = after === undefined ? before.length : before.length + selected.length
  const result = insertText(text.replaceAll('|', ''), [before.length, end], piece, isAlone)
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`
}

it('inserts at the caret or replaces the selection', () => {
  expect(insert('Dear |,', '{name}', false)).toBe('Dear {name}|,')
  expect(insert('Dear |you|,', '{name}', false)).toBe('Dear {name}|,')
})

it('gives block elements their own paragraph without extra blank lines', () => {
  expect(insert('|', '# A', true)).toBe('# A|')
  expect(insert('Hello|', '# A', true)).toBe('Hello\n\n# A|')
  expect(insert('Hello\n|', '# A', true)).toBe('Hello\n\n# A|')
  expect(insert('Hello\n\n|', '# A', true)).toBe('Hello\n\n# A|')
  expect(insert('|Bye', '# A', true)).toBe('# A\n\n|Bye')
  expect(insert('Hello|\nBye', '# A', true)).toBe('Hello\n\n# A\n|\nBye')
  expect(insert('Hello|\n\nBye', '# A', true)).toBe('Hello\n\n# A|\n\nBye')
})

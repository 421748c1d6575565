import { expect, it } from 'vitest'
import { insertedText } from './inserted-text.ts'

const insert = (text: string, piece: string, isAlone: boolean) => {
  // The selection is between the bars, or where the only one is.
  const [before = '', selected = '', after] = text.split('|')
  const end = after === undefined ? before.length : before.length + selected.length
  const done = insertedText(text.replaceAll('|', ''), [before.length, end], piece, isAlone)
  return `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`
}

it('puts a piece where the caret is, or in place of what is selected', () => {
  expect(insert('Dear |,', '{name}', false)).toBe('Dear {name}|,')
  expect(insert('Dear |you|,', '{name}', false)).toBe('Dear {name}|,')
})

it('gives what stands alone a paragraph of its own, and no more empty lines than that takes', () => {
  expect(insert('|', '# A', true)).toBe('# A|')
  expect(insert('Hello|', '# A', true)).toBe('Hello\n\n# A|')
  expect(insert('Hello\n|', '# A', true)).toBe('Hello\n\n# A|')
  expect(insert('Hello\n\n|', '# A', true)).toBe('Hello\n\n# A|')
  expect(insert('|Bye', '# A', true)).toBe('# A\n\n|Bye')
  expect(insert('Hello|\nBye', '# A', true)).toBe('Hello\n\n# A\n|\nBye')
  expect(insert('Hello|\n\nBye', '# A', true)).toBe('Hello\n\n# A|\n\nBye')
})

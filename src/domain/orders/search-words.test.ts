import { describe, expect, it } from 'vitest'
import { parseOrderNumber, parseSearchWords } from './search-words.ts'

describe('a search for orders', () => {
  it.each([
    ['Reyes  shampoo', [{ text: 'Reyes' }, { text: 'shampoo' }]],
    ['(201) 555-0100', [{ text: '(201)555-0100', digits: '2015550100' }]],
    ['+1 201 555 0100', [{ text: '+12015550100', digits: '2015550100' }]],
    ['555-0100', [{ text: '555-0100', digits: '5550100' }]],
    ['Ana 555-01', [{ text: 'Ana' }, { text: '555-01', digits: '55501' }]],
    ['#100234', [{ text: '100234' }]],
    ['100234', [{ text: '100234' }]],
    ['Order 100234', [{ text: '100234' }]],
    ['order no. 100234,', [{ text: '100234' }]],
    ['Invoice#100234 Reyes', [{ text: '100234' }, { text: 'Reyes' }]],
    ['№100234', [{ text: '100234' }]],
    ['Reyes order', [{ text: 'Reyes' }, { text: 'order' }]],
    ['12 Number Street', [{ text: '12' }, { text: 'Number' }, { text: 'Street' }]],
    ['ana.reyes+x@example.com', [{ text: 'ana.reyes+x@example.com' }]],
    ['1Z 999 AA1 01', [{ text: '1Z' }, { text: '999' }, { text: 'AA1' }, { text: '01' }]],
    ['& – !', []],
    ['   ', []],
    ['李 小龙', [{ text: '李' }, { text: '小龙' }]],
  ])('is parsed word by word: %s', (typed, words) => {
    expect(parseSearchWords(typed)).toEqual(words)
  })

  it('contains an order number only if it can exist', () => {
    expect(['1', '#100234', '2147483647', '2147483648', '0', '-5', '12a', ''].map(parseOrderNumber)).toEqual([
      1,
      100234,
      2147483647,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

import { expect, it } from 'vitest'
import { licenceNumber } from './licence.ts'

it.each([
  ['NJ-4471', 'NJ4471'],
  ['  nj 4471 ', 'NJ4471'],
  ['# 4471', '4471'],
  ['No. 44/71-b', 'NO4471B'],
  ['00123', '00123'],
  ['ＮＪ４４７１', 'NJ4471'],
  ['44\u00a071\u200b', '4471'],
  ['–', ''],
  ['', ''],
])('%j is compared as %j', (typed, compared) => {
  expect(licenceNumber(typed)).toBe(compared)
})

import { expect, test } from 'vitest'
import { pagerPages } from './pager-pages.ts'

test('a short listing names every page', () => {
  expect(pagerPages(1, 1)).toEqual([1])
  expect(pagerPages(3, 6)).toEqual([1, 2, 3, 4, 5, 6])
})

test('shows three pages at each end and two on each side of the current one', () => {
  expect(pagerPages(20, 40)).toEqual([1, 2, 3, 'gap', 18, 19, 20, 21, 22, 'gap', 38, 39, 40])
  expect(pagerPages(1, 40)).toEqual([1, 2, 3, 'gap', 38, 39, 40])
  expect(pagerPages(40, 40)).toEqual([1, 2, 3, 'gap', 38, 39, 40])
})

test('a gap of one page is filled by that page', () => {
  expect(pagerPages(7, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 'gap', 18, 19, 20])
})

test('in the account, shows two pages at each end and five around the current one', () => {
  expect(pagerPages(20, 40, 'words')).toEqual([1, 2, 'gap', 18, 19, 20, 21, 22, 'gap', 39, 40])
  expect(pagerPages(1, 40, 'words')).toEqual([1, 2, 3, 4, 5, 'gap', 39, 40])
  expect(pagerPages(40, 40, 'words')).toEqual([1, 2, 'gap', 36, 37, 38, 39, 40])
  expect(pagerPages(2, 3, 'words')).toEqual([1, 2, 3])
})

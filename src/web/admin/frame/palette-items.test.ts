import { expect, it } from 'vitest'
import { matchPages } from './palette-items.ts'

const titles = (input: string, role: 'clerk' | 'manager' | 'owner' = 'owner') =>
  matchPages(input, role).map(({ title }) => title)

it('pages are found by word prefixes, with matches at the start of the name first', () => {
  expect(titles('st')).toEqual(['Stock', 'Staff', 'Status', 'Import a bank statement'])
  expect(titles('import')).toEqual(['Import products', 'Import a bank statement'])
  expect(titles('bank  IMP')).toEqual(['Import a bank statement'])
  expect(titles('uest')).toEqual([])
})

it('pages without permission are not found', () => {
  expect(titles('st', 'clerk')).toEqual(['Stock', 'Import a bank statement'])
})

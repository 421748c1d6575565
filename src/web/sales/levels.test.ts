import { expect, test } from 'vitest'
import { levelName } from './levels.ts'

test('every level has its name', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(levelName)).toEqual([
    'User',
    'Silver',
    'Ruby',
    'Sapphire',
    'Emerald',
    'Diamond',
    'Double Diamond',
    'Triple Diamond',
    'Crown',
  ])
})

import { expect, it } from 'vitest'
import { suggestionFor } from './nothing-found.ts'

it('an empty listing leads on to what is there, and nowhere in a shop that sells nothing yet', () => {
  expect(suggestionFor({ category: 'hair' }, 0).to).toEqual({})
  expect(suggestionFor({ category: 'hair', q: 'oil' }, 0).to).toEqual({ q: 'oil' })
  expect(suggestionFor({ q: 'oil', page: 9 }, 43).to).toEqual({ q: 'oil', page: 1 })
  expect(suggestionFor({}, 0)).toEqual({ says: 'There are no products yet. Please check back soon.' })
})

import { expect, it } from 'vitest'
import { suggestionFor } from './nothing-found.ts'

it('an empty listing suggests alternatives, except in a shop without products', () => {
  expect(suggestionFor({ category: 'hair' }, 0).to).toEqual({})
  expect(suggestionFor({ category: 'hair', q: 'oil' }, 0).to).toEqual({ q: 'oil' })
  expect(suggestionFor({ q: 'oil', page: 9 }, 43).to).toEqual({ q: 'oil', page: 1 })
  expect(suggestionFor({}, 0)).toEqual({ says: 'There are no products yet. Please check back soon.' })
})

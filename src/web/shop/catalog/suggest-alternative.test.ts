import { expect, it } from 'vitest'
import { suggestAlternative } from './suggest-alternative.ts'

it('an empty listing suggests alternatives, except in a shop without products', () => {
  expect(suggestAlternative({ category: 'hair' }, 0).to).toEqual({})
  expect(suggestAlternative({ category: 'hair', q: 'oil' }, 0).to).toEqual({ q: 'oil' })
  expect(suggestAlternative({ q: 'oil', page: 9 }, 43).to).toEqual({ q: 'oil', page: 1 })
  expect(suggestAlternative({}, 0)).toEqual({ message: 'There are no products yet. Please check back soon.' })
})

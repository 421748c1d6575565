import { expect, it } from 'vitest'
import { returnProblem } from './return.errors.ts'

it('items whose discount was rounded above their price cannot be returned alone', () => {
  const { code, extras } = returnProblem({ code: 'credit_not_positive' }, [0])
  expect([code, extras.errors?.lines]).toEqual(['credit_not_positive', expect.stringContaining('less than $0.00')])
})

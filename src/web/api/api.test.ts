import { expect, it, vi } from 'vitest'
import { ApiError, callUrl, get, isErrorOf, post } from './api.ts'
import { callKey } from './query.ts'

it("a URL consists of the call's path, its parameters and non-default values", () => {
  expect(callUrl('order', { params: { order_id: 7 } })).toBe('/account/orders/7.json')
  expect(callUrl('passwordLink', { params: { token: 'a/b' } })).toBe('/password/reset/a%2Fb.json')
  expect(callUrl('listing', { query: { q: 'rose & oil', sort: 'featured', page: 1 } })).toBe(
    '/packages.json?q=rose+%26+oil',
  )
  expect(callUrl('posts', { query: { language: 'en', page: 2 } })).toBe('/posts.json?page=2')
  expect(callUrl('logout')).toBe('/logout')
})

it('equal requests have equal keys, and unsent state distinguishes keys', () => {
  expect(callKey('listing', { query: { page: 1, q: '' } })).toEqual(callKey('listing', { query: {} }))
  const quotes = (unsent: unknown) => callKey('quotes', { query: { zipcode: '07631' }, unsent })
  expect(quotes([{ product_id: 1, quantity: 1 }])).not.toEqual(quotes([{ product_id: 1, quantity: 2 }]))
  expect(callUrl('quotes', { query: { zipcode: '07631' } })).toBe('/checkout/quotes.json?zipcode=07631')
})

it('an error names the call that it belongs to', async () => {
  const problem = { code: 'sold_out', title: 'Unprocessable', status: 422, detail: 'This product is sold out.' }
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(problem, { status: 422 }))
  const error = await post('addToCart', { body: { id: 1, quantity: 1 } }).catch((thrown: unknown) => thrown)
  fetchSpy.mockRestore()
  expect(error).toBeInstanceOf(ApiError)
  expect(isErrorOf('addToCart', error) && error.status === 422 && error.problem).toEqual(problem)
  expect(isErrorOf('placeOrder', error)).toBe(false)
})

it('input outside the contract does not compile', () => {
  // Compiled but never run: type checking fails when one of these lines is no longer an error.
  const invalidCalls = async (error: unknown): Promise<void> => {
    // @ts-expect-error no such call
    await get('basket')
    // @ts-expect-error changes something
    await get('addToCart')
    // @ts-expect-error the parameter is missing
    await get('order')
    // @ts-expect-error the parameter has another name
    await get('order', { params: { id: 7 } })
    // @ts-expect-error not one of the orders
    await get('listing', { query: { sort: 'cheapest' } })
    // @ts-expect-error takes no query
    await get('states', { query: { page: 2 } })
    // @ts-expect-error a field is missing
    await post('addToCart', { body: { id: 1 } })
    // @ts-expect-error no such field
    await post('addToCart', { body: { id: 1, quantity: 1, price: 0 } })
    // @ts-expect-error the response has no such field
    void (await get('readCart')).weight
    // @ts-expect-error not a status of this call
    void (isErrorOf('order', error) && error.status === 409)
    // @ts-expect-error not a field of this call
    void (isErrorOf('placeOrder', error) && error.problem?.errors?.['shipping.country'])
  }
  expect(invalidCalls).toBeTypeOf('function')
})

import { expect, it } from 'vitest'
import { pageAfterSignIn, signInPath } from './sign-in-path.ts'

const after = (next: string) => pageAfterSignIn(new URLSearchParams({ next }))

it('signing in continues to the requested page of the back office', () => {
  expect(after('/admin/orders?search=mia')).toBe('/admin/orders?search=mia')
  expect(signInPath('/admin/orders?search=mia')).toBe('/admin/login?next=%2Fadmin%2Forders%3Fsearch%3Dmia')
})

it.each(['//evil.example/admin', 'https://evil.example/', '/administrate', '/admin/login?next=/admin', '/account', ''])(
  'signing in never redirects to %j',
  (next) => {
    expect(after(next)).toBe('/admin')
  },
)

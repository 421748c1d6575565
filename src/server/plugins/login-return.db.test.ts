import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'

databaseTest('a login asked for without saying where to return to', (connection) => {
  const suite = appForSuite(connection, { PUBLIC_URL: 'https://shop.example' })
  const locationOf = async (referer: string | undefined, url = '/login') =>
    (await suite().app.inject({ url, headers: { accept: 'text/html', ...(referer && { referer }) } })).headers.location

  it.each([
    ['https://shop.example/packages/1', '/packages/1'],
    ['https://shop.example/packages?q=a%26b&page=2', '/packages?q=a%26b&page=2'],
    ['https://shop.example/checkout/cart', '/checkout/cart'],
    ['https://shop.example/account/orders/100001', '/account/orders/100001'],
  ])('from %s returns there', async (referer, next) => {
    const location = new URL((await locationOf(referer)) ?? '', 'https://shop.example')
    expect([location.pathname, location.searchParams.get('next')]).toEqual(['/login', next])
  })

  it.each([
    undefined,
    'not a url',
    'https://elsewhere.example/packages/1',
    'http://shop.example/packages/1',
    'https://shop.example.elsewhere.example/packages/1',
    'https://shop.example//elsewhere.example/packages',
    'https://shop.example/',
    'https://shop.example/login?next=/account',
    'https://shop.example/register',
    'https://shop.example/password/reset/a-token',
    'https://shop.example/email/undo/a-token',
    'https://shop.example/orders/100001?key=a-signature',
  ])('from %s is the page as it is', async (referer) => {
    expect(await locationOf(referer)).toBeUndefined()
  })

  it('keeps what the request itself says', async () => {
    expect(await locationOf('https://shop.example/packages/1', '/login?next=/account')).toBeUndefined()
  })
})

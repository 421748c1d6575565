import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'

databaseTest('addresses of former shops', (connection) => {
  const suite = appForSuite(connection)
  const get = async (url: string) => {
    const { statusCode, headers } = await suite().app.inject({ method: 'GET', url })
    return [statusCode, headers.location]
  }

  it('redirect to the product with the handle', async () => {
    const { id } = await makeProduct(connection().db)
    await connection().db.updateTable('products').set({ handle: 'hydration-serum' }).where('id', '=', id).execute()
    expect(await get('/products/hydration-serum')).toEqual([301, `/packages/${id}`])
    expect(await get('/products/Hydration-Serum?variant=1')).toEqual([301, `/packages/${id}`])
    await connection().db.updateTable('products').set({ active: false }).where('id', '=', id).execute()
    expect((await get('/products/hydration-serum'))[0]).toBe(404)
  })

  it.each(['/products/nothing', '/products/a%00b', '/collections/nothing', '/collections/a%00b', '/pages/nothing'])(
    '%s is 404',
    async (url) => {
      expect((await get(url))[0]).toBe(404)
    },
  )

  it.each([
    ['/cart', 301, '/checkout/cart'],
    ['/checkout', 301, '/checkout/cart'],
    ['/collections/all', 301, '/packages'],
    ['/pages/about-us', 301, '/about'],
    ['/pages/faq', 301, '/faqs'],
    ['/.well-known/change-password', 302, '/account/password'],
  ])('%s redirects', async (url, status, location) => {
    expect(await get(url)).toEqual([status, location])
  })

  it.each([
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ])('%s is served', async (url, type) => {
    const { statusCode, headers, rawPayload } = await suite().app.inject({ method: 'GET', url })
    expect([statusCode, headers['content-type']]).toEqual([200, type])
    expect(rawPayload.length).toBeGreaterThan(100)
  })
})

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { importProducts } from '#server/catalog/product-file/import-products.ts'
import { createPublished } from '#server/content/documents/create-published.ts'
import { pageTemplates } from '#server/content/documents/page-templates.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { browserOf } from '#test/browser.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { completeCheckout, fillContact } from '#test/page-checkout.ts'
import { readStructuredData, writePost } from '#test/page-posts.ts'
import { signUp } from '#test/sign-up.ts'

const shopifyCsv = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status
brow-lamination-kit,Brow Lamination Kit,<p>Lifts and sets.</p>,Arden,Kits,brow,TRUE,Size,Small,BLK-S,240,12,64.50,,,active
brow-lamination-kit,,,,,,,,Large,BLK-L,410,3,118.00,,,active
`
const counter = ['Salonfront', '48 Dean Street', 'Englewood, NJ 07631']
const settings = {
  SHOP_PICKUP_ADDRESS: counter.join('\n'),
  SHOP_SHOP_PHONE: '(201) 555-0100',
  SHOP_SHOP_EMAIL: 'hello@example.com',
}

pageTest(
  'the storefront',
  (app) => {
    beforeAll(async () => {
      const { db } = app().services
      const { id: categoryId } = await makeCategory(db, { name: 'Hair' })
      for (let n = 1; n <= 3; n++) await makeProduct(db, { name: `Gel ${n}`, categoryId, priceCents: 1000 * n })
      await makeProduct(db, { name: 'Brow Brush' })
      const body = pageTemplates.about({ shopName: 'Salonfront' })
      await inTransaction(db, (trx) =>
        createPublished(trx, { kind: 'system', job: 'test' }, { slug: 'about', content: { kind: 'page', body } }),
      )
    })
    const open = (path: string) => openShopPage(browserOf(app), path)
    const sort = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
    const searchBox = () => within(screen.getByRole('main')).getByRole<HTMLInputElement>('searchbox')

    it('sorts and searches the listing by its URL, and keeps the focus', async () => {
      const { user, path } = await open('/packages')
      sort().focus()
      await user.selectOptions(sort(), 'newest')
      await waitFor(() => expect(path()).toMatch(/sort=newest/))
      expect(document.activeElement).toBe(sort())
      await user.selectOptions(sort(), 'price')
      await waitFor(() => expect(path()).toMatch(/sort=price$/))
      expect(document.activeElement).toBe(sort())
      history.back()
      await waitFor(() => expect(sort().value).toBe('newest'))

      await user.type(searchBox(), 'gel{Enter}')
      await screen.findByRole('heading', { level: 1, name: 'Results for “gel”' })
      expect(document.activeElement).toBe(searchBox())
      sort().focus()
      history.back()
      await waitFor(() => expect(searchBox().value).toBe(''))
    })

    it('sells a product imported from a Shopify export, whose second row contains only what differs', async () => {
      const path = join(await mkdtemp(join(tmpdir(), 'import-')), 'products.csv')
      await writeFile(path, shopifyCsv)
      const { connection, files } = app().services
      expect(await importProducts(connection, { path, files, actor: { kind: 'command_line' } })).toMatchObject({
        ok: true,
        added: 2,
      })
      const browser = browserOf(app)
      const listing = await openShopPage(browser, '/packages?q=brow+lamination')
      await listing.user.click(screen.getAllByRole('link', { name: 'Brow Lamination Kit – Large' })[0] as HTMLElement)
      await screen.findByRole('heading', { level: 1, name: 'Brow Lamination Kit – Large' })
      await listing.fill(screen.getByRole('spinbutton', { name: 'Quantity' }), '2')
      await listing.user.click(screen.getByRole('button', { name: 'Add to Cart' }))
      await screen.findByRole('region', { name: 'Added to cart' })
      const page = await openShopPage(browser, '/checkout/shipping')
      await fillContact(page, 'import@example.com')
      const order = await completeCheckout(page, browser)
      expect(order).toMatchObject({ type: 'P', order_total: 236, products: [{ quantity: 2, price: 118 }] })
    })

    it('shows the pickup counter on the About page', async () => {
      const { user } = await open('/')
      await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'About us' }))
      await screen.findByRole('heading', { level: 1 })
      const region = await within(screen.getByRole('main')).findByRole('region', { name: 'Pickup counter' })
      for (const text of [...counter, '(201) 555-0100', 'hello@example.com']) expect(region.textContent).toContain(text)
    })

    it('gives search engines the breadcrumb of a page', async () => {
      const fetchBreadcrumb = async (url: string) => {
        const { body } = await browserOf(app).inject({ url, headers: { accept: 'text/html' } })
        const list = readStructuredData(body).find((entry) => entry['@type'] === 'BreadcrumbList') as {
          itemListElement: { name: string; item?: string }[]
        }
        return list.itemListElement.map(({ name, item }) => [name, item?.replace(/^.*:\d+/, '')])
      }
      const home = ['Home', '/']
      expect(await fetchBreadcrumb('/packages')).toEqual([home, ['Packages', '/packages']])
      expect(await fetchBreadcrumb('/packages?category=hair')).toEqual([
        home,
        ['Packages', '/packages'],
        ['Hair', undefined],
      ])
      expect(await fetchBreadcrumb('/faqs')).toEqual([home, ['Help', undefined]])
      expect(await fetchBreadcrumb('/about')).toEqual([home, ['About us', undefined]])
      expect(await fetchBreadcrumb('/product-finder')).toEqual([home, ['Product finder', undefined]])
    })

    it('ends the home page with the three newest posts', async () => {
      const browser = await signUp(app, 'blog@example.com')
      await openShopPage(browser, '/faqs')
      for (let n = 1; n <= 4; n++)
        await writePost(browser, { title: `Post ${n}`, language: 'en', content: '<p>Hi</p>' })
      await open('/')
      const posts = within(screen.getByRole('region', { name: 'Newest posts' }))
      expect(posts.getAllByRole('article')).toHaveLength(3)
      expect(posts.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/posts')
    })
  },
  settings,
)

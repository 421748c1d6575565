import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { readStructuredData, writePost } from '#test/page-posts.ts'
import { signUp } from '#test/sign-up.ts'

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

    it('opens the listing chosen in the product finder', async () => {
      const { user } = await open('/faqs')
      await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Product finder' }))
      const categories = within(await screen.findByRole('group', { name: /What do you work on\?/ }))
      expect(categories.getByRole('radio', { name: /^Everything/ })).toHaveProperty('checked', true)
      await user.click(categories.getByRole('radio', { name: /^Hair.*3 products/ }))
      await user.click(screen.getByRole('radio', { name: /^Lowest price first/ }))
      await user.click(screen.getByRole('button', { name: 'Show products' }))
      await screen.findByRole('heading', { level: 1, name: 'Hair' })
      expect(screen.getByRole('main').textContent).toContain('3 products')
      expect(sort().value).toBe('price')
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
      const posts = within(screen.getByRole('region', { name: 'Newest from the blog' }))
      expect(posts.getAllByRole('article')).toHaveLength(3)
      expect(posts.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/posts')
    })
  },
  settings,
)

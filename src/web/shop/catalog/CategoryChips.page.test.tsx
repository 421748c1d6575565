import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'

pageTest('the categories of the listing', (app) => {
  beforeAll(async () => {
    const { db } = app().services
    for (let n = 1; n <= 9; n++) {
      const { id } = await makeCategory(db, { name: `Group ${n}`, position: n })
      await makeProduct(db, { categoryId: id })
      if (n === 9) await db.insertInto('category_redirects').values({ slug: 'old', category_id: id }).execute()
    }
    await makeProduct(db)
  })
  const folded = () => {
    const group = screen.getByText('More categories (2)').closest('details')
    if (!group) throw new Error('not folded')
    return {
      isOpen: group.open,
      names: within(group)
        .getAllByRole('link', { hidden: true })
        .map((link) => link.textContent),
    }
  }

  it('folds more than eight chips, and counts products without a category in "All"', async () => {
    await openShopPage(browserOf(app), '/packages')
    expect(folded()).toEqual({ isOpen: false, names: ['Group 81', 'Group 91'] })
    expect(screen.getByRole('link', { current: true, name: /^All/ }).textContent).toBe('All10')
  })

  it('shows the folded chips if one of them is selected', async () => {
    await openShopPage(browserOf(app), '/packages?category=group-9')
    expect(folded().isOpen).toBe(true)
  })

  it('redirects a former slug for good', async () => {
    const { statusCode, headers } = await app().app.inject({ url: '/packages?category=old&sort=price' })
    expect([statusCode, headers.location]).toEqual([301, '/packages?category=group-9&sort=price'])
    const { path } = await openShopPage(browserOf(app), '/packages?category=old')
    expect(path()).toBe('/packages?category=group-9')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'

pageTest('the search of the shop', (app) => {
  beforeAll(async () => {
    const { db } = app().services
    const { id: categoryId } = await makeCategory(db, { name: 'Hair' })
    await makeProduct(db, { name: 'Clay Shampoo', categoryId, priceCents: 1200 })
    await makeProduct(db, { name: 'Clay Conditioner', categoryId, priceCents: 1300 })
    await makeProduct(db, { name: 'Mild Shampoo', categoryId })
  })
  const open = () => openShopPage(browserOf(app), '/packages')
  const field = () => within(screen.getByRole('main')).getByRole('searchbox')
  const findSuggestions = async () => within(await screen.findByRole('region', { name: 'Suggestions' }))

  it('suggests products and categories while typing, reached with the arrow keys', async () => {
    const { user, path } = await open()
    await user.type(field(), 'cla')
    const suggestions = await findSuggestions()
    await suggestions.findByText('3 suggestions')
    expect(suggestions.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Clay Conditioner.*13/),
      expect.stringMatching(/^Clay Shampoo.*12/),
      'In Hair2',
    ])
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(field())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull())
    await user.type(field(), 'y sh')
    await (await findSuggestions()).findByText('2 suggestions')
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Clay Shampoo' })
    expect(path()).toMatch(/^\/packages\/\d+$/)
  })

  it('corrects a typing error, and leads back to the words as typed', async () => {
    const { user, path } = await open()
    await user.type(field(), 'shapmoo')
    await (await findSuggestions()).findByText('Showing results for “shampoo”')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull())
    await user.keyboard('{Enter}')
    await screen.findByText(/^Showing results for/)
    screen.getByRole('link', { name: 'Clay Shampoo' })
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).selectedOptions[0]?.text).toBe(
      'Best match',
    )
    await user.click(screen.getByRole('link', { name: 'Search for “shapmoo” instead' }))
    await screen.findByText(/^No products match “shapmoo”/)
    expect(path()).toBe('/packages?q=shapmoo&exact=1')
  })
})

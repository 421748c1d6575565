import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { makeFamily } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { readStructuredData } from '#test/page-posts.ts'
import { holdPageRequests } from '#test/page-requests.ts'
import { CONTENT_ID } from '#web/page/RouteFocus.tsx'

pageTest('the picker of a family', (app) => {
  let urls: string[]
  let serumUrls: string[]
  beforeAll(async () => {
    const { db } = app().services
    const polish = await makeFamily(db, {
      ...{ name: 'Gel Polish', priceCents: 1800, descriptionHtml: '<p>Shines.</p>' },
      members: [
        { value: 'Red', swatch: '#aa0000', images: ['red'] },
        {
          value: 'Nude',
          swatch: '#ddbb99',
          images: ['nude'],
          priceCents: 2150,
          stock: 3,
          descriptionHtml: '<p>Mat.</p>',
        },
        { value: 'Plum', swatch: '#551144', stock: 0 },
        { value: 'Draft', swatch: '#000000', active: false },
      ],
    })
    urls = polish.products.map(({ id }) => `/packages/${id}`)
    const serum = await makeFamily(db, {
      ...{ name: 'Serum', optionName: 'Size' },
      members: Array.from({ length: 200 }, (_, i) => ({ value: `${i + 1} ml`, stock: i === 1 ? 0 : null })),
    })
    serumUrls = serum.products.map(({ id }) => `/packages/${id}`)
  })
  const open = (position: number) => openShopPage(browserOf(app), urls[position] ?? '')
  const picker = (name = 'Shade') => within(screen.getByRole('navigation', { name }))
  const chosen = () => picker().getByRole('link', { current: true })
  const fetchPage = async (url = '') => (await browserOf(app).inject({ url, headers: { accept: 'text/html' } })).body

  it('changes URL, title, pictures, price, stock and description without a reload, and keeps the focus', async () => {
    const { user, path } = await open(0)
    const header = screen.getByRole('banner')
    const nude = picker().getByRole('link', { name: 'Nude' })
    await user.click(nude)
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Nude' })
    expect(path()).toBe(urls[1])
    await waitFor(() => expect(document.title).toMatch(/^Gel Polish Nude/))
    expect([screen.getByRole('banner'), chosen(), document.activeElement]).toEqual([header, nude, nude])
    const main = within(screen.getByRole('main'))
    expect(main.getAllByText('$21.50').length).toBeGreaterThan(0)
    expect(main.getByText('Only 3 left')).toBeTruthy()
    expect(main.getByText('Mat.')).toBeTruthy()
    expect(main.getByRole('img', { name: 'Gel Polish Nude' }).getAttribute('src')).toMatch(/nude/)
    history.back()
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Red' })
    expect(chosen().textContent).toBe('Red')
  })

  it('shows a choice while its page loads', async () => {
    const { user } = await open(0)
    const release = holdPageRequests(/packages/)
    await user.click(picker().getByRole('link', { name: 'Nude' }))
    await waitFor(() => expect(chosen().textContent).toBe('Nude'))
    expect(screen.getByRole('heading', { level: 1, name: 'Gel Polish Red' })).toBeTruthy()
    release()
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Nude' })
  })

  it('is reached and used by keyboard', async () => {
    const { user } = await open(0)
    picker().getByRole('link', { name: 'Red' }).focus()
    await user.tab()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Nude' })
    expect(document.activeElement).toBe(picker().getByRole('link', { name: 'Nude' }))
  })

  it('moves the focus to the content again when another page is opened, and when the visitor returns', async () => {
    const { user } = await open(0)
    await user.click(picker().getByRole('link', { name: 'Nude' }))
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Nude' })
    const helpLink = () => within(screen.getByRole('banner')).getByRole('link', { name: 'Help' })
    const focusesContent = () => waitFor(() => expect(document.activeElement?.id).toBe(CONTENT_ID))
    await user.click(helpLink())
    await focusesContent()
    helpLink().focus()
    history.back()
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Nude' })
    await focusesContent()
  })

  it('adds the chosen member to the cart', async () => {
    const { user } = await open(0)
    await user.click(picker().getByRole('link', { name: 'Nude' }))
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Nude' })
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
    const layer = within(await screen.findByRole('region', { name: 'Added to cart' }))
    expect(layer.getByText('Gel Polish Nude')).toBeTruthy()
  })

  it('forgets a shortage of another member', async () => {
    const { user, fill } = await open(1)
    await fill(screen.getByRole('spinbutton', { name: 'Quantity' }), '9')
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
    await waitFor(() => expect(screen.getByText('Only 3 left').closest('li')?.className).toMatch(/animate-nudge/))
    await user.click(picker().getByRole('link', { name: 'Red' }))
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Red' })
    expect(screen.getByText('In stock').closest('li')?.className).not.toMatch(/animate-nudge/)
    expect(screen.getByRole('spinbutton', { name: 'Quantity' })).toHaveProperty('value', '1')
  })

  it('lists members for sale, and says which are sold out', async () => {
    const { user } = await open(0)
    expect(
      picker()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Red', 'Nude', 'Plum, sold out'])
    await user.click(picker().getByRole('link', { name: 'Plum, sold out' }))
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Plum' })
    expect(screen.getByRole('button', { name: 'Sold Out' })).toHaveProperty('disabled', true)
  })

  it('shows values as text without colors, and folds all after the first 24', async () => {
    await openShopPage(browserOf(app), serumUrls[0] ?? '')
    const links = picker('Size').getAllByRole('link', { hidden: true })
    expect(links.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['1 ml', '2 ml, sold out'])
    expect(links).toHaveLength(200)
    const more = () => screen.getByText('176 more').closest('details')
    expect(more()?.open).toBe(false)
    await openShopPage(browserOf(app), serumUrls[199] ?? '')
    expect(more()?.open).toBe(true)
    expect(picker('Size').getByRole('link', { current: true }).textContent).toBe('200 ml')
  })

  it('is links in the page of the server, whose canonical page is that of the main product', async () => {
    const html = await fetchPage(urls[1])
    for (const position of [0, 1, 2]) expect(html).toMatch(new RegExp(`<a [^>]*href="${urls[position]}"`))
    expect(html).not.toContain(`href="${urls[3]}"`)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${urls[0]}"`))
    const data = readStructuredData(html).find((entry) => entry['@type'] === 'Product')
    const url = expect.stringMatching(new RegExp(`${urls[1]}$`))
    expect(data).toMatchObject({ name: 'Gel Polish Nude', offers: { price: '21.50', url } })
  })

  it('shows markup in names and values as text', async () => {
    const attempt = '<img src="x" onerror="alert(1)">'
    const { products } = await makeFamily(app().services.db, {
      ...{ name: attempt, optionName: attempt },
      members: [{ value: attempt, swatch: '#aa0000' }, { value: 'Plain' }],
    })
    for (const url of [`/packages/${products[1]?.id}`, '/packages']) {
      const html = await fetchPage(url)
      expect(html).toContain('&lt;img src=')
      expect(html).not.toContain('<img src="x"')
    }
  })

  it('is reached from a card of the family, which names the option instead of adding to the cart', async () => {
    const { user, path } = await openShopPage(browserOf(app), '/packages')
    const card = within(
      screen.getByRole('heading', { name: 'Gel Polish' }).closest('article') ?? document.createElement('div'),
    )
    expect(card.queryByRole('button')).toBeNull()
    expect(card.getByText('3 shades')).toBeTruthy()
    expect(card.getByText(/^From/).textContent).toBe('From $18.00')
    await user.click(card.getByRole('link', { name: 'Choose a shade of Gel Polish' }))
    await screen.findByRole('heading', { level: 1, name: 'Gel Polish Red' })
    expect(path()).toBe(urls[0])
  })
})

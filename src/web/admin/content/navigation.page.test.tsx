import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { createPublished } from '#server/content/documents/create-published.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { browserOf } from '#test/browser.ts'
import { makeProduct } from '#test/factories.ts'
import { openAdminPage, openShopPage, pageTest } from '#test/page.tsx'
import { fillContact, nextStep } from '#test/page-checkout.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the navigation', (app) => {
  const publishPage = (slug: string) =>
    inTransaction(app().services.db, (trx) =>
      createPublished(
        trx,
        { kind: 'system', job: 'test' },
        { slug, content: { kind: 'page', body: { title: slug, description: '', intro: 'Text', blocks: [] } } },
      ),
    )
  const linksOf = (landmark: HTMLElement) =>
    within(landmark)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  const openFooter = async (path = '/faqs') => {
    const page = await openShopPage(browserOf(app), path)
    return { ...page, footer: screen.getByRole('contentinfo') }
  }
  const link = (list: string, index: number) =>
    within(within(screen.getByRole('list', { name: list })).getAllByRole('listitem')[index] as HTMLElement)
  beforeAll(async () => {
    await makeProduct(app().services.db, { name: 'Gel', priceCents: 2000 })
  })

  it('has the standard links at first, without those to pages that are not published', async () => {
    const { footer } = await openFooter()
    expect(linksOf(screen.getByRole('navigation', { name: 'Main' }))).toEqual(['Shop all', 'Newest', 'Blog', 'Help'])
    expect(linksOf(within(footer).getByRole('navigation', { name: 'Shop' }))).not.toContain('About us')
    expect(within(footer).queryByRole('navigation', { name: 'Legal' })).toBeNull()
    await publishPage('about')
    await publishPage('privacy')
    const after = await openFooter()
    expect(linksOf(within(after.footer).getByRole('navigation', { name: 'Shop' }))).toContain('About us')
    expect(linksOf(within(after.footer).getByRole('navigation', { name: 'Legal' }))).toEqual(['Privacy'])
  })

  it('shows the legal links where an order is placed', async () => {
    const browser = browserOf(app)
    await browser.post('/shopping-cart/product/add', { id: 1, quantity: 1 })
    const page = await openShopPage(browser, '/checkout/shipping')
    await fillContact(page, 'legal@example.com')
    await nextStep(page)
    await nextStep(page)
    await screen.findByRole('button', { name: 'Place Order' })
    const legal = screen.getByRole('navigation', { name: 'Before you order' })
    expect(within(legal).getByRole('link', { name: 'Privacy' }).getAttribute('target')).toBe('_blank')
  })

  it('is changed by a manager, with other sites and without wrong links', async () => {
    const { user, fill } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.navigation)
    await screen.findByRole('list', { name: 'Header links' })
    await fill(link('Header links', 0).getByLabelText('Label'), 'Our range')
    await user.click(screen.getByRole('button', { name: 'Move Newest up' }))
    await fill(link('Footer links', 1).getByLabelText('Link'), 'javascript:alert(1)')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findAllByText('Enter a page of this shop, such as /packages, or a URL that begins with https://.')
    await fill(link('Footer links', 1).getByLabelText('Link'), 'https://example.com/salon')
    await fill(screen.getByLabelText(/^What the shop is/), 'Gel for everyone.')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await waitForToast('Published.')
    const { footer } = await openFooter()
    expect(linksOf(screen.getByRole('navigation', { name: 'Main' }))).toEqual(['Newest', 'Our range', 'Blog', 'Help'])
    expect(within(footer).getByRole('link', { name: 'About us' }).getAttribute('href')).toBe(
      'https://example.com/salon',
    )
    within(footer).getByText('Gel for everyone.')
  })

  it('leaves the page for unknown URLs to the owners', async () => {
    const { user, fill } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.notFoundTexts)
    await fill(await screen.findByLabelText('Heading'), 'Nothing on this shelf')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await waitForToast('Published.')
    for (const path of ['/nowhere', '/packages/999999', '/pages/nowhere']) {
      const { body } = await browserOf(app).inject({ url: path, headers: { accept: 'text/html' } })
      expect(body).toContain('Nothing on this shelf')
    }
    const { navigate } = await openFooter()
    await navigate('/nowhere')
    await screen.findByRole('heading', { level: 1, name: 'Nothing on this shelf' })
    screen.getByRole('link', { name: 'See all packages' })
  })
})

pageTest('the search of the questions', (app) => {
  it('finds the questions with every word', async () => {
    const question = (id: number, text: string) => ({ id, topic: 'Orders', question: text, answer_html: '<p>Yes.</p>' })
    const questions = [question(1, 'Do you deliver?'), question(2, 'Do you ship abroad?')]
    await inTransaction(app().services.db, (trx) =>
      createPublished(trx, { kind: 'system', job: 'test' }, { content: { kind: 'faqs', body: { questions } } }),
    )
    const { user, path } = await openShopPage(browserOf(app), '/faqs')
    const searchBox = within(screen.getByRole('main')).getByRole('searchbox', { name: 'Search the questions' })
    await user.type(searchBox, 'ABROAD ship{Enter}')
    await waitFor(() => expect(screen.queryByText('Do you deliver?')).toBeNull())
    screen.getByText('Do you ship abroad?')
    expect(path()).toBe('/faqs?q=ABROAD+ship')
    await openShopPage(browserOf(app), '/faqs?q=nothing')
    screen.getByText(/No question contains “nothing”/)
    await user.click(screen.getByRole('link', { name: 'Show all questions' }))
    await screen.findByText('Do you deliver?')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentDocument } from '#contract/content/documents.ts'
import { browserOf } from '#test/browser.ts'
import { findDialog, openAdminPage, openShopPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the pages of the shop', (app) => {
  const open = async (path: string) => {
    const browser = await openStaffBrowser(app, 'manager')
    return { browser, ...(await openAdminPage(browser, path)) }
  }
  const click = (name: string) => screen.findByRole('button', { name })
  const addPage = async (slug: string, title: string) => {
    const browser = await openStaffBrowser(app, 'owner')
    return (await browser.post('/admin/content/pages/add', { slug, title })).json<ContentDocument>()
  }
  const saveAsOther = async ({ document }: ContentDocument, intro: string) => {
    const browser = await openStaffBrowser(app, 'owner')
    const { version, content } = (await browser.get(`/admin/content/${document}.json`)).json<ContentDocument>()
    const body = { content: { ...content, body: { ...content.body, intro } }, expected_version: version }
    expect((await browser.post(`/admin/content/${document}/save`, body)).statusCode).toBe(200)
  }
  const publishAsOther = async ({ document }: ContentDocument) => {
    const browser = await openStaffBrowser(app, 'owner')
    const { version } = (await browser.get(`/admin/content/${document}.json`)).json<ContentDocument>()
    const body = { expected_version: version }
    expect((await browser.post(`/admin/content/${document}/publish`, body)).statusCode).toBe(200)
  }
  const pathOf = ({ document }: ContentDocument) => `/admin/content/pages/${document}`

  it('are added, filled with blocks and published, and then seen by visitors', async () => {
    const { user, fill } = await open(adminPaths.content)
    await user.click(await click('Add page'))
    const dialog = await findDialog()
    await user.keyboard('{Enter}')
    await dialog.findByText('Enter a title.')
    await user.type(dialog.getByLabelText('Title'), 'Our Salons{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Our Salons' })
    screen.getByText('/pages/our-salons')
    await fill(screen.getByLabelText(/^Introduction/), 'Where we work')

    await user.click(await click('Add block'))
    await user.click(await screen.findByRole('menuitem', { name: 'Buttons' }))
    await user.click(await click('Add block'))
    await user.click(await screen.findByRole('menuitem', { name: 'Steps or facts' }))
    await user.click(await click('Move Steps or facts 2 up'))
    const blocks = within(screen.getByRole('list', { name: 'Blocks' }))
    const steps = within(blocks.getByRole('listitem', { name: 'Steps or facts 1' }))
    await fill(steps.getByLabelText('Title'), 'Englewood')
    await fill(steps.getByLabelText('Text'), 'Dean Street')
    const buttons = within(blocks.getByRole('listitem', { name: 'Buttons 2' }))
    await fill(buttons.getByLabelText('Label'), 'Shop')
    await fill(buttons.getByLabelText('Link'), 'javascript:alert(1)')
    await user.click(await click('Publish'))
    await screen.findAllByText('Enter a page of this shop, such as /packages, or a URL that begins with https://.')
    expect(document.activeElement).toBe(buttons.getByLabelText('Link'))
    await fill(buttons.getByLabelText('Link'), '/packages')
    await user.click(await click('Save draft'))
    await waitForToast('Draft saved.')
    const visitor = browserOf(app)
    expect((await visitor.get('/pages/our-salons.json')).statusCode).toBe(404)
    await user.click(await click('Publish'))
    await waitForToast('Published.')
    await screen.findByText('Published')
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()

    await openShopPage(visitor, '/pages/our-salons')
    screen.getByRole('heading', { level: 1, name: 'Our Salons' })
    screen.getByRole('heading', { level: 3, name: 'Englewood' })
    expect(screen.getByText('Where we work')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Shop' }).getAttribute('href')).toBe('/packages')
    const { body } = await visitor.inject({ url: '/pages/our-salons', headers: { accept: 'text/html' } })
    expect(body).toContain('<meta name="description" content="Where we work"/>')
    expect(body).toMatch(/<link rel="canonical" href="[^"]*\/pages\/our-salons"\/>/)
  })

  it('show what someone else changed before their text is replaced', async () => {
    const page = await addPage('two', 'Two editors')
    const { user, fill } = await open(pathOf(page))
    await fill(await screen.findByLabelText(/^Introduction/), 'Mine')
    await saveAsOther(page, 'Theirs')
    await user.click(await click('Save draft'))
    await screen.findByText('Someone else changed this. Check what it is now before you apply your change to it.')
    expect(await screen.findByText('Theirs')).toBeTruthy()
    expect(screen.getByLabelText(/^Introduction/)).toHaveProperty('value', 'Mine')
    await user.click(await click('Save draft'))
    await waitForToast('Draft saved.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull())

    await fill(screen.getByLabelText(/^Introduction/), 'Mine again')
    await saveAsOther(page, 'Theirs again')
    await user.click(await click('Save draft'))
    await user.click(await click('Use theirs'))
    await waitFor(() => expect(screen.getByLabelText(/^Introduction/)).toHaveProperty('value', 'Theirs again'))
  })

  it('are restored from the history', async () => {
    const page = await addPage('history', 'With a history')
    await saveAsOther(page, 'Last week')
    await saveAsOther(page, 'Today')
    const { user } = await open(pathOf(page))
    await user.click(await click('History'))
    await user.click(await click('Changes of version 3'))
    const changes = within(await screen.findByRole('list', { name: 'Versions' }))
    expect((await changes.findByText('Last week')).textContent).toBe('Removed: Last week')
    await user.click(await click('Restore version 2'))
    await user.click(await click('Restore'))
    await waitForToast('Version 2 restored as a draft.')
    await waitFor(() => expect(screen.getByLabelText(/^Introduction/)).toHaveProperty('value', 'Last week'))
  })

  it('are scheduled and previewed, and the schedule can be canceled', async () => {
    const page = await addPage('scheduled', 'On a schedule')
    const { user, fill } = await open(pathOf(page))
    const openMenu = async (item: string) => {
      await user.click(await click('More actions'))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await openMenu('Schedule…')
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    await dialog.findByText('Enter a date and time.')
    await fill(dialog.getByLabelText('Publish at'), '2020-01-01T09:00')
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    await dialog.findByText('Choose a time in the future.')
    await fill(dialog.getByLabelText('Publish at'), '2090-01-01T09:00')
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    await waitForToast('Visitors see it from Jan 1, 2090, 9:00 AM.')
    await screen.findByText('Scheduled for Jan 1, 2090, 9:00 AM')
    await waitUntilClosed()
    await openMenu('Cancel the schedule')
    await waitForToast('Schedule canceled.')

    await user.click(await click('Preview'))
    await user.click(await click('Create a link'))
    const link = await screen.findByRole('link', { name: /\/preview\// })
    const path = new URL(link.getAttribute('href') ?? '').pathname
    const visitor = browserOf(app)
    await openShopPage(visitor, path)
    screen.getByRole('heading', { level: 1, name: 'On a schedule' })
    screen.getByText('Preview of a draft. Visitors don’t see it yet.')
    const preview = await visitor.inject({ url: path, headers: { accept: 'text/html' } })
    expect(preview.body).toContain('<meta name="robots" content="noindex"/>')
    expect(preview.body).not.toContain('rel="canonical"')
    expect(preview.headers['cache-control']).toContain('no-store')
    await app().services.connection.pool.query('update content_previews set expires_at = now()')
    await openShopPage(visitor, path)
    screen.getByRole('heading', { level: 1, name: 'This preview has ended' })
  })

  it('are listed with their state, and taken off the store', async () => {
    const page = await addPage('listed', 'In the list')
    await publishAsOther(page)
    const { user } = await open(adminPaths.content)
    await findRow('In the list', '/pages/listed')
    await user.click(screen.getByRole('link', { name: 'In the list' }))
    await user.click(await click('More actions'))
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the store…' }))
    await user.click(await click('Take off the store'))
    await waitForToast('The page is off the store.')
    expect((await browserOf(app).get('/pages/listed.json')).statusCode).toBe(404)
  })

  it('move to another URL', async () => {
    const page = await addPage('moved', 'Moves')
    await publishAsOther(page)
    await addPage('privacy', 'Privacy')
    const { user, fill } = await open(pathOf(page))
    await user.click(await click('Change URL'))
    const dialog = await findDialog()
    await fill(dialog.getByLabelText('Last part of the URL'), 'privacy')
    await user.keyboard('{Enter}')
    await dialog.findByText('Another page has this URL.')
    await fill(dialog.getByLabelText('Last part of the URL'), 'returns')
    await user.keyboard('{Enter}')
    await waitForToast('URL changed.')
    await screen.findByText('/returns')
    const visitor = browserOf(app)
    await openShopPage(visitor, '/pages/moved')
    expect(location.pathname).toBe('/returns')
    screen.getByRole('heading', { level: 1, name: 'Moves' })
    const missing = await visitor.inject({ url: '/pages/nothing', headers: { accept: 'text/html' } })
    expect([missing.statusCode, missing.body.includes('We can’t find that page')]).toEqual([404, true])
  })
})

pageTest('the questions and answers', (app) => {
  it('are ordered and published, and then seen on the help page', async () => {
    const browser = await openStaffBrowser(app, 'manager')
    const question = (id: number, topic: string) => ({
      ...{ id, topic, question: `Question ${id}?`, answer_html: `<p>Answer ${id}.</p>` },
    })
    const questions = [question(1, 'Orders'), question(2, 'Payment'), question(3, 'Orders')]
    const content = { kind: 'faqs', body: { questions } }
    const saved = await browser.post('/admin/content/faqs/save', { content, expected_version: '0' })
    expect(saved.statusCode).toBe(200)
    const { user, fill } = await openAdminPage(browser, adminPaths.faqs)
    await user.click(await screen.findByRole('button', { name: 'Move Question 2? up' }))
    await user.click(screen.getByRole('button', { name: 'Remove Question 3?' }))
    await user.click(screen.getByText('Question 1?'))
    const first = within(
      screen.getAllByRole('listitem').find((item) => item.textContent.includes('Question 1?')) as HTMLElement,
    )
    await fill(first.getByLabelText('Question'), '')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findAllByText('Enter a question.')
    await fill(first.getByLabelText('Question'), 'When?')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await waitForToast('Published.')
    await openShopPage(browserOf(app), '/faqs')
    expect(
      screen
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual(['Payment', 'Orders'])
    await user.click(screen.getByText('When?'))
    expect(screen.getByText('Answer 1.').closest('details')).toHaveProperty('open', true)
  })
})

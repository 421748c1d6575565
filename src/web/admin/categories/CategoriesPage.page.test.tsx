import { screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { CategoryTree } from '#contract/catalog/categories.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const PATH = '/admin/categories'
const topNames = () =>
  [...screen.getByRole('list', { name: 'Categories' }).children].map((item) => item.querySelector('p')?.textContent)

pageTest('the page of categories', (app) => {
  it('adds a category, renames it, moves it below another one and deletes it', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), PATH)
    for (const name of ['Hair', 'Crème Color']) {
      await user.click(await screen.findByRole('button', { name: 'Add category' }))
      const dialog = await findDialog()
      await user.type(dialog.getByLabelText('Name'), `${name}{Enter}`)
      await screen.findByRole('button', { name: `Change ${name}` })
    }
    screen.getByText('creme-color')
    await user.click(screen.getByRole('button', { name: 'Change Crème Color' }))
    const dialog = await findDialog()
    await user.clear(dialog.getByLabelText('Name'))
    await user.type(dialog.getByLabelText('Name'), 'Color')
    const slug = dialog.getByLabelText('URL slug', { exact: false })
    expect((slug as HTMLInputElement).value).toBe('creme-color')
    await user.clear(slug)
    await user.type(slug, 'Not a slug{Enter}')
    await dialog.findByText('Use lowercase letters, digits and single hyphens.')
    await user.clear(slug)
    await user.type(slug, 'color')
    await user.selectOptions(dialog.getByLabelText('Below', { exact: false }), 'Hair')
    await user.click(dialog.getByRole('button', { name: 'Save category' }))
    const below = within(await screen.findByRole('list', { name: 'Below Hair' }))
    below.getByText('color, formerly creme-color')
    expect(screen.queryByRole('button', { name: 'Delete Hair' })).toBeNull()
    await user.click(below.getByRole('button', { name: 'Delete Color' }))
    await findDialog()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Color')).toBeNull())
  })

  it('changes the order by keyboard, and keeps the focus', async () => {
    const { db } = app().services
    await makeCategory(db, { name: 'Tools', position: 100 })
    await makeCategory(db, { name: 'Towels', position: 101 })
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), PATH)
    const up = await screen.findByRole('button', { name: 'Move Towels up' })
    up.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(topNames().slice(-2)).toEqual(['Towels', 'Tools']))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Towels up' }))
  })

  it('merges a category, after showing what someone else changed', async () => {
    const { db } = app().services
    const from = await makeCategory(db, { name: 'Serums' })
    const into = await makeCategory(db, { name: 'Skin care' })
    await makeProduct(db, { categoryId: from.id })
    const other = await openStaffBrowser(app, 'manager')
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), PATH)
    await user.click(await screen.findByRole('button', { name: 'Merge Serums' }))
    const dialog = await findDialog()
    await user.selectOptions(dialog.getByLabelText('Merge into'), 'Skin care')
    const { version } = (await other.get('/admin/categories.json')).json<CategoryTree>()
    const renamed = { name: 'Skin', slug: 'skin-care', parent_id: null, expected_version: version }
    expect((await other.post(`/admin/categories/${into.id}/save`, renamed)).statusCode).toBe(200)
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await dialog.findByText('Skin (skin-care)')
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Merge Serums' })).toBeNull())
    await screen.findByText('skin-care, formerly serums')
  })

  it('gives a category a picture with a description, and removes it', async () => {
    await makeCategory(app().services.db, { name: 'Perms' })
    const browser = await openStaffBrowser(app, 'manager')
    const { user } = await openAdminPage(browser, PATH)
    const readPicture = async () =>
      (await browser.get('/admin/categories.json')).json<CategoryTree>().data.find(({ name }) => name === 'Perms')
        ?.picture
    const openDialog = async () => {
      await user.click(await screen.findByRole('button', { name: 'Change Perms' }))
      return findDialog()
    }
    const dialog = await openDialog()
    const png = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#8a3b2e' } })
      .png()
      .toBuffer()
    await user.upload(
      dialog.getByLabelText(/^Picture/),
      new File([new Uint8Array(png)], 'perm.png', { type: 'image/png' }),
    )
    await user.type(await dialog.findByLabelText(/^Description of the picture/), 'Curls')
    await user.click(dialog.getByRole('button', { name: 'Save category' }))
    await waitUntilClosed()
    expect(await readPicture()).toEqual({ src: expect.stringMatching(/^\/uploads\//), alt: 'Curls' })
    const reopened = await openDialog()
    await user.click(reopened.getByRole('button', { name: 'Remove picture' }))
    await user.click(reopened.getByRole('button', { name: 'Save category' }))
    await waitUntilClosed()
    expect(await readPicture()).toBeNull()
  })

  it('shows clerks the categories without buttons', async () => {
    await openAdminPage(await openStaffBrowser(app, 'clerk'), PATH)
    await screen.findByRole('list', { name: 'Categories' })
    expect(screen.queryByRole('button', { name: /^(Add|Change|Merge|Delete|Move)/ })).toBeNull()
  })
})

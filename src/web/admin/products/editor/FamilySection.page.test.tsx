import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeProduct } from '#test/factories.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the family of a product', (app) => {
  const openAs = async (role: 'clerk' | 'manager', id: number) => {
    const browser = await openStaffBrowser(app, role)
    return { browser, ...(await openAdminPage(browser, `/admin/products/${id}`)) }
  }
  const button = (name: string) => screen.findByRole('button', { name })
  const members = async () =>
    within(await screen.findByRole('list', { name: 'Members of the family' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  const makeFamily = async () => {
    const { id } = await makeProduct(app().services.db, { name: 'Gel Polish' })
    const browser = await openStaffBrowser(app, 'manager')
    const member = (product_id: number | null, option_value: string) => ({ product_id, option_value, swatch: null })
    const members = [member(id, 'Red'), member(null, 'Nude'), member(null, 'Plum')]
    const body = { name: 'Polish', option_name: 'Shade', canonical: 0, members }
    expect((await browser.post('/admin/products/families/add', body)).statusCode).toBe(200)
    return id
  }

  it('is made by typing its shades', async () => {
    const { id } = await makeProduct(app().services.db, { name: 'Gel Polish' })
    const { user } = await openAs('manager', id)
    await user.click(await button('Make a family'))
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Shade'), 'Red')
    await user.type(dialog.getByLabelText(/^New values/), 'Nude, Plum, Coral, Rose')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitUntilClosed()
    expect(await members()).toEqual(['RedMain', 'Nudedraft', 'Plumdraft', 'Coraldraft', 'Rosedraft'])
  })

  it('is edited', async () => {
    const { user } = await openAs('manager', await makeFamily())
    await user.click(await button('Edit family'))
    const edit = await findDialog()
    await user.click(edit.getByRole('button', { name: 'Remove Plum' }))
    await user.click(edit.getByRole('button', { name: 'Move Nude up' }))
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await waitUntilClosed()
    expect(await members()).toEqual(['Nudedraft', 'RedMain'])
  })

  it('takes in an existing product that is not for sale yet', async () => {
    const { db } = app().services
    const id = await makeFamily()
    await makeProduct(db, { name: 'Velvet Topcoat', active: false })
    const { user } = await openAs('manager', id)
    await user.click(await button('Edit family'))
    const edit = await findDialog()
    await user.type(edit.getByLabelText('Add an existing product'), 'velvet')
    await user.click(await screen.findByRole('option', { name: /Velvet Topcoat/ }))
    await edit.findByRole('button', { name: 'Remove Velvet Topcoat' })
  })

  it('stays open when the product changes, which the editor shows after it is closed', async () => {
    const id = await makeFamily()
    const browser = await openStaffBrowser(app, 'manager')
    const { user } = await openAs('manager', id)
    await user.click(await button('Edit family'))
    const edit = await findDialog()
    const { promise: refetched, resolve } = Promise.withResolvers<void>()
    interceptRequests(new RegExp(`/admin/products/${id}\\.json`), async (send) => {
      const response = await send()
      resolve()
      return response
    })
    const { version } = (await browser.get(`/admin/products/${id}.json`)).json()
    const body = { fields: { price: 77 }, expected_version: version }
    expect((await browser.post(`/admin/products/${id}/save`, body)).statusCode).toBe(200)
    await refetched
    await user.type(edit.getByLabelText('Family name'), ' 2')
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await waitUntilClosed()
    await screen.findByText('Polish 2')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Price' })).toHaveProperty('value', '77.00'))
  })

  it('is dissolved', async () => {
    const { user } = await openAs('manager', await makeFamily())
    await user.click(await button('Dissolve…'))
    await user.click((await findDialog()).getByRole('button', { name: 'Dissolve' }))
    await button('Make a family')
  })

  it('shows a refusal at its field', async () => {
    const { db } = app().services
    const { id } = await makeProduct(db, { name: 'Gel Polish' })
    const { user } = await openAs('manager', id)
    await user.click(await button('Make a family'))
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Enter what sets this product apart, such as its shade.')
  })

  it('is read by a clerk', async () => {
    const { id } = await makeProduct(app().services.db, { name: 'Gel Polish' })
    const manager = await openStaffBrowser(app, 'manager')
    const member = { product_id: id, option_value: 'Red', swatch: null }
    const body = { name: 'Polish', option_name: 'Shade', canonical: 0, members: [member] }
    expect((await manager.post('/admin/products/families/add', body)).statusCode).toBe(200)
    await openAs('clerk', id)
    expect(await members()).toEqual(['RedMain'])
    expect(screen.queryByRole('button', { name: 'Edit family' })).toBeNull()
  })
})

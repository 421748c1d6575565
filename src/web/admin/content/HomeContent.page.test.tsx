import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Home, Shop } from '#contract/content/calls.ts'
import { browserOf } from '#test/browser.ts'
import { makePicture, makeProduct } from '#test/factories.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the editors of the home page', (app) => {
  const open = async (document: string) => {
    const browser = await openStaffBrowser(app, 'manager')
    return { browser, ...(await openAdminPage(browser, `/admin/content/${document}`)) }
  }
  const readHome = async () => (await browserOf(app).get('/home.json')).json<Home>()
  const readShop = async () => (await browserOf(app).get('/shop.json')).json<Shop>()
  const publish = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull())
  }
  const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })

  it('adds slides with pictures of the library, and orders them by keyboard', async () => {
    await makePicture(app().services.connection, { file: 'autumn', alt: 'Leaves in a jar' })
    const { user } = await open('slides')
    await screen.findByText('No slides yet')
    for (const heading of ['Autumn', 'Winter']) {
      await user.click(screen.getByRole('button', { name: 'Add slide' }))
      const item = within(screen.getAllByRole('listitem').at(-1) as HTMLElement)
      await user.click(item.getByRole('button', { name: /^Choose picture/ }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Choose a picture' }))
      await user.click(await dialog.findByRole('button', { name: 'Leaves in a jar' }))
      await user.click(
        within(await item.findByRole('group', { name: 'In view on phones' })).getByLabelText('top, left'),
      )
      await user.type(item.getByRole('textbox', { name: 'Heading' }), heading)
      await user.type(item.getByRole('textbox', { name: 'Text of the button' }), 'Shop')
      await user.type(item.getByRole('textbox', { name: 'Link of the button' }), '/packages')
    }
    await user.click(screen.getByRole('button', { name: 'Move Winter up' }))
    await publish(user)
    const { slides } = await readHome()
    expect(slides.map(({ heading }) => heading)).toEqual(['Winter', 'Autumn'])
    expect(slides[0]?.image).toEqual({
      ...{ src: '/uploads/autumn', alt: 'Leaves in a jar', widths: [320, 640, 960, 1280] },
      ...{ focus: { x: 50, y: 50 }, phone_focus: { x: 25, y: 25 } },
    })
  })

  it('refuses a slide without a picture at its field', async () => {
    const { user } = await open('slides')
    await user.click(await screen.findByRole('button', { name: 'Add slide' }))
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findByText('Choose a picture.')
    expect(screen.getByText('Enter a heading.')).toBeTruthy()
  })

  it('schedules a notice for the pages of products', async () => {
    const { user } = await open('notices')
    await user.click(await screen.findByRole('button', { name: 'Add notice' }))
    await user.type(field('Title'), 'Closed on Monday')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Page' }), 'Product pages and lists')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Shown again once closed' }), 'The next day')
    await user.type(screen.getByLabelText(/^Shown until/), '2090-01-02T09:00')
    await publish(user)
    expect((await readShop()).notices).toMatchObject([
      { title: 'Closed on Monday', page: 'products', repeat: 'day', action_label: null },
    ])
    await screen.findByText(/^Shown until Jan 2, 2090/)
  })

  it('changes the line above the header', async () => {
    const { user } = await open('announcement')
    const text = await screen.findByRole('textbox', { name: /^Text/ })
    await user.clear(text)
    await user.type(text, 'Free pickup this week')
    await publish(user)
    expect((await readShop()).announcement).toEqual({ text: 'Free pickup this week', link: '' })
  })

  it('adds, fills and moves sections of the home page', async () => {
    await makeProduct(app().services.db, { name: 'Brow wax', sku: 'BW-1' })
    const { user } = await open('home')
    await user.type(await screen.findByRole('textbox', { name: /^One line about the shop/ }), 'Supplies for brows')
    await user.click(screen.getByRole('button', { name: 'Add section' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Products' }))
    const section = within(screen.getByRole('listitem', { name: 'Products 3' }))
    await user.type(section.getByRole('textbox', { name: 'Heading' }), 'For brows')
    await user.selectOptions(section.getByRole('combobox', { name: 'Products' }), 'Chosen products')
    await user.type(section.getByRole('combobox', { name: 'Add a product' }), 'BW-1')
    await user.click(await screen.findByRole('option', { name: /Brow wax/ }))
    await user.click(section.getByRole('button', { name: 'Move Products 3 up' }))
    await publish(user)
    const { promise, sections } = await readHome()
    expect(promise).toBe('Supplies for brows')
    expect(sections.map(({ type, heading }) => [type, heading])).toEqual([
      ['products', 'Featured products'],
      ['products', 'For brows'],
      ['posts', 'Newest posts'],
    ])
    expect(sections[1]).toMatchObject({ products: [{ name: 'Brow wax' }] })
  })
})

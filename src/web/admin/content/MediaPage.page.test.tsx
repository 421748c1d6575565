import { screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makePicture, makeProduct } from '#test/factories.ts'
import { openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const PATH = '/admin/content/media'

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const pictureFile = async (name: string) => {
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#8a3b2e' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

pageTest('the media library', (app) => {
  const open = async (path = PATH) => {
    const browser = await openStaffBrowser(app, 'manager')
    return { browser, ...(await openAdminPage(browser, path)) }
  }
  const tiles = () => within(screen.getByRole('list', { name: 'Pictures' })).getAllByRole('listitem')

  it('starts empty, and adds several pictures, with the error of one that is none', async () => {
    const { user } = await open()
    await screen.findByText('No pictures yet')
    const notes = new File(['Not a picture'], 'notes.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText('Add pictures'), [
      await pictureFile('Jar.png'),
      notes,
      await pictureFile('Brush.png'),
    ])
    await screen.findByText('Uploaded 2.')
    await waitFor(() => expect(tiles()).toHaveLength(2))
    screen.getByText('This isn’t a JPEG, PNG, WebP, AVIF or GIF picture.')
    await user.click(screen.getByRole('button', { name: 'Dismiss notes.png' }))
    expect(screen.queryByText('notes.png')).toBeNull()
    expect(tiles().every(({ textContent }) => textContent?.includes('Unused · No alt text'))).toBe(true)
    await user.type(screen.getByLabelText('File name or alt text'), 'jar')
    await waitFor(() => expect(tiles()).toHaveLength(1))
  })

  it('changes the alt text, after showing what someone else wrote, and deletes an unused picture', async () => {
    const id = await makePicture(app().services.connection, { alt: 'Serum' })
    const { user, browser } = await open()
    await user.click(await screen.findByRole('link', { name: /^Serum/ }))
    const drawer = await findDialog('Picture')
    await drawer.findByText('Nothing shows this picture.')
    await user.click(drawer.getByRole('button', { name: 'Change alt text' }))
    const dialog = await findDialog('Alt text')
    await browser.post(`${PATH}/${id}/save`, { alt: 'Toner', expected_version: '1' })
    const field = dialog.getByRole('textbox')
    await user.clear(field)
    await user.type(field, 'Serum in a glass jar{Enter}')
    await dialog.findByText('Toner')
    await user.click(dialog.getByRole('button', { name: 'Save alt text' }))
    await waitForToast('Alt text saved.')
    await drawer.findByText('Serum in a glass jar')
    await user.click(drawer.getByRole('button', { name: 'Delete' }))
    await user.click((await findDialog('Delete Serum in a glass jar')).getByRole('button', { name: 'Delete picture' }))
    await waitForToast('Picture deleted.')
    await waitFor(() => expect(screen.queryByText('Serum in a glass jar')).toBeNull())
  })

  it('replaces a picture where it is used, and says why it cannot be deleted', async () => {
    const { id } = await makeProduct(app().services.db, { name: 'Clay mask', images: ['clay-mask'] })
    const { rows } = await app().services.connection.pool.query(`select id from pictures where file = 'clay-mask'`)
    const { user, browser } = await open(`${PATH}?picture=${rows[0].id}`)
    const drawer = await findDialog('Picture')
    expect((await drawer.findByRole('link', { name: 'Clay mask' })).getAttribute('href')).toBe(`/admin/products/${id}`)
    expect(drawer.queryByRole('button', { name: 'Delete' })).toBeNull()
    drawer.getByText('It’s in use. Remove it from these places first.')
    await user.click(drawer.getByRole('button', { name: 'Replace everywhere' }))
    const dialog = await findDialog('Replace everywhere')
    await user.upload(dialog.getByLabelText('New picture'), await pictureFile('Mask.png'))
    await user.click(dialog.getByRole('button', { name: 'Replace in 1 place' }))
    await waitForToast('Picture replaced.')
    await waitUntilClosed('Replace everywhere')
    await drawer.findByText('Mask')
    const product = (await browser.get(`/packages/${id}.json`)).json()
    expect(product.image.src).toMatch(/^\/uploads\/[0-9a-f]{32}$/)
  })
})

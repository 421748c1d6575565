import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const pictureFile = async (name: string, background: string) => {
  const bytes = await sharp({ create: { width: 300, height: 60, channels: 4, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

pageTest('the editor of the brand', (app) => {
  const open = async () => {
    const browser = await openStaffBrowser(app, 'owner')
    const page = await openAdminPage(browser, adminPaths.brand)
    await screen.findByRole('radio', { name: 'Copper, as designed' })
    return { browser, ...page }
  }
  const readPage = async (path = '/packages') => {
    await app().services.settings.reload()
    return (await app().app.inject({ url: path, headers: { accept: 'text/html' } })).body
  }
  const preview = (theme: 'Light' | 'Dark') => within(screen.getByRole('figure', { name: `${theme} pages` }))
  const publish = () => screen.findByRole('button', { name: 'Publish' })
  const hasDraft = () => screen.queryByRole('button', { name: 'Publish' }) !== null

  it('publishes a color only with consent to the shades in which it is legible', async () => {
    const { user, fill } = await open()
    await user.click(screen.getByRole('radio', { name: 'Your own color' }))
    await fill(screen.getByRole('textbox', { name: 'Color' }), '#F5C518')
    await screen.findByText(
      'Light pages: #8d6f00 instead. The contrast of your color is 1.4:1 with the page, and must be 3:1. ' +
        'The new one has 4:1 with the page and 4.5:1 with the text on it.',
    )
    screen.getByText(/^Dark pages: your color as it is\./)
    expect(await readPage()).not.toContain('--color-accent')
    await user.click(await publish())
    await screen.findAllByText('Allow the adjusted shades, or choose another color.')
    const consent = () => screen.getByRole('checkbox', { name: /^Use the adjusted shades/ })
    await waitFor(() => expect(document.activeElement).toBe(consent()))
    await user.click(consent())
    await user.click(await publish())
    await waitFor(() => expect(hasDraft()).toBe(false))
    const html = await readPage()
    expect(html).toContain('--color-accent:#8d6f00')
    expect(html).toContain('--color-accent:#f5c518')

    // Consent to one color is none to another.
    await fill(screen.getByRole('textbox', { name: 'Color' }), '#00ffff')
    expect(consent()).toHaveProperty('checked', false)
    await fill(screen.getByRole('textbox', { name: 'Color' }), 'blue')
    await user.click(await publish())
    await screen.findAllByText('Enter a color such as #8a3b2e.')
  })

  it('uploads a logo, refuses a drawing, and shows both on pages', async () => {
    const { user } = await open()
    // Browsers let people choose any file.
    await userEvent
      .setup({ applyAccept: false })
      .upload(
        screen.getByLabelText('Your logo'),
        new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' }),
      )
    await screen.findAllByText('logo.svg is not a supported file type.')
    await user.upload(screen.getByLabelText('Your logo'), await pictureFile('logo.png', '#0044ff'))
    await screen.findByRole('img', { name: 'Your logo, as uploaded' })
    await user.upload(screen.getByLabelText('Logo for dark pages'), await pictureFile('dark.png', '#88aaff'))
    await screen.findByRole('img', { name: 'Logo for dark pages, as uploaded' })
    await user.click(screen.getByRole('radio', { name: /^Your logo/ }))
    await user.click(screen.getByRole('radio', { name: /^Jost/ }))
    await user.click(await publish())
    await waitFor(() => expect(hasDraft()).toBe(false))
    const html = await readPage()
    expect(html).toMatch(/<img src="\/logo\.png\?v=\w{10}" alt="Salonfront" width="300" height="60"/)
    expect(html).toMatch(/<source media="screen and \(prefers-color-scheme: dark\)" srcSet="\/logo-dark\.png/)
    expect(html).toContain('--font-display:"Jost"')
    expect(html).toContain('href="/icon-192.png?v=')
    const logo = await app().app.inject('/logo.png')
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 300, height: 60 })

    await user.click(screen.getByRole('button', { name: 'Remove your logo' }))
    expect(screen.queryByLabelText('Logo for dark pages')).toBeNull()
    await user.click(await publish())
    await waitFor(() => expect(hasDraft()).toBe(false))
    expect(await readPage()).not.toContain('/logo.png')
    expect((await app().app.inject('/logo.png')).statusCode).toBe(404)
  })

  it('shows the look in both themes, in an email and on an invoice before it is saved', async () => {
    const { browser, user } = await open()
    expect(preview('Light').getByText('Add to bag')).toBeTruthy()
    expect(preview('Dark').getByText('Add to bag')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Your own color' }))
    const brand = JSON.stringify({
      ...{ logo: null, logo_dark: null, icon: 'letter', accent: '#f5c518', accent_adjusted: true },
      display_font: 'jost',
    })
    const mail = await browser.post('/admin/content/brand/preview.html', { brand })
    expect(mail.body).toContain('background:#8d6f00')
    expect(mail.headers['content-security-policy']).toContain('sandbox')
    const invoice = await browser.post('/admin/content/brand/preview.pdf', { brand })
    expect([invoice.statusCode, invoice.headers['content-type']]).toEqual([200, 'application/pdf'])
    for (const wrong of ['', '{', '[]', '{"accent":"red"}', '['.repeat(1000)]) {
      expect((await browser.post('/admin/content/brand/preview.html', { brand: wrong })).statusCode).toBe(422)
    }
    const clerk = await openStaffBrowser(app, 'clerk')
    expect((await clerk.post('/admin/content/brand/preview.html', { brand })).statusCode).toBe(403)
  })
})

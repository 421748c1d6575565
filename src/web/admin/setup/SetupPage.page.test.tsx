import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { beginSetup } from '#server/setup/begin-setup.ts'
import { makeProduct } from '#test/factories.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the setup of a store', (app) => {
  const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
  const open = async (step?: string) =>
    openAdminPage(await openStaffBrowser(app, 'owner'), step ? `${adminPaths.setup}?step=${step}` : adminPaths.setup)
  const setting = (key: 'shop_name' | 'shop_phone' | 'open_to_visitors') => app().services.settings.get(key)

  it('goes from step to step, keeps what was entered, and continues where it was left', async () => {
    await inTransaction(app().services.db, beginSetup)
    await app().services.settings.reload()
    const { user } = await open()
    await screen.findByText('1 of 12 done')
    await user.click(screen.getByRole('link', { name: 'Continue' }))
    await heading('Store name')
    const name = await screen.findByRole('textbox', { name: 'Store name' })
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Save and continue' }))
    await screen.findByText('This must be one line of 1 to 255 characters.')
    await user.type(name, 'Lily & Co{Enter}')
    await heading('Store email and phone number')
    expect(setting('shop_name')).toBe('Lily & Co')
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'not an email')
    await user.click(screen.getByRole('button', { name: 'Save and continue' }))
    await screen.findByText('This must be an email address, or blank.')
    await user.click(screen.getByRole('link', { name: 'Skip for now' }))
    await heading('Pickup location')

    await open()
    await screen.findByText('3 of 12 done')
    expect((await screen.findByRole('link', { name: /^Store name/ })).textContent).toContain('done')
  })

  it('applies shipping rates from a template, one tax and the template of the terms', async () => {
    const { user } = await open('shipping')
    await user.click(await screen.findByRole('radio', { name: 'One price everywhere' }))
    await user.click(screen.getByRole('button', { name: 'Use these rates and continue' }))
    await screen.findByText('Enter an amount.')
    await user.type(await screen.findByRole('textbox', { name: 'Price per order' }), '9.50{Enter}')
    await heading('Taxes')
    await screen.findByRole('option', { name: 'New Jersey' })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'NJ')
    await user.type(await screen.findByRole('textbox', { name: 'Percent' }), '6.625{Enter}')
    await heading('Terms')
    const terms = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
    expect(terms.value).toContain('Lily & Co')
    await user.click(screen.getByRole('button', { name: 'Publish and continue' }))
    await heading('Mail server')
  })

  it('shows why the mail server refused a test email', async () => {
    const { user } = await open('mail')
    await user.type(await screen.findByRole('textbox', { name: 'Server' }), '127.0.0.1')
    const port = await screen.findByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '1')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Encryption' }), 'none')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Send a test email' }))
    await screen.findByText(/The mail server didn’t take the email: .*ECONNREFUSED/)
  })

  it('places a test order and opens the store', async () => {
    await makeProduct(app().services.db, { name: 'Steam Brush', priceCents: 2000 })
    const { user } = await open('test_order')
    await user.click(await screen.findByRole('button', { name: 'Place a test order' }))
    const receipt = within(await screen.findByRole('region', { name: 'It worked' }))
    receipt.getByText('1 × Steam Brush')
    receipt.getByText('Paid and picked up.')
    await open('open')
    await screen.findByText('Not done yet:')
    await user.click(screen.getByRole('button', { name: 'Open the store' }))
    await screen.findByText('Your store is open. Everyone can see it and order.')
    await waitFor(() => expect(setting('open_to_visitors')).toBe(true))
  })
})

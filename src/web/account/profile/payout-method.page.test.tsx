import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openShopPage, pageTest } from '#test/page.tsx'
import { setPayoutMethods } from '#test/payouts.ts'
import { signUp } from '#test/sign-up.ts'

pageTest('the payout method', (app) => {
  it('is changed only with the current password', async () => {
    const member = await signUp(app, 'payee@example.com')
    await setPayoutMethods(app().services.connection)
    const { user, fill } = await openShopPage(member, '/account/payouts')
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await fill(screen.getByRole('textbox', { name: 'Phone number' }), 'soon')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const password = screen.getByLabelText('Current Password')
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
    await user.type(password, 'not my password')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByRole('alert')).not.toEqual([])
    const method = await app().services.connection.pool.query('select destination from payout_methods')
    expect(method.rows).toEqual([{ destination: expect.stringMatching(/^\(201\) 555-01/) }])
  })
})

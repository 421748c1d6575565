import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { signUp } from '#test/sign-up.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the contact page', (app) => {
  const listSubjects = async () => {
    const staff = await openStaffBrowser(app, 'clerk')
    return (await staff.get('/admin/messages.json')).json().data.map(({ subject }: { subject: string }) => subject)
  }

  it('names what is missing, sends the message and empties the form', async () => {
    const { user, fill } = await openShopPage(browserOf(app), '/contact')
    await user.click(await screen.findByRole('button', { name: 'Send message' }))
    await screen.findByText('Enter your name.')
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    await fill(screen.getByLabelText('Name'), 'Ana Gomez')
    await fill(screen.getByLabelText('Email'), 'ana@example.com')
    await fill(screen.getByLabelText('Subject'), 'Shades')
    await fill(screen.getByLabelText('Message'), 'Which shades?')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    await screen.findByText(/Your message is on its way/)
    expect(screen.getByLabelText('Message')).toHaveProperty('value', '')
    expect(await listSubjects()).toEqual(['Shades'])
  })

  it('fills in who is signed in, and thanks after a form without scripts', async () => {
    await openShopPage(await signUp(app, 'writer@example.com'), '/contact?sent=1')
    await screen.findByText(/Your message is on its way/)
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveProperty('value', 'writer@example.com'))
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ana Reyes')
  })
})

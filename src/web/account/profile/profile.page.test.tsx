import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { signInNewMember } from '#test/member.ts'
import { openShopPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { holdPageRequests, interceptRequests } from '#test/page-requests.ts'
import { PASSWORD, signIn, signUp } from '#test/sign-up.ts'

const TRY_AGAIN = 'There is an error, please try again later.'
const NEW_PASSWORD = 'lavender tubes 10'

pageTest('the pages of an account', (app) => {
  const openAs = async (email: string, path: string) => {
    const browser = await signUp(app, email)
    return { browser, ...(await openShopPage(browser, path)) }
  }
  const findMenu = async () => within(await screen.findByRole('navigation', { name: 'My Account' }))
  /** The light DOM does not show the state with which a form starts. */
  const chooseState = (user: UserEvent, field: HTMLElement) => user.selectOptions(field, 'New Jersey')
  const listAddresses = () => [...document.querySelectorAll('main address')].map(({ textContent }) => textContent)
  const refuse = (url: RegExp, status: number) => {
    let isRefusing = true
    interceptRequests(url, async (send) =>
      isRefusing ? Response.json({ title: 'No', status, detail: 'The service is unavailable.' }, { status }) : send(),
    )
    return () => {
      isRefusing = false
    }
  }
  /** Answers the questions and messages of the browser with OK; returns their texts. */
  function acceptPrompts(): string[] {
    const messages: string[] = []
    const accept = (message?: string) => {
      messages.push(message ?? '')
      return true
    }
    vi.stubGlobal('confirm', accept)
    vi.stubGlobal('alert', accept)
    return messages
  }

  it('redirect a guest to the login, which returns to the page', async () => {
    const { path } = await openShopPage(browserOf(app), '/account/orders?page=2')
    expect(path()).toBe('/login?next=%2Faccount%2Forders%3Fpage%3D2')
  })

  it.each([
    ['My PVs', 'points'],
    ['My Posts', 'posts'],
    ['My License', 'license'],
  ])('redirect to the login when the session ends before %s is opened', async (name, page) => {
    const { user, browser, path } = await openAs(`ended-${page}@example.com`, '/account/addresses')
    await waitFor(() => expect(listAddresses()).toHaveLength(1))
    browser.jar.delete('session')
    await user.click((await findMenu()).getByRole('link', { name }))
    await screen.findByLabelText('Password')
    expect(path()).toBe(`/login?next=%2Faccount%2F${page}`)
  })

  it('save a changed name, add an address and remove the addresses', async () => {
    const messages = acceptPrompts()
    const { user, fill } = await openAs('account@example.com', '/faqs')
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Account' }))
    await screen.findByRole('heading', { level: 1, name: 'Account information' })
    const menu = await findMenu()
    expect(menu.getByText('Account information').getAttribute('aria-current')).toBe('page')
    await fill(await screen.findByLabelText('First Name'), '')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('First Name is required.')
    await fill(screen.getByLabelText('First Name'), 'Anna')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved Successfully.')

    await user.click(menu.getByRole('link', { name: 'My Addresses' }))
    await waitFor(() => expect(listAddresses()).toEqual([expect.stringContaining('1 Main Street')]))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Zip Code is required.')
    for (const [label, text] of Object.entries({
      'First Name': 'Ana',
      'Last Name': 'Reyes',
      'Phone Number': '2015550111',
      Company: 'Kim & Daughters',
      Address: '2 <i>Side</i> Street',
      City: 'Tenafly',
      'Zip Code': '07670',
    })) {
      await fill(dialog.getByLabelText(label, { exact: label !== 'Company' }), text)
    }
    await user.selectOptions(dialog.getByLabelText('State'), 'New Jersey')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(listAddresses()).toEqual([
        expect.stringContaining('1 Main Street'),
        expect.stringContaining('Kim & Daughters2 <i>Side</i> Street'),
      ]),
    )
    const removeButton = screen.getByRole('button', { name: 'Remove 1 Main Street' })
    removeButton.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(listAddresses()).toHaveLength(1))
    expect(messages).toEqual(['Are you sure to remove this address?'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Remove/ }))
    await screen.findByText('1 Main Street was removed.')
    await user.keyboard('{Enter}')
    await screen.findByText('No Address found')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' }))

    await user.click((await findMenu()).getByRole('link', { name: 'My Orders' }))
    await screen.findByText(/^You have no orders yet\./)
  })

  it('ask about a ZIP code of another state, and save the chosen state', async () => {
    const { user, fill } = await openAs('zip@example.com', '/account/addresses')
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }))
    await chooseState(user, dialog.getByLabelText('State'))
    const zip = dialog.getByLabelText('Zip Code')
    await fill(zip, '90210')
    const question = (await dialog.findByText(/ZIP 90210 is in California\./)).closest('[role=status]') as HTMLElement
    within(question).getByRole('button', { name: 'Use it anyway' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(zip))
    await fill(zip, '90211')
    await dialog.findByText(/ZIP 90211 is in California\./)
    dialog.getByRole('button', { name: 'Change the state to California' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('State')))
    dialog.getByRole('button', { name: 'Save' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(listAddresses()).toEqual([expect.stringContaining('CA 90211')]))
    await waitUntilClosed('Address')
  })

  it('say that an address could not be saved or removed', async () => {
    const { user, post, browser } = await openAs('address-fails@example.com', '/account/addresses')
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    const accept = refuse(/\/account\/address\//, 500)
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }))
    await chooseState(user, dialog.getByLabelText('State'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(TRY_AGAIN)
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Address' })).toBeNull())

    const messages = acceptPrompts()
    await user.click(screen.getByRole('button', { name: /^Remove/ }))
    await waitFor(() =>
      expect(messages).toEqual(['Are you sure to remove this address?', "You can't remove this address"]),
    )
    expect(listAddresses()).toHaveLength(1)

    // Removed in another tab in the meantime.
    accept()
    const { addresses } = (await browser.get('/account/user.json')).json()
    expect((await post('/account/address/remove', { address_id: addresses[0].id })).statusCode).toBe(200)
    await user.click(screen.getByRole('button', { name: /^Remove/ }))
    await screen.findByText('No Address found')
  })

  it('say that the profile or the password could not be saved', async () => {
    const { user, fill, browser, navigate } = await openAs('profile-fails@example.com', '/account')
    const accept = refuse(/\/account\/(profile|password)\//, 500)
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe(TRY_AGAIN)
    await navigate('/account/password')
    await fill(await screen.findByLabelText('Current Password'), PASSWORD)
    await fill(screen.getByLabelText('New Password'), NEW_PASSWORD)
    await fill(screen.getByLabelText('Password Confirmation'), NEW_PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe(TRY_AGAIN)

    await navigate('/account')
    accept()
    await screen.findByLabelText('First Name')
    browser.jar.delete('session')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Please log in.')
    const alert = screen.getByRole('alert')
    expect([...alert.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      TRY_AGAIN,
      'Please log in.',
    ])
  })

  it('sign out the other browser when the password is changed, and keep this page working', async () => {
    const email = 'two-browsers@example.com'
    const { user, fill } = await openAs(email, '/account/password')
    const other = browserOf(app)
    await signIn(other, email)
    await fill(await screen.findByLabelText('Current Password'), 'not the password')
    await fill(screen.getByLabelText('New Password'), NEW_PASSWORD)
    await fill(screen.getByLabelText('Password Confirmation'), NEW_PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your passowrd is not correct.')
    await fill(screen.getByLabelText('Current Password'), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const notice = await screen.findByText(/^Your password was changed\./)
    await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true))
    // The page uses the new session's token on any path.
    await user.click((await findMenu()).getByRole('link', { name: 'My Addresses' }))
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }))
    await fill(dialog.getByLabelText('City'), 'Tenafly')
    await chooseState(user, dialog.getByLabelText('State'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(listAddresses()).toEqual([expect.stringContaining('Tenafly')]))

    const { path } = await openShopPage(other, '/account/addresses')
    expect(path()).toMatch(/^\/login\?next=/)
    const loginPath = path()
    // In another tab of that browser.
    const third = await openShopPage(other, '/login')
    await third.fill(within(screen.getByRole('main')).getByLabelText('Email Address'), email)
    await third.fill(screen.getByLabelText('Password'), NEW_PASSWORD)
    await third.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(third.path()).toBe('/'))
    // After that, the first tab still works.
    const first = await openShopPage(other, loginPath)
    await first.user.click(await screen.findByRole('link', { name: 'Continue' }))
    await screen.findByRole('heading', { level: 1, name: 'My Addresses' })
  })

  it('offer My Orders to a franchise, but not to a member', async () => {
    const franchise = await signInNewMember(app, () => app().services.connection, { type: 'franchise' })
    await openShopPage(franchise, '/account')
    ;(await findMenu()).getByRole('link', { name: 'My Orders' })
    await openShopPage(await signInNewMember(app, () => app().services.connection), '/account')
    const menu = await findMenu()
    menu.getByRole('link', { name: 'My Addresses' })
    expect(menu.queryByRole('link', { name: 'My Orders' })).toBeNull()
  })

  it('show only a spinner until the user is loaded', async () => {
    const { navigate } = await openAs('spinner@example.com', '/faqs')
    const release = holdPageRequests(/\/account\/user\.json/)
    await navigate('/account')
    const main = within(screen.getByRole('main'))
    await main.findByText('Loading your account')
    expect(main.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'My Account' })).toBeNull()
    release()
    expect(await main.findByLabelText('First Name')).toHaveProperty('value', 'Ana')
  })
})

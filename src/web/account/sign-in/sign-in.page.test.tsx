import { screen, waitFor, within } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { type Browser, browserOf } from '#test/browser.ts'
import { readInvitationToken } from '#test/invitations.ts'
import { createMailbox } from '#test/mailbox.ts'
import { signInNewMember } from '#test/member.ts'
import { childForm, registrationForm } from '#test/member-forms.ts'
import { findDialog, openAdminPage, openShopPage, pageTest } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { findRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { PASSWORD, signUp } from '#test/sign-up.ts'
import { openStaffBrowser } from '#test/staff.ts'

const NEW_PASSWORD = 'lavender tubes 10'
const TRY_AGAIN = 'There is an error, please try again later.'

type ShopPage = Awaited<ReturnType<typeof openShopPage>>

pageTest('signing in and emailed links', (app) => {
  const connection = () => app().services.connection
  const main = () => within(screen.getByRole('main'))
  const banner = () => within(screen.getByRole('banner'))
  const findAlert = async () => (await screen.findByRole('alert')).textContent
  const answerWith = (url: RegExp, status: number, detail: string) =>
    interceptRequests(url, async () => Response.json({ title: 'No', status, detail }, { status }))

  async function fillLogin({ user, fill }: ShopPage, email: string, password = PASSWORD): Promise<void> {
    await fill(await main().findByLabelText('Email Address'), email)
    await fill(main().getByLabelText('Password'), password)
    await user.click(main().getByRole('button', { name: 'Login' }))
  }
  async function openLoginDialog({ user }: ShopPage) {
    await user.click(banner().getByRole('link', { name: 'Login' }))
    return within(await screen.findByRole('dialog', { name: 'Login' }))
  }
  async function savePassword({ user, fill }: ShopPage, password: string, confirmation = password): Promise<void> {
    await fill(await screen.findByLabelText('Password'), password)
    await fill(screen.getByLabelText('Password Confirmation'), confirmation)
    await user.click(screen.getByRole('button', { name: 'Save Password' }))
  }
  async function fillRegistration({ user, fill }: ShopPage, email: string): Promise<void> {
    for (const [label, text] of Object.entries({
      'First Name': 'Ana',
      'Last Name': 'Reyes',
      'Email Address': email,
      'Phone Number': '2015550100',
      'Cosmetology Id': 'NJ-4471',
      Address: '1 Main Street',
      City: 'Englewood',
      'Zip Code': '07631',
    })) {
      await fill(main().getByLabelText(label), text)
    }
    await user.selectOptions(main().getByLabelText('State'), 'New Jersey')
  }

  it('set the first password of a new member, who continues to the requested page', async () => {
    const email = 'member@example.com'
    const mailbox = createMailbox(app)
    const browser = browserOf(app)
    const registration = await openShopPage(browser, '/register')
    await fillRegistration(registration, email)
    expect(main().getByLabelText('Phone Number')).toHaveProperty('value', '(201) 555-0100')
    await registration.user.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText(/^Thank you for registering\./)

    const token = await mailbox.findToken(email, 'set_password')
    const page = await openShopPage(browser, `/password/reset/${token}`)
    expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer')
    await savePassword(page, PASSWORD, 'another one')
    await screen.findByText('Password Confirmation is not match to password.')
    await savePassword(page, PASSWORD)
    await screen.findByText(/^Your password is saved\./)

    const login = await openShopPage(browser, '/login?next=/faqs')
    await fillLogin(login, email)
    await waitFor(() => banner().getByRole('link', { name: 'My Account' }))
    expect(login.path()).toBe('/faqs')
  })

  it('say why a registration is refused', async () => {
    const page = await openShopPage(browserOf(app), '/register')
    await fillRegistration(page, 'refused@example.com')
    answerWith(/\/register$/, 422, 'Registration is closed today.')
    await page.user.click(screen.getByRole('button', { name: 'Register' }))
    expect((await main().findByRole('alert')).textContent).toBe('Registration is closed today.')
  })

  it('request a new password in the dialog', async () => {
    const page = await openShopPage(browserOf(app), '/packages')
    const login = await openLoginDialog(page)
    await page.user.click(login.getByRole('button', { name: 'Forgot password?' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Forgot Password' }))
    await page.user.click(dialog.getByRole('button', { name: 'Send Link' }))
    await dialog.findByText('Email Address is required')
    await page.fill(dialog.getByLabelText('Email Address'), 'nobody@example.com')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let requestCount = 0
    interceptRequests(/\/password\/forgot/, async (send) => {
      requestCount++
      await released
      return send()
    })
    await page.user.keyboard('{Enter}')
    expect(await dialog.findByRole('button', { name: 'Sending…' })).toHaveProperty('disabled', true)
    await page.user.keyboard('{Enter}')
    release()
    await dialog.findByText(/If there is an account for this address/)
    expect(requestCount).toBe(1)
    await page.user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Forgot Password' })).toBeNull())
  })

  it('subscribe to the newsletter, once it is confirmed', async () => {
    const mailbox = createMailbox(app)
    const browser = browserOf(app)
    const { user, fill } = await openShopPage(browser, '/faqs')
    const footer = within(screen.getByRole('contentinfo'))
    const subscribe = async (email: string) => {
      await fill(footer.getByLabelText('Email Address'), email)
      await user.click(footer.getByRole('button', { name: 'Subscribe' }))
    }
    await subscribe('nobody@')
    await footer.findByText('Email Address is invalid')
    await subscribe('reader@example.com')
    await footer.findByText(/Almost done: check your inbox to confirm\./)
    const token = await mailbox.findToken('reader@example.com', 'confirm_newsletter')
    const page = await openShopPage(browser, `/newsletter/confirm/${token}`)
    await page.user.click(await screen.findByRole('button', { name: 'Yes, subscribe me' }))
    await screen.findByText(/You’re subscribed\./)
    // A link works once.
    await openShopPage(browser, `/newsletter/confirm/${token}`)
    expect(await findAlert()).toContain('This link has expired or was already used.')
  })

  it('say that a subscription failed', async () => {
    const { user } = await openShopPage(browserOf(app), '/faqs')
    answerWith(/\/newsletter\/subscribe/, 500, TRY_AGAIN)
    const footer = within(screen.getByRole('contentinfo'))
    await user.type(footer.getByLabelText('Email Address'), 'reader@example.com')
    await user.click(footer.getByRole('button', { name: 'Subscribe' }))
    expect((await footer.findByRole('alert')).textContent).toBe(TRY_AGAIN)
  })

  it.each([
    ['/password/reset/invented', 'Set Your Password', 'Send a new link'],
    ['/invitation/decline/invented', 'Decline the Invitation', 'To the shop'],
    ['/email/confirm/invented', 'Confirm Your New Email Address', 'My Account'],
    ['/email/undo/invented', 'Take Back Your Account', 'Login'],
    ['/email/prove/invented', 'Confirm Your Email Address', 'My Orders'],
    ['/newsletter/confirm/invented', 'Confirm the Newsletter', 'To the shop'],
    ['/newsletter/end/invented', 'Unsubscribe', 'To the shop'],
  ])('report that %s is invalid, and offer the next step', async (path, title, linkName) => {
    const browser = browserOf(app)
    const response = await browser.inject({ url: path, headers: { accept: 'text/html' } })
    expect([response.statusCode, response.headers['referrer-policy']]).toEqual([410, 'no-referrer'])
    await openShopPage(browser, path)
    main().getByRole('heading', { name: title })
    expect(main().getByRole('alert').textContent).toBe('This link has expired or was already used.')
    main().getByRole('link', { name: linkName })
    expect(main().queryByRole('button')).toBeNull()
  })

  it.each([
    [
      '/admin/set-password/invented',
      /This link has expired or was already used\./,
      'Ask an owner of the shop for a new link.',
    ],
    [
      '/admin/stop-reset/invented',
      /There’s nothing left to stop/,
      'Sign in to see the resets that can still be stopped, under Approvals.',
    ],
  ])('report that %s is invalid, and lead to the back office', async (path, message, help) => {
    await openAdminPage(browserOf(app), path)
    expect(await findAlert()).toMatch(message)
    screen.getByText(help, { exact: false })
    screen.getByRole('link', { name: 'Sign in to the back office' })
    expect(screen.queryByRole('button')).toBeNull()
  })

  async function inviteAs(email: string) {
    const sponsor = await signInNewMember(app, connection)
    const { post } = await openShopPage(sponsor, '/faqs')
    expect((await post('/account/child/add', childForm(email))).statusCode).toBe(200)
    return sponsor
  }
  const findLink = (id: UserId, email: string) => readInvitationToken(connection(), id, email)
  const expectInvited = async (sponsor: Browser, status: string | RegExp) => {
    await openShopPage(sponsor, '/account/sales')
    await screen.findByText(status)
  }
  const isGone = /^No one is in your direct line yet\./
  const welcome = /^Welcome, Noor Bakker\./

  it('accept one of two invitations, which removes the other', async () => {
    const email = 'chooses@example.com'
    const [first, second] = [await inviteAs(email), await inviteAs(email)]
    const firstToken = await findLink(first.user.id, email)
    // In a browser where someone else is signed in.
    const browser = await signUp(app, 'same-browser@example.com')
    const page = await openShopPage(browser, `/password/reset/${await findLink(second.user.id, email)}`)
    expect((await screen.findByText(welcome)).textContent).toContain('Welcome, Noor Bakker. Ana Reyes invited you.')
    await page.fill(screen.getByLabelText(/^Cosmetology Id/), 'NJ-20011')
    await savePassword(page, PASSWORD)
    await screen.findByText(/^Your password is saved\./)
    await page.user.click(main().getByRole('link', { name: 'Login' }))
    await waitFor(() => main().getByLabelText('Email Address'))

    await expectInvited(second, 'Active')
    await expectInvited(first, isGone)
    await openShopPage(browser, `/password/reset/${firstToken}`)
    expect(await findAlert()).toBe('This link has expired or was already used.')
  })

  it('decline an invitation, whose row disappears', async () => {
    const email = 'declines@example.com'
    const sponsor = await inviteAs(email)
    const browser = browserOf(app)
    const { user } = await openShopPage(browser, `/password/reset/${await findLink(sponsor.user.id, email)}`)
    await user.click(await screen.findByRole('link', { name: 'Decline the invitation' }))
    await screen.findByRole('heading', { level: 1, name: 'Decline the Invitation' })
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    await screen.findByText(/^You declined this invitation/)
    await expectInvited(sponsor, isGone)
  })

  it('end when staff resend the invitation or revoke it', async () => {
    const email = 'revoked@example.com'
    const sponsor = await inviteAs(email)
    const olderToken = await findLink(sponsor.user.id, email)
    const manager = await openStaffBrowser(app, 'manager')
    const openInvitations = async () => {
      const page = await openAdminPage(manager, `/admin/members?search=${sponsor.user.email}`)
      const row = await findRow(sponsor.user.email)
      await page.user.click(within(row).getAllByRole('link')[0] as HTMLElement)
      const region = within(await screen.findByRole('region', { name: 'Open invitations' }))
      return { ...page, region }
    }
    const { user, region } = await openInvitations()
    expect(region.getAllByText(new RegExp(email))).not.toEqual([])
    region.getByRole('button', { name: `Resend to ${email}` }).focus()
    await user.keyboard('{Enter}')
    const resend = await findDialog()
    await waitFor(() => expect(document.activeElement).toBe(resend.getByLabelText('Reason')))
    await user.keyboard('It was in the spam{Enter}')
    await waitForToast('Invitation resent.')

    const newerToken = await findLink(sponsor.user.id, email)
    const guest = browserOf(app)
    await openShopPage(guest, `/password/reset/${olderToken}`)
    expect(screen.queryByText(welcome)).toBeNull()
    await openShopPage(guest, `/password/reset/${newerToken}`)
    await screen.findByText(welcome)

    const again = await openInvitations()
    await again.user.click(again.region.getByRole('button', { name: `Revoke the invitation for ${email}` }))
    const revoke = await findDialog()
    await again.user.click(revoke.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(revoke.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'))
    await again.fill(revoke.getByLabelText('Reason'), 'Mistyped')
    await again.user.click(revoke.getByRole('button', { name: 'Revoke' }))
    await waitForToast('Invitation revoked.')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Open invitations' })).toBeNull())
    await openShopPage(guest, `/password/reset/${newerToken}`)
    expect(screen.queryByText(welcome)).toBeNull()
    await expectInvited(sponsor, isGone)
  })

  /** Returns the code of a later time step, because no code works twice. */
  const generateCode = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  const verifyEmail = (email: string) =>
    app().services.db.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', email).execute()

  async function startSetup({ user, fill }: ShopPage): Promise<string> {
    await fill(await screen.findByLabelText('Current Password'), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    return document.querySelector('code')?.textContent.replaceAll(' ', '') ?? ''
  }
  async function turnOn({ user, fill }: ShopPage, secret: string): Promise<string[]> {
    await fill(screen.getByLabelText('Sign-in code'), generateCode(secret))
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(codes).toHaveLength(10)
    return codes.map(({ textContent }) => textContent)
  }

  it('require a code from the app, or accept a recovery code once', async () => {
    const email = 'two-steps@example.com'
    const mailbox = createMailbox(app)
    const browser = await signUp(app, email)
    const before = await openShopPage(browser, '/account/security')
    await before.user.click(await screen.findByRole('button', { name: 'Send me the link' }))
    await screen.findByText(/We sent you an email\./)
    const proof = await openShopPage(browser, `/email/prove/${await mailbox.findToken(email, 'prove_email')}`)
    await proof.user.click(await screen.findByRole('button', { name: 'Confirm my address' }))
    await screen.findByText(/^Your email address is confirmed\./)

    const page = await openShopPage(browser, '/account/security')
    const secret = await startSetup(page)
    await page.fill(screen.getByLabelText('Sign-in code'), '12')
    await page.user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await findAlert()).toContain('This code is incorrect')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Sign-in code')))
    const [recoveryCode = ''] = await turnOn(page, secret)
    await page.user.click(screen.getByRole('link', { name: 'I’ve saved them' }))
    await screen.findByText('Two-step sign-in is on.')

    const guest = browserOf(app)
    const login = await openShopPage(guest, '/login?next=/faqs')
    await fillLogin(login, email)
    const code = await main().findByLabelText('Sign-in code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(screen.queryByRole('alert')).toBeNull()
    await login.fill(code, '12345')
    await login.user.click(main().getByRole('button', { name: 'Login' }))
    await waitFor(async () => expect(await findAlert()).toContain('This code is incorrect'))
    await login.fill(code, generateCode(secret, 1))
    await login.user.keyboard('{Enter}')
    await waitFor(() => banner().getByRole('link', { name: 'My Account' }))
    expect(login.path()).toBe('/faqs')

    const other = await openShopPage(browserOf(app), '/faqs')
    const dialog = await openLoginDialog(other)
    await other.fill(dialog.getByLabelText('Email Address'), email)
    await other.user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`)
    await dialog.findByLabelText('Sign-in code')
    await other.user.click(dialog.getByRole('button', { name: 'Use a recovery code instead' }))
    await other.user.type(dialog.getByLabelText('Recovery code'), `${recoveryCode.toLowerCase()}{Enter}`)
    await waitFor(() => banner().getByRole('link', { name: 'My Account' }))

    await other.navigate('/account/security')
    await other.user.click(await screen.findByRole('button', { name: 'Turn off' }))
    await other.fill(await screen.findByLabelText('Current Password'), PASSWORD)
    await other.user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
    await other.fill(screen.getByLabelText('Recovery code'), recoveryCode)
    await other.user.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(await findAlert()).toContain('This code is incorrect')
  })

  it('need only the password after the second step is turned off', async () => {
    const email = 'one-step@example.com'
    const browser = await signUp(app, email)
    await verifyEmail(email)
    const page = await openShopPage(browser, '/account/security')
    const secret = await startSetup(page)
    const [, recoveryCode = ''] = await turnOn(page, secret)
    await page.user.click(screen.getByRole('link', { name: 'I’ve saved them' }))
    await page.user.click(await screen.findByRole('button', { name: 'Turn off' }))
    await page.fill(await screen.findByLabelText('Current Password'), PASSWORD)
    await page.user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
    await page.fill(screen.getByLabelText('Recovery code'), recoveryCode)
    await page.user.click(screen.getByRole('button', { name: 'Turn off' }))
    await screen.findByRole('button', { name: 'Set up' })
    const login = await openShopPage(browserOf(app), '/login?next=/faqs')
    await fillLogin(login, email)
    await waitFor(() => banner().getByRole('link', { name: 'My Account' }))
    expect(login.path()).toBe('/faqs')
  })

  it('confirm a new email with the password, and recover the account through the old one', async () => {
    const [oldEmail, newEmail] = ['before@change.example', 'after@change.example']
    const mailbox = createMailbox(app)
    const browser = await signUp(app, oldEmail)
    await verifyEmail(oldEmail)
    const first = await openShopPage(browser, '/account')
    const requestChange = async ({ user, fill }: ShopPage) => {
      await fill(await main().findByLabelText('Email Address'), newEmail)
      await user.click(screen.getByRole('button', { name: 'Save' }))
    }
    const findPending = async () => within(await screen.findByRole('region', { name: 'Confirm your new email' }))
    await requestChange(first)
    await screen.findByText('Saved Successfully.')
    ;(await findPending()).getByText(newEmail)
    expect(main().getByLabelText('Email Address')).toHaveProperty('value', oldEmail)

    // The request survives a reload, and can be resent or canceled.
    const page = await openShopPage(browser, '/account')
    const pending = await findPending()
    await page.user.click(pending.getByRole('button', { name: 'Send it again' }))
    await pending.findByText('We sent another email.')
    expect(await mailbox.listKinds(newEmail)).toEqual(['confirm_email', 'confirm_email'])
    await page.user.click(pending.getByRole('button', { name: 'Keep current email' }))
    const kept = await screen.findByText(`Your account keeps ${oldEmail}.`)
    await waitFor(() => expect(document.activeElement?.contains(kept)).toBe(true))
    expect(screen.queryByRole('region', { name: 'Confirm your new email' })).toBeNull()
    await requestChange(page)
    await findPending()

    // In another browser, as on a phone.
    const token = await mailbox.findToken(newEmail, 'confirm_email')
    const phone = browserOf(app)
    const confirm = (current_password: string) => phone.post('/email/confirm', { token, current_password })
    expect((await confirm('not the password')).statusCode).toBe(401)
    expect((await confirm(PASSWORD)).statusCode).toBe(200)
    // Returning to this page shows the new email and keeps the input.
    await page.fill(main().getByLabelText('Last Name'), 'Reyes Kim')
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(main().getByLabelText('Email Address')).toHaveProperty('value', newEmail))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved Successfully.')
    expect(main().getByLabelText('Last Name')).toHaveProperty('value', 'Reyes Kim')
    expect(screen.queryByRole('region', { name: 'Confirm your new email' })).toBeNull()

    const undo = await openShopPage(phone, `/email/undo/${await mailbox.findToken(oldEmail, 'email_changed')}`)
    await undo.user.click(await screen.findByRole('button', { name: 'Recover my account' }))
    await screen.findByText(/You’ve been logged out everywhere\./)
    const { path } = await openShopPage(browser, '/account')
    expect(path()).toMatch(/^\/login\?next=/)

    const resetPath = `/password/reset/${await mailbox.findToken(oldEmail, 'account_taken_back')}`
    const reset = await openShopPage(phone, resetPath)
    await savePassword(reset, oldEmail)
    await waitFor(async () =>
      expect(await findAlert()).toBe('Your password can’t be your email address. Please choose another.'),
    )
    await savePassword(reset, NEW_PASSWORD)
    await screen.findByText(/^Your password is saved\./)
    const login = await openShopPage(phone, '/login?next=/account')
    await fillLogin(login, newEmail, NEW_PASSWORD)
    expect(await findAlert()).toBe('Incorrect email or password.')
    await fillLogin(login, oldEmail, NEW_PASSWORD)
    await screen.findByLabelText('Last Name')
    expect(main().getByLabelText('Email Address')).toHaveProperty('value', oldEmail)
  })

  it('confirm the new email on the page of its link', async () => {
    const [oldEmail, newEmail] = ['page-before@change.example', 'page-after@change.example']
    const mailbox = createMailbox(app)
    const browser = await signUp(app, oldEmail)
    await verifyEmail(oldEmail)
    const { post } = await openShopPage(browser, '/faqs')
    const name = { first_name: 'Ana', last_name: 'Reyes' }
    expect((await post('/account/profile/save', { ...name, email: newEmail })).statusCode).toBe(200)
    const phone = browserOf(app)
    const page = await openShopPage(phone, `/email/confirm/${await mailbox.findToken(newEmail, 'confirm_email')}`)
    const password = await screen.findByLabelText('Current Password')
    await page.fill(password, 'not the password')
    await page.user.click(screen.getByRole('button', { name: 'Confirm this address' }))
    expect(await findAlert()).toContain('not correct')
    await page.fill(password, PASSWORD)
    await page.user.click(screen.getByRole('button', { name: 'Confirm this address' }))
    const confirmed = await screen.findByText(/^Your new email address is confirmed\./)
    await waitFor(() => expect(document.activeElement?.contains(confirmed)).toBe(true))
  })

  it('reject the email of another account in the registration form', async () => {
    const browser = browserOf(app)
    expect((await browser.post('/register', registrationForm('taken@example.com', PASSWORD))).statusCode).toBe(201)
    const { user } = await openShopPage(browser, '/register')
    await user.click(await screen.findByRole('radio', { name: /^Yes/ }))
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText('Password is required.')
    await user.type(main().getByLabelText('Email Address'), 'taken@example.com')
    await user.click(main().getByLabelText('First Name'))
    await screen.findByText('Email address is already exist')
  })
})

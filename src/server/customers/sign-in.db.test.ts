import { expect, it } from 'vitest'
import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { address } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { writePasswordMail } from './account-emails.ts'
import { setUser } from './set-user.ts'

const PASSWORD = 'orchid lamp 48'
let accountCount = 0
const { address_2: _, ...addressInOneLine } = address
const registration = (overrides: Record<string, unknown> = {}) => ({
  cosmetology_id: `NJ-${1000 + accountCount}`,
  ...addressInOneLine,
  email: `ana${++accountCount}@example.com`,
  franchise: 'Y',
  password: PASSWORD,
  confirmation: PASSWORD,
  ...overrides,
})

databaseTest('sign-in', (connection, engine) => {
  const suite = appForSuite(connection)
  const browser = () => browserOf(suite)
  const registerUser = async (overrides: Record<string, unknown> = {}) => {
    const form = registration(overrides)
    expect((await browser().post('/register', form)).statusCode).toBe(201)
    return form.email
  }
  const signIn = async (email: string, password = PASSWORD) => {
    const session = browser()
    const response = await session.post('/login', { email, password })
    expect(response.statusCode).toBe(200)
    // The cookie lasts for the maximum length of a session; the server ends unused sessions earlier.
    const cookie = response.cookies.find(({ name }) => name === 'session')
    expect(cookie).toMatchObject({ maxAge: 90 * 24 * 60 * 60 })
    session.reload()
    return session
  }
  const createLinkToken = async (email: string, kind: 'set_password' | 'reset_password') => {
    const { db } = connection()
    const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    const deps = { db, settings: await openSettings(db, {}), config: { publicUrl: 'http://shop.test' } }
    const mail = user && (await writePasswordMail(deps, kind, user.id))
    expect(mail?.to).toBe(email)
    return /\/password\/reset\/([\w-]{43})\n/.exec(mail ? composeMail(mail).text : '')?.[1] ?? ''
  }
  const listQueuedMails = async (email: string) => {
    const { rows } = await connection().pool.query(
      `select data from pgboss.job where name = 'mail' and (data ->> 'user_id')::int = (select id from users where email = $1)`,
      [email],
    )
    return rows.map(({ data }) => data.mail)
  }

  it('registers a franchise user with a password without signing them in', async () => {
    const session = browser()
    const response = await session.post('/register', registration({ email: 'Franchise@Example.com ' }))
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      type: 'franchise',
      email: 'franchise@example.com',
      message: serverMessages.registered,
      addresses: [{ ...addressInOneLine, address_2: '' }],
    })
    expect((await session.get('/account/user.json')).statusCode).toBe(401)
    expect(await listQueuedMails('franchise@example.com')).toEqual([])
  })

  it('lets a member set the first password by the emailed link, once, which activates the account', async () => {
    const email = await registerUser({ franchise: 'N', password: undefined, confirmation: undefined })
    expect(await listQueuedMails(email)).toEqual(['set_password'])
    expect((await browser().post('/login', { email, password: PASSWORD })).statusCode).toBe(401)

    const older = await createLinkToken(email, 'set_password')
    const token = await createLinkToken(email, 'set_password')
    const form = { token, password: PASSWORD, confirmation: PASSWORD }
    expect((await browser().post('/password/reset', { ...form, token: older })).statusCode).toBe(422)
    const responses = await Promise.all([
      browser().post('/password/reset', form),
      browser().post('/password/reset', form),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    const session = await signIn(email)
    expect((await session.get('/account/user.json')).json()).toMatchObject({ email, type: 'member' })
    const { rows } = await connection().pool.query('select status from users where email = $1', [email])
    expect(rows).toEqual([{ status: 'active' }])
  })

  it.each(['suspended', 'closed'] as const)('signs out a %s user and refuses their sign-in', async (status) => {
    const { db } = connection()
    const email = await registerUser()
    const session = await signIn(email)
    const wrong = await browser().post('/login', { email, password: 'another lamp 48' })
    expect(
      await inTransaction(db, (trx) => setUser(trx, { email, changes: { status } }, { requireLicenseApproval: false })),
    ).toMatchObject({
      ok: true,
      user: { status },
    })
    expect((await session.get('/account/user.json')).statusCode).toBe(401)
    const refused = await browser().post('/login', { email, password: PASSWORD })
    expect([refused.statusCode, refused.json().detail]).toEqual([401, serverMessages.signInFailed])
    expect(refused.json().detail).toBe(wrong.json().detail)
    const { rows } = await connection().pool.query(
      `select latest.status from users cross join lateral (
         select status from member_statuses where member_id = users.id order by from_month desc limit 1) latest
        where email = $1`,
      [email],
    )
    expect(rows).toEqual([{ status }])

    // A new password does not help, and the earlier session has ended for good.
    expect((await browser().post('/password/forgot', { email })).statusCode).toBe(200)
    expect(await listQueuedMails(email)).toEqual([])
    const token = await createLinkToken(email, 'reset_password')
    const form = { token, password: 'violet lamp 48', confirmation: 'violet lamp 48' }
    expect((await browser().post('/password/reset', form)).statusCode).toBe(200)
    expect((await browser().post('/login', { email, password: 'violet lamp 48' })).statusCode).toBe(401)
    await inTransaction(db, (trx) =>
      setUser(trx, { email, changes: { status: 'active' } }, { requireLicenseApproval: false }),
    )
    expect((await session.get('/account/user.json')).statusCode).toBe(401)
    await signIn(email, 'violet lamp 48')
  })

  it.each([
    [{ email: undefined }, 'email', formMessages.emailRequired],
    [{ email: 'nobody' }, 'email', formMessages.emailInvalid],
    [{ cosmetology_id: ' ' }, 'cosmetology_id', formMessages.cosmetologyIdRequired],
    [{ phone_number: '' }, 'phone_number', formMessages.phoneRequired],
    [{ address_1: '' }, 'address_1', formMessages.addressRequired],
    [{ zip: '' }, 'zip', formMessages.zipRequired],
    [{ state: 'ZZ' }, 'state', serverMessages.stateUnknown],
    [{ password: 'seven77' }, 'password', formMessages.passwordTooShort],
    [{ password: 'password1', confirmation: 'password1' }, 'password', serverMessages.passwordTooCommon],
    [{ password: 'Salonfront2026', confirmation: 'Salonfront2026' }, 'password', serverMessages.passwordTooGuessable],
    [{ confirmation: 'another one' }, 'confirmation', formMessages.confirmationMismatch],
    [{ franchise: 'maybe' }, 'franchise', pageMessages.franchiseRequired],
  ])('registration refuses %j', async (overrides, field, message) => {
    const response = await browser().post('/register', registration(overrides))
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toMatchObject({ [field]: message })
  })

  it('allows one account per email address, ignoring case, even with two concurrent registrations', async () => {
    const form = registration()
    const responses = await Promise.all([
      browser().post('/register', form),
      browser().post('/register', { ...form, email: form.email.toUpperCase() }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
    expect(responses.find(({ statusCode }) => statusCode === 422)?.json().errors).toEqual({
      email: formMessages.emailTaken,
    })
    expect((await browser().post('/check-email', { email: form.email.toUpperCase() })).json()).toEqual({ valid: false })
    expect((await browser().post('/check-email', { email: 'free@example.com' })).json()).toEqual({ valid: true })
  })

  it('ignores fields in a registration that only the shop decides', async () => {
    const email = await registerUser({ id: 1, status: 'active', sponsor_id: 1, type: 'franchise', franchise: 'N' })
    const { rows } = await connection().pool.query(
      'select type, status, sponsor_id, password_hash from users join sponsorships on member_id = id where email = $1',
      [email],
    )
    expect(rows).toEqual([{ type: 'member', status: 'pending', sponsor_id: null, password_hash: null }])
  })

  it('makes the owner of a referral code the sponsor', async () => {
    const sponsor = await registerUser()
    const { rows } = await connection().pool.query('select id, referral_code from users where email = $1', [sponsor])
    const email = await registerUser({ ref: rows[0].referral_code.toLowerCase() })
    const referred = await connection().pool.query(
      'select sponsor_id from users join sponsorships on member_id = id where email = $1',
      [email],
    )
    expect(referred.rows).toEqual([{ sponsor_id: rows[0].id }])
  })

  it('falls back from an unknown referral code to the sponsor of the link that was followed before', async () => {
    const sponsor = await registerUser()
    const { rows } = await connection().pool.query('select id, referral_code from users where email = $1', [sponsor])
    const session = browser()
    session.jar.set('ref', rows[0].referral_code)
    const form = registration({ ref: 'NOBODY' })
    expect((await session.post('/register', form)).statusCode).toBe(201)
    const referred = await connection().pool.query(
      'select sponsor_id from users join sponsorships on member_id = id where email = $1',
      [form.email],
    )
    expect(referred.rows).toEqual([{ sponsor_id: rows[0].id }])
  })

  it.each(['suspended', 'closed'] as const)('ignores the referral code of a %s account', async (status) => {
    const { db, pool } = connection()
    const sponsor = await registerUser()
    const { rows } = await pool.query('select referral_code from users where email = $1', [sponsor])
    await inTransaction(db, (trx) =>
      setUser(trx, { email: sponsor, changes: { status } }, { requireLicenseApproval: false }),
    )
    const email = await registerUser({ ref: rows[0].referral_code })
    const referred = await pool.query(
      'select sponsor_id from users join sponsorships on member_id = id where email = $1',
      [email],
    )
    expect(referred.rows).toEqual([{ sponsor_id: null }])
  })

  it('reports every failed sign-in in the same way', async () => {
    const email = await registerUser()
    const bodies = await Promise.all(
      [
        { email, password: 'wrong wrong' },
        { email: 'unknown@example.com', password: PASSWORD },
      ].map(async (form) => {
        const response = await browser().post('/login', form)
        expect(response.statusCode).toBe(401)
        expect(response.cookies).toEqual([])
        return response.json()
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0].detail).toBe(serverMessages.signInFailed)
  })

  it('renews the browser’s identity at sign-in and stores no token', async () => {
    const email = await registerUser()
    const session = browser()
    const before = session.jar.get('visitor')
    const login = await session.post('/login', { email, password: PASSWORD })
    expect(session.jar.get('visitor')).not.toBe(before)
    const token = session.jar.get('session') ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await connection().pool.query(`select encode(token_hash, 'hex') as hash from sessions`)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    // The previous token is invalid now; the page gets the new one from the response.
    expect((await session.post('/logout', {})).statusCode).toBe(403)
    const renewed = { 'x-csrf-token': login.headers['x-csrf-token'] }
    expect((await session.post('/logout', {}, '127.0.0.1', renewed)).statusCode).toBe(200)
  })

  it('ends the session itself at sign-out, not only the cookie', async () => {
    const session = await signIn(await registerUser())
    const stolen = browser()
    stolen.jar.set('session', session.jar.get('session') ?? '')
    expect((await stolen.get('/account/user.json')).statusCode).toBe(200)
    expect((await session.post('/logout', {})).statusCode).toBe(200)
    expect(session.jar.has('session')).toBe(false)
    expect((await stolen.get('/account/user.json')).statusCode).toBe(401)
  })

  it('merges a guest’s cart into the account at sign-in, keeps it there at sign-out, and assigns its order to the user', async () => {
    const product = await makeProduct(connection().db)
    const email = await registerUser()
    const session = browser()
    await session.post('/shopping-cart/product/add', { id: product.id, quantity: 2 })
    expect((await session.post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    expect(session.jar.has('cart')).toBe(false)
    session.reload()
    expect((await session.get('/cart.json')).json()).toMatchObject({ quantity: 2 })
    const otherSession = await signIn(email)
    await otherSession.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    expect((await session.get('/cart.json')).json()).toMatchObject({ quantity: 3 })

    await otherSession.post('/logout', {})
    expect((await otherSession.get('/cart.json')).json()).toMatchObject({ quantity: 0 })

    const placement = await session.post('/checkout/confirm', pickupForm)
    expect(placement.statusCode).toBe(201)
    const { rows } = await connection().pool.query(
      'select users.email from users join orders on orders.user_id = users.id where orders.id = $1',
      [placement.json().id],
    )
    expect(rows).toEqual([{ email }])
    expect((await session.get('/cart.json')).json()).toMatchObject({ quantity: 0 })
  })

  it('renews the current session and ends all others when the password changes', async () => {
    const email = await registerUser()
    const [session, otherSession] = [await signIn(email), await signIn(email)]
    const old = session.jar.get('session')
    const form = { current_password: PASSWORD, new_password: 'tulip lamp 49', confirmation: 'tulip lamp 49' }
    const wrong = await session.post('/account/password/change', { ...form, current_password: 'not this one' })
    expect(wrong.json()).toMatchObject({
      status: 401,
      code: 'password_incorrect',
      detail: formMessages.currentPasswordWrong,
    })
    const common = await session.post('/account/password/change', {
      ...form,
      new_password: 'password1',
      confirmation: 'password1',
    })
    expect(common.json()).toMatchObject({
      code: 'password_too_common',
      errors: { new_password: serverMessages.passwordTooCommon },
    })
    const withKnownWords = await session.post('/account/password/change', {
      ...form,
      new_password: 'Beauty$alon',
      confirmation: 'Beauty$alon',
    })
    expect(withKnownWords.json()).toMatchObject({
      status: 422,
      code: 'password_of_known_words',
      errors: { new_password: serverMessages.passwordTooGuessable },
    })
    expect((await otherSession.get('/account/user.json')).statusCode).toBe(200)

    const changed = await session.post('/account/password/change', form)
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { email, addresses: [{ state: 'NJ' }] }])
    expect(session.jar.get('session')).not.toBe(old)
    expect((await session.get('/account/user.json')).statusCode).toBe(200)
    expect((await otherSession.get('/account/user.json')).statusCode).toBe(401)
    await signIn(email, 'tulip lamp 49')
  })

  it('ends every session at a reset, and requesting one does not reveal whether there is an account', async () => {
    const email = await registerUser()
    const session = await signIn(email)
    const known = await browser().post('/password/forgot', { email })
    const unknown = await browser().post('/password/forgot', { email: 'unknown@example.com' })
    expect(known.statusCode).toBe(200)
    expect([known.statusCode, known.json()]).toEqual([unknown.statusCode, unknown.json()])
    expect(await listQueuedMails(email)).toEqual(['reset_password'])

    const token = await createLinkToken(email, 'reset_password')
    const form = { token, password: 'a'.repeat(64), confirmation: 'a'.repeat(64) }
    // The message says what to change, and the link remains valid.
    const trade = { token, password: 'hairStylist1', confirmation: 'hairStylist1' }
    const refused = await browser().post('/password/reset', trade)
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'password_of_known_words',
      errors: { password: serverMessages.passwordTooGuessable },
    })
    expect((await browser().post('/password/reset', form)).statusCode).toBe(200)
    expect((await session.get('/account/user.json')).statusCode).toBe(401)
    await signIn(email, 'a'.repeat(64))
  })

  it('refuses an expired link', async () => {
    const email = await registerUser()
    const token = await createLinkToken(email, 'reset_password')
    await connection().pool.query(`update password_links set expires_at = now() - interval '1 second'`)
    const response = await browser().post('/password/reset', { token, password: PASSWORD, confirmation: PASSWORD })
    expect(response.json()).toMatchObject({ status: 422, code: 'link_expired', detail: serverMessages.linkExpired })
  })

  it('checks a link before hashing the password', async () => {
    const form = { token: 'x'.repeat(43), password: 'password1', confirmation: 'password1' }
    const guessed = await browser().post('/password/reset', form)
    expect(guessed.json()).toMatchObject({ code: 'link_expired', errors: { token: serverMessages.linkExpired } })
    const mailed = await createLinkToken(await registerUser(), 'reset_password')
    const refused = await browser().post('/password/reset', { ...form, token: mailed })
    expect(refused.json()).toMatchObject({
      code: 'password_too_common',
      errors: { password: serverMessages.passwordTooCommon },
    })
  })

  it('responds to a second subscription like to the first', async () => {
    for (let n = 0; n < 2; n++) {
      const response = await browser().post('/newsletter/subscribe', { email: 'Reader@example.com' })
      expect([response.statusCode, response.json()]).toEqual([200, {}])
    }
    const { rows } = await connection().pool.query('select email from newsletter_subscribers')
    expect(rows).toEqual([{ email: 'reader@example.com' }])
  })

  it('refuses a reset link from before a password change or a reset', async () => {
    const email = await registerUser()
    const session = await signIn(email)
    const older = await createLinkToken(email, 'reset_password')
    await session.post('/account/password/change', {
      current_password: PASSWORD,
      new_password: 'tulip lamp 49',
      confirmation: 'tulip lamp 49',
    })
    const form = { password: 'violet lamp 48', confirmation: 'violet lamp 48' }
    expect((await browser().post('/password/reset', { ...form, token: older })).statusCode).toBe(422)
    const token = await createLinkToken(email, 'reset_password')
    expect((await browser().post('/password/reset', { ...form, token })).statusCode).toBe(200)
    expect((await browser().post('/password/reset', { ...form, token })).statusCode).toBe(422)
  })

  it('refuses a password that is the email address or its part before the @, wherever one is set', async () => {
    const refused = { password: serverMessages.passwordIsEmail }
    const email = `longenough${++accountCount}@example.com`
    for (const password of [email.toUpperCase(), `LongEnough${accountCount}`]) {
      const response = await browser().post('/register', registration({ email, password, confirmation: password }))
      expect([response.statusCode, response.json().errors]).toEqual([422, refused])
    }
    await registerUser({ email })
    const token = await createLinkToken(email, 'reset_password')
    const reset = await browser().post('/password/reset', { token, password: email, confirmation: email })
    expect([reset.statusCode, reset.json().errors]).toEqual([422, refused])
    const session = await signIn(email)
    const form = { current_password: PASSWORD, new_password: email, confirmation: email }
    const changed = await session.post('/account/password/change', form)
    expect(changed.json()).toMatchObject({
      status: 422,
      code: 'password_is_email',
      errors: { new_password: serverMessages.passwordIsEmail },
    })
  })

  it('hides the last order after a sign-in or sign-out in the same browser', async () => {
    const product = await makeProduct(connection().db)
    const session = browser()
    const order = async () => {
      await session.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
      expect((await session.post('/checkout/confirm', pickupForm)).statusCode).toBe(201)
      expect((await session.get('/checkout/order.json')).statusCode).toBe(200)
    }
    await order()
    expect((await session.post('/login', { email: await registerUser(), password: PASSWORD })).statusCode).toBe(200)
    session.reload()
    expect((await session.get('/checkout/order.json')).statusCode).toBe(404)
    await order()
    expect((await session.post('/logout', {})).statusCode).toBe(200)
    expect((await session.get('/checkout/order.json')).statusCode).toBe(404)
  })

  it('refuses a session after 90 days, however often it is used', async () => {
    const session = await signIn(await registerUser())
    const ageSessions = (days: number) =>
      connection().pool.query(`update sessions set created_at = now() - make_interval(days => $1)`, [days])
    await ageSessions(89)
    expect((await session.get('/account/user.json')).statusCode).toBe(200)
    await ageSessions(90)
    expect((await session.get('/account/user.json')).statusCode).toBe(401)
  })

  it('refuses a session that was not used for 30 days', async () => {
    const session = await signIn(await registerUser())
    await connection().pool.query(`update sessions set last_used_at = now() - interval '30 days'`)
    expect((await session.get('/account/user.json')).statusCode).toBe(401)
  })

  it.runIf(engine === 'postgres')('accepts one of two concurrent changes of the same password', async () => {
    const session = await signIn(await registerUser())
    const change = (password: string) =>
      session.post('/account/password/change', {
        current_password: PASSWORD,
        new_password: password,
        confirmation: password,
      })
    const responses = await Promise.all([change('tulip lamp 49'), change('tulip lamp 50')])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })
})

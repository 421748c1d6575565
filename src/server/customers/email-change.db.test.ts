import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { createMailbox } from '#test/mailbox.ts'
import { registrationForm } from '#test/member-forms.ts'
import { waitForBlocked } from '#test/wait.ts'

const PASSWORD = 'orchid lamp 48'
const ATTACKER_PASSWORD = 'violet lamp 48'
let emailCount = 0
const createEmail = (name: string) => `${name}${++emailCount}@example.com`

databaseTest('an email change', (connection, engine) => {
  const suite = appForSuite(connection)
  const mailbox = createMailbox(suite)
  const guest = () => browserOf(suite)
  const login = (email: string, password = PASSWORD, code?: string) => guest().post('/login', { email, password, code })
  const signIn = async (email: string, password = PASSWORD) => {
    const browser = guest()
    expect((await browser.post('/login', { email, password })).statusCode).toBe(200)
    browser.reload()
    return browser
  }
  type Browser = Awaited<ReturnType<typeof signIn>>
  const setMailedPassword = async (email: string, password: string, kind: Parameters<typeof mailbox.findToken>[1]) => {
    const token = await mailbox.findToken(email, kind)
    return guest().post('/password/reset', { token, password, confirmation: password })
  }
  const registerUser = async () => {
    const email = createEmail('owner')
    expect((await guest().post('/register', registrationForm(email, PASSWORD))).statusCode).toBe(201)
    return email
  }
  /** Registers a user who has verified the mailbox by setting a password through a mailed link. */
  const registerVerifiedUser = async () => {
    const email = await registerUser()
    await guest().post('/password/forgot', { email })
    expect((await setMailedPassword(email, PASSWORD, 'reset_password')).statusCode).toBe(200)
    return email
  }
  const getUser = async (browser: Browser) => (await browser.get('/account/user.json')).json()
  const save = (browser: Browser, email: string) =>
    browser.post('/account/profile/save', { first_name: 'Anna', last_name: 'Reyes', email })
  const confirm = async (email: string, body: object = {}) =>
    guest().post('/email/confirm', {
      token: await mailbox.findToken(email, 'confirm_email'),
      current_password: PASSWORD,
      ...body,
    })
  const undo = async (email: string, kind: 'email_changed' | 'email_change_asked') =>
    guest().post('/email/undo', { token: await mailbox.findToken(email, kind) })
  const changeEmail = async (browser: Browser, newEmail = createEmail('other'), password = PASSWORD) => {
    expect((await save(browser, newEmail)).statusCode).toBe(200)
    expect((await confirm(newEmail, { current_password: password })).statusCode).toBe(200)
    return newEmail
  }
  const enableSecondFactor = async (browser: Browser, password = PASSWORD) => {
    const { secret } = (await browser.post('/account/security/start', { current_password: password })).json()
    const response = await browser.post('/account/security/confirm', { code: new TOTP({ secret }).generate() })
    expect(response.statusCode).toBe(200)
    browser.reload()
    return (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  }
  const changePassword = (browser: Browser, from: string, newEmail: string) =>
    browser.post('/account/password/change', { current_password: from, new_password: newEmail, confirmation: newEmail })
  const isAvailable = async (email: string) => (await guest().post('/check-email', { email })).json().valid
  const choosePayoutMethod = (user: Browser, phone_number: string, current_password: string) =>
    user.post('/account/payouts/method', { kind: 'quickpay', phone_number, current_password })
  const listStatusCodes = async (responses: ReturnType<Browser['post']>[]) =>
    (await Promise.all(responses)).map(({ statusCode }) => statusCode)

  it('waits for confirmation at the new email with the password; the old email is notified immediately', async () => {
    const [old, newEmail] = [await registerVerifiedUser(), createEmail('new')]
    const ana = await signIn(old)
    const saved = await save(ana, newEmail.toUpperCase())
    expect([saved.statusCode, saved.json()]).toMatchObject([
      200,
      { first_name: 'Anna', email: old, pending_email: newEmail },
    ])
    expect(await mailbox.listKinds(old)).toContain('email_change_asked')
    expect(await isAvailable(newEmail)).toBe(true)

    const wrong = await confirm(newEmail, { current_password: 'not this one' })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      401,
      { current_password: formMessages.currentPasswordWrong },
    ])
    expect((await confirm(newEmail)).statusCode).toBe(200)
    expect((await confirm(newEmail)).json()).toMatchObject({
      code: 'link_expired',
      errors: { token: serverMessages.linkExpired },
    })
    expect(await getUser(ana)).toMatchObject({ email: newEmail, pending_email: null, email_verified: true })
    expect(await mailbox.listKinds(old)).toContain('email_changed')
    expect((await login(old)).statusCode).toBe(401)
    expect((await login(newEmail)).statusCode).toBe(200)
  })

  it('also requires a code if the account has a second factor', async () => {
    const ana = await signIn(await registerVerifiedUser())
    const generateCode = await enableSecondFactor(ana)
    const newEmail = createEmail('new')
    await save(ana, newEmail)
    expect((await confirm(newEmail)).json()).toMatchObject({
      code: 'second_factor_code_required',
      errors: { code: pageMessages.codeRequired },
    })
    expect((await confirm(newEmail, { code: '000000' })).json()).toMatchObject({
      code: 'second_factor_code_incorrect',
      errors: { code: serverMessages.codeIncorrect },
    })
    expect((await confirm(newEmail, { code: generateCode(1) })).statusCode).toBe(200)
  })

  it('can be canceled and mailed again in the account; a new change ends the previous one', async () => {
    const ana = await signIn(await registerVerifiedUser())
    const [first, second] = [createEmail('first'), createEmail('second')]
    await save(ana, first)
    const older = await mailbox.findToken(first, 'confirm_email')
    expect((await ana.post('/account/email/resend', {})).json()).toMatchObject({ pending_email: first })
    const newer = await mailbox.findToken(first, 'confirm_email')
    expect(newer).not.toBe(older)
    const body = { current_password: PASSWORD }
    expect((await guest().post('/email/confirm', { token: older, ...body })).statusCode).toBe(422)
    await save(ana, second)
    expect((await guest().post('/email/confirm', { token: newer, ...body })).statusCode).toBe(422)
    expect((await ana.post('/account/email/cancel', {})).json()).toMatchObject({ pending_email: null })
    expect((await confirm(second)).statusCode).toBe(422)
    expect((await ana.post('/account/email/resend', {})).json()).toMatchObject({
      status: 409,
      code: 'no_pending_email_change',
    })
  })

  it('is refused for an email that is already taken, at the latest on confirmation', async () => {
    const [ana, takenEmail, freeEmail] = [
      await signIn(await registerVerifiedUser()),
      await registerUser(),
      createEmail('free'),
    ]
    const refused = await save(ana, takenEmail)
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'email_taken',
      errors: { email: formMessages.emailTaken },
    })
    await save(ana, freeEmail)
    expect((await guest().post('/register', registrationForm(freeEmail, PASSWORD))).statusCode).toBe(201)
    expect((await confirm(freeEmail)).json()).toMatchObject({
      code: 'email_taken',
      errors: { email: formMessages.emailTaken },
    })
  })

  it('reserves the old email for 7 days: it cannot be registered or added, and is reported as taken', async () => {
    const old = await registerVerifiedUser()
    const ana = await signIn(old)
    await changeEmail(ana)
    const attacker = await signIn(await registerVerifiedUser())
    expect(await isAvailable(old)).toBe(false)
    const register = () => guest().post('/register', registrationForm(old, PASSWORD))
    expect((await register()).json()).toMatchObject({ code: 'email_taken', errors: { email: formMessages.emailTaken } })
    expect((await save(attacker, old)).json()).toMatchObject({
      code: 'email_taken',
      errors: { email: formMessages.emailTaken },
    })
    // The email still belongs to this user.
    expect((await save(ana, old)).statusCode).toBe(200)
    await connection().pool.query(
      `update email_changes set confirmed_at = confirmed_at - interval '7 days',
      created_at = created_at - interval '7 days' where old_email = $1`,
      [old],
    )
    expect(await isAvailable(old)).toBe(true)
    expect((await register()).statusCode).toBe(201)
    expect((await undo(old, 'email_changed')).statusCode).toBe(422)
  })

  it('is undone through the old email: no session, password, code, link or later change of an attacker remains', async () => {
    const old = await registerVerifiedUser()
    const attacker = await signIn(old)
    const first = await changeEmail(attacker)
    await changePassword(attacker, PASSWORD, ATTACKER_PASSWORD)
    attacker.reload()
    const generateCode = await enableSecondFactor(attacker, ATTACKER_PASSWORD)
    const second = createEmail('second')
    await save(attacker, second)
    await guest().post('/email/confirm', {
      token: await mailbox.findToken(second, 'confirm_email'),
      current_password: ATTACKER_PASSWORD,
      code: generateCode(1),
    })
    const third = createEmail('third')
    await save(attacker, third)
    const links = {
      confirm: await mailbox.findToken(third, 'confirm_email'),
      later: await mailbox.findToken(first, 'email_changed'),
      asked: await mailbox.findToken(second, 'email_change_asked'),
    }
    expect(Object.values(links).every((link) => link.length === 43)).toBe(true)
    await guest().post('/password/forgot', { email: second })
    const reset = await mailbox.findToken(second, 'reset_password')

    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
    expect((await attacker.get('/account/user.json')).statusCode).toBe(401)
    expect(
      await listStatusCodes([login(second, ATTACKER_PASSWORD), login(old, ATTACKER_PASSWORD), login(old)]),
    ).toEqual([401, 401, 401])
    const setsNothing = { password: ATTACKER_PASSWORD, confirmation: ATTACKER_PASSWORD }
    expect(
      await listStatusCodes([
        guest().post('/email/confirm', {
          token: links.confirm,
          current_password: ATTACKER_PASSWORD,
          code: generateCode(0),
        }),
        guest().post('/email/undo', { token: links.later }),
        guest().post('/email/undo', { token: links.asked }),
        guest().post('/password/reset', { token: reset, ...setsNothing }),
      ]),
    ).toEqual([422, 422, 422, 422])

    expect((await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')).statusCode).toBe(200)
    expect(await getUser(await signIn(old, 'tulip lamp 49'))).toMatchObject({
      email: old,
      two_factor: false,
      pending_email: null,
    })
    expect(await isAvailable(first)).toBe(true)
  })

  it('is undone together with the payout method and the erasure request of an attacker', async () => {
    const old = await registerVerifiedUser()
    const owner = await signIn(old)
    const { id } = await getUser(owner)
    const destination = async (user: Browser) => (await user.get('/account/payouts.json')).json().method?.destination
    expect((await choosePayoutMethod(owner, '2015550111', PASSWORD)).statusCode).toBe(200)
    await connection().pool.query(`
      alter table payout_methods disable trigger payout_methods_append_only;
      update payout_methods set set_at = set_at - interval '9 days', on_hold_until = on_hold_until - interval '9 days'
       where user_id = ${id};
      alter table payout_methods enable trigger payout_methods_append_only`)
    const attacker = await signIn(old)
    await choosePayoutMethod(attacker, '2015550166', PASSWORD)
    await changeEmail(attacker)
    // The attacker receives the email about this change.
    await choosePayoutMethod(attacker, '2015550177', PASSWORD)
    expect(await destination(attacker)).toBe('(201) 555-0177')
    expect((await attacker.post('/account/my-data/erase', { current_password: PASSWORD })).statusCode).toBe(200)

    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
    await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')
    const ownerBrowser = await signIn(old, 'tulip lamp 49')
    expect(await destination(ownerBrowser)).toBe('(201) 555-0111')
    expect((await ownerBrowser.get('/account/my-data.json')).json()).toMatchObject({ erasure: null })
  })

  it.each([
    ['before', true],
    ['after', false],
  ] as const)(
    'can be stopped through the old email while it is pending, even if a second factor was set up %s it',
    async (_when, before) => {
      const old = await registerVerifiedUser()
      const attacker = await signIn(old)
      if (before) await enableSecondFactor(attacker)
      const newEmail = createEmail('other')
      await save(attacker, newEmail)
      const link = await mailbox.findToken(newEmail, 'confirm_email')
      // The old email is notified even if the attacker cancels the change before the email is written.
      if (!before) {
        await attacker.post('/account/email/cancel', {})
        await enableSecondFactor(attacker)
      }
      expect((await undo(old, 'email_change_asked')).statusCode).toBe(200)
      expect((await attacker.get('/account/user.json')).statusCode).toBe(401)
      const body = { token: link, current_password: PASSWORD }
      expect((await guest().post('/email/confirm', body)).statusCode).toBe(422)
      await setMailedPassword(old, ATTACKER_PASSWORD, 'account_taken_back')
      await signIn(old, ATTACKER_PASSWORD)
    },
  )

  it('does not remove an older second factor when stopped while pending, because the requester had no code', async () => {
    const old = await registerVerifiedUser()
    const ana = await signIn(old)
    const generateCode = await enableSecondFactor(ana)
    await connection().pool.query(
      `update second_factors set confirmed_at = now() - interval '8 days'
      where user_id = (select id from users where email = $1)`,
      [old],
    )
    await save(ana, createEmail('other'))
    expect((await undo(old, 'email_change_asked')).statusCode).toBe(200)
    await setMailedPassword(old, ATTACKER_PASSWORD, 'account_taken_back')
    expect((await login(old, ATTACKER_PASSWORD)).json()).toMatchObject({
      code: 'second_factor_code_required',
      errors: { code: pageMessages.codeRequired },
    })
    expect((await login(old, ATTACKER_PASSWORD, generateCode(1))).statusCode).toBe(200)
  })

  it('loses to the undo of an earlier change when both are undone', async () => {
    const old = await registerVerifiedUser()
    const attacker = await signIn(old)
    const first = await changeEmail(attacker)
    await changeEmail(attacker)
    expect((await undo(first, 'email_changed')).statusCode).toBe(200)
    await setMailedPassword(first, ATTACKER_PASSWORD, 'account_taken_back')
    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
    expect((await login(first, ATTACKER_PASSWORD)).statusCode).toBe(401)
    expect((await undo(first, 'email_changed')).statusCode).toBe(422)
    expect((await undo(first, 'email_change_asked')).statusCode).toBe(422)
    await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')
    await signIn(old, 'tulip lamp 49')
  })

  it('keeps its undo link when the undo is refused', async () => {
    const old = await registerVerifiedUser()
    const ana = await signIn(old)
    await changeEmail(ana)
    // An import could do this; the calls respect the reservation.
    await connection().pool.query(`update users set email = $1 where email = $2`, [old, await registerUser()])
    expect((await undo(old, 'email_changed')).statusCode).toBe(422)
    await connection().pool.query(`update users set email = $1 where email = $2`, [createEmail('moved'), old])
    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
  })

  it('from an unverified email cannot be undone once the new email has been verified', async () => {
    const old = await registerUser()
    const ana = await signIn(old)
    const newEmail = await changeEmail(ana)
    await guest().post('/password/forgot', { email: newEmail })
    expect((await setMailedPassword(newEmail, ATTACKER_PASSWORD, 'reset_password')).statusCode).toBe(200)
    expect((await undo(old, 'email_changed')).statusCode).toBe(422)
    await signIn(newEmail, ATTACKER_PASSWORD)

    const [typed, real] = [await registerUser(), createEmail('real')]
    await changeEmail(await signIn(typed), real)
    expect((await undo(typed, 'email_changed')).statusCode).toBe(200)
  })

  it('ends with a new password, as do older links except those that restore the account', async () => {
    const old = await registerVerifiedUser()
    const ana = await signIn(old)
    const newEmail = createEmail('other')
    await save(ana, newEmail)
    await guest().post('/password/forgot', { email: old })
    const reset = await mailbox.findToken(old, 'reset_password')
    expect((await changePassword(ana, PASSWORD, ATTACKER_PASSWORD)).statusCode).toBe(200)
    ana.reload()
    expect(await getUser(ana)).toMatchObject({ pending_email: null })
    expect((await confirm(newEmail, { current_password: ATTACKER_PASSWORD })).statusCode).toBe(422)
    const body = { token: reset, password: PASSWORD, confirmation: PASSWORD }
    expect((await guest().post('/password/reset', body)).statusCode).toBe(422)
    expect((await undo(old, 'email_change_asked')).statusCode).toBe(200)
  })

  it.runIf(engine === 'postgres')('handles concurrent registrations of both emails', async () => {
    for (let round = 0; round < 8; round++) {
      const [old, newEmail] = [await registerVerifiedUser(), createEmail('race')]
      await save(await signIn(old), newEmail)
      const register = (email: string) => guest().post('/register', registrationForm(email, PASSWORD))
      await mailbox.findToken(newEmail, 'confirm_email')
      const [confirmed, ...responses] = await Promise.all([
        confirm(newEmail),
        register(old),
        register(newEmail),
        register(old),
        register(newEmail),
      ])
      const statuses = responses.map(({ statusCode }) => statusCode)
      expect([statuses[0], statuses[2]]).toEqual([422, 422])
      expect([confirmed.statusCode, statuses[1], statuses[3]].sort()).toEqual(
        confirmed.statusCode === 200 ? [200, 422, 422] : [201, 422, 422],
      )
      if (confirmed.statusCode !== 200) continue
      await mailbox.findToken(old, 'email_changed')
      const [undone, reregistration, lateRegistration] = await Promise.all([
        undo(old, 'email_changed'),
        register(old),
        register(newEmail),
      ])
      expect([undone.statusCode, reregistration.statusCode]).toEqual([200, 422])
      expect([201, 422]).toContain(lateRegistration.statusCode)
    }
  })

  it.runIf(engine === 'postgres')('is refused if an import takes the target email at the same moment', async () => {
    const duringImport = async (email: string, request: () => ReturnType<Browser['post']>) => {
      const client = await connection().pool.connect()
      try {
        await client.query('begin')
        await client.query(`update users set email = $1 where email = $2`, [email, await registerUser()])
        const response = request()
        await waitForBlocked(connection().pool)
        await client.query('commit')
        return await response
      } finally {
        client.release()
      }
    }
    const [old, newEmail] = [await registerVerifiedUser(), createEmail('new')]
    await save(await signIn(old), newEmail)
    await mailbox.findToken(newEmail, 'confirm_email')
    expect((await duringImport(newEmail, () => confirm(newEmail))).json().errors).toEqual({
      email: formMessages.emailTaken,
    })

    const victim = await registerVerifiedUser()
    await changeEmail(await signIn(victim))
    await mailbox.findToken(victim, 'email_changed')
    const refused = await duringImport(victim, () => undo(victim, 'email_changed'))
    expect(refused.json()).toMatchObject({ status: 422, code: 'link_expired', detail: serverMessages.linkExpired })
    await connection().pool.query(`update users set email = $1 where email = $2`, [createEmail('moved'), victim])
    expect((await undo(victim, 'email_changed')).statusCode).toBe(200)
  })

  it.runIf(engine === 'postgres')(
    'leaves nothing of an attacker who signs in and sets up access while it is undone',
    async () => {
      for (let round = 0; round < 5; round++) {
        const old = await registerVerifiedUser()
        const attacker = await signIn(old)
        const newEmail = await changeEmail(attacker)
        const { secret } = (await attacker.post('/account/security/start', { current_password: PASSWORD })).json()
        const token = await mailbox.findToken(old, 'email_changed')
        const lateBrowsers = Array.from({ length: 4 }, () => guest())
        const responses = await Promise.all([
          ...lateBrowsers.map((browser) => browser.post('/login', { email: newEmail, password: PASSWORD })),
          attacker.post('/account/security/confirm', { code: new TOTP({ secret }).generate() }),
          changePassword(attacker, PASSWORD, ATTACKER_PASSWORD),
          save(attacker, createEmail('late')),
          choosePayoutMethod(attacker, '2015550166', PASSWORD),
          attacker.post('/account/my-data/erase', { current_password: PASSWORD }),
          guest().post('/email/undo', { token }),
        ])
        expect(responses.at(-1)?.statusCode).toBe(200)
        expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
        for (const browser of [...lateBrowsers, attacker])
          expect((await browser.get('/account/user.json')).statusCode).toBe(401)
        await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')
        const ownerBrowser = await signIn(old, 'tulip lamp 49')
        expect(await getUser(ownerBrowser)).toMatchObject({ email: old, two_factor: false, pending_email: null })
        expect((await ownerBrowser.get('/account/payouts.json')).json()).toMatchObject({ method: null })
        expect((await ownerBrowser.get('/account/my-data.json')).json()).toMatchObject({ erasure: null })
      }
    },
  )
})

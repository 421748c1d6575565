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
const THIEFS = 'violet lamp 48'
let made = 0
const fresh = (name: string) => `${name}${++made}@example.com`

databaseTest('an email change', (connection, engine) => {
  const suite = appForSuite(connection)
  const mailbox = createMailbox(suite)
  const guest = () => browserOf(suite)
  const login = (email: string, password = PASSWORD, code?: string) => guest().post('/login', { email, password, code })
  const signedIn = async (email: string, password = PASSWORD) => {
    const one = guest()
    expect((await one.post('/login', { email, password })).statusCode).toBe(200)
    one.reload()
    return one
  }
  type Browser = Awaited<ReturnType<typeof signedIn>>
  const setMailedPassword = async (email: string, password: string, kind: Parameters<typeof mailbox.findToken>[1]) => {
    const token = await mailbox.findToken(email, kind)
    return guest().post('/password/reset', { token, password, confirmation: password })
  }
  const registered = async () => {
    const email = fresh('owner')
    expect((await guest().post('/register', registrationForm(email, PASSWORD))).statusCode).toBe(201)
    return email
  }
  /** Registers a user who has proven the mailbox by setting a password through a mailed link. */
  const proven = async () => {
    const email = await registered()
    await guest().post('/password/forgot', { email })
    expect((await setMailedPassword(email, PASSWORD, 'reset_password')).statusCode).toBe(200)
    return email
  }
  const userOf = async (browser: Browser) => (await browser.get('/account/user.json')).json()
  const save = (browser: Browser, email: string) =>
    browser.post('/account/profile/save', { first_name: 'Anna', last_name: 'Reyes', email })
  const confirm = async (email: string, given: object = {}) =>
    guest().post('/email/confirm', {
      token: await mailbox.findToken(email, 'confirm_email'),
      current_password: PASSWORD,
      ...given,
    })
  const undo = async (email: string, kind: 'email_changed' | 'email_change_asked') =>
    guest().post('/email/undo', { token: await mailbox.findToken(email, kind) })
  const changed = async (browser: Browser, to = fresh('other'), password = PASSWORD) => {
    expect((await save(browser, to)).statusCode).toBe(200)
    expect((await confirm(to, { current_password: password })).statusCode).toBe(200)
    return to
  }
  const switchedOn = async (browser: Browser, password = PASSWORD) => {
    const { secret } = (await browser.post('/account/security/start', { current_password: password })).json()
    const answer = await browser.post('/account/security/confirm', { code: new TOTP({ secret }).generate() })
    expect(answer.statusCode).toBe(200)
    browser.reload()
    return (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  }
  const newPassword = (browser: Browser, from: string, to: string) =>
    browser.post('/account/password/change', { current_password: from, new_password: to, confirmation: to })
  const valid = async (email: string) => (await guest().post('/check-email', { email })).json().valid
  const choose = (who: Browser, phone_number: string, current_password: string) =>
    who.post('/account/payouts/method', { kind: 'quickpay', phone_number, current_password })
  const refusals = async (answers: ReturnType<Browser['post']>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode)

  it('waits for confirmation at the new email with the password; the old email is notified immediately', async () => {
    const [old, other] = [await proven(), fresh('new')]
    const ana = await signedIn(old)
    const saved = await save(ana, other.toUpperCase())
    expect([saved.statusCode, saved.json()]).toMatchObject([
      200,
      { first_name: 'Anna', email: old, pending_email: other },
    ])
    expect(await mailbox.listKinds(old)).toContain('email_change_asked')
    expect(await valid(other)).toBe(true)

    const wrong = await confirm(other, { current_password: 'not this one' })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      401,
      { current_password: formMessages.currentPasswordWrong },
    ])
    expect((await confirm(other)).statusCode).toBe(200)
    expect((await confirm(other)).json().errors).toEqual({ token: serverMessages.linkExpired })
    expect(await userOf(ana)).toMatchObject({ email: other, pending_email: null, email_verified: true })
    expect(await mailbox.listKinds(old)).toContain('email_changed')
    expect((await login(old)).statusCode).toBe(401)
    expect((await login(other)).statusCode).toBe(200)
  })

  it('also requires a code if the account has a second factor', async () => {
    const ana = await signedIn(await proven())
    const codeOf = await switchedOn(ana)
    const other = fresh('new')
    await save(ana, other)
    expect((await confirm(other)).json().errors).toEqual({ code: pageMessages.codeRequired })
    expect((await confirm(other, { code: '000000' })).json().errors).toEqual({ code: serverMessages.codeIncorrect })
    expect((await confirm(other, { code: codeOf(1) })).statusCode).toBe(200)
  })

  it('can be canceled and mailed again in the account; a new change ends the previous one', async () => {
    const ana = await signedIn(await proven())
    const [first, second] = [fresh('first'), fresh('second')]
    await save(ana, first)
    const older = await mailbox.findToken(first, 'confirm_email')
    expect((await ana.post('/account/email/resend', {})).json()).toMatchObject({ pending_email: first })
    const newer = await mailbox.findToken(first, 'confirm_email')
    expect(newer).not.toBe(older)
    const given = { current_password: PASSWORD }
    expect((await guest().post('/email/confirm', { token: older, ...given })).statusCode).toBe(422)
    await save(ana, second)
    expect((await guest().post('/email/confirm', { token: newer, ...given })).statusCode).toBe(422)
    expect((await ana.post('/account/email/cancel', {})).json()).toMatchObject({ pending_email: null })
    expect((await confirm(second)).statusCode).toBe(422)
    expect((await ana.post('/account/email/resend', {})).statusCode).toBe(409)
  })

  it('is refused for an email that is already taken, at the latest on confirmation', async () => {
    const [ana, taken, free] = [await signedIn(await proven()), await registered(), fresh('free')]
    const refused = await save(ana, taken)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { email: formMessages.emailTaken }])
    await save(ana, free)
    expect((await guest().post('/register', registrationForm(free, PASSWORD))).statusCode).toBe(201)
    expect((await confirm(free)).json().errors).toEqual({ email: formMessages.emailTaken })
  })

  it('reserves the old email for 7 days: it cannot be registered or added, and is reported as taken', async () => {
    const old = await proven()
    const ana = await signedIn(old)
    await changed(ana)
    const thief = await signedIn(await proven())
    expect(await valid(old)).toBe(false)
    const register = () => guest().post('/register', registrationForm(old, PASSWORD))
    expect((await register()).json().errors).toEqual({ email: formMessages.emailTaken })
    expect((await save(thief, old)).json().errors).toEqual({ email: formMessages.emailTaken })
    // The email still belongs to this user.
    expect((await save(ana, old)).statusCode).toBe(200)
    await connection().pool.query(
      `update email_changes set confirmed_at = confirmed_at - interval '7 days',
      created_at = created_at - interval '7 days' where old_email = $1`,
      [old],
    )
    expect(await valid(old)).toBe(true)
    expect((await register()).statusCode).toBe(201)
    expect((await undo(old, 'email_changed')).statusCode).toBe(422)
  })

  it('is undone through the old email: no session, password, code, link or later change of a thief remains', async () => {
    const old = await proven()
    const thief = await signedIn(old)
    const first = await changed(thief)
    await newPassword(thief, PASSWORD, THIEFS)
    thief.reload()
    const codeOf = await switchedOn(thief, THIEFS)
    const second = fresh('second')
    await save(thief, second)
    await guest().post('/email/confirm', {
      token: await mailbox.findToken(second, 'confirm_email'),
      current_password: THIEFS,
      code: codeOf(1),
    })
    const third = fresh('third')
    await save(thief, third)
    const links = {
      confirm: await mailbox.findToken(third, 'confirm_email'),
      later: await mailbox.findToken(first, 'email_changed'),
      asked: await mailbox.findToken(second, 'email_change_asked'),
    }
    expect(Object.values(links).every((link) => link.length === 43)).toBe(true)
    await guest().post('/password/forgot', { email: second })
    const reset = await mailbox.findToken(second, 'reset_password')

    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
    expect((await thief.get('/account/user.json')).statusCode).toBe(401)
    expect(await refusals([login(second, THIEFS), login(old, THIEFS), login(old)])).toEqual([401, 401, 401])
    const setsNothing = { password: THIEFS, confirmation: THIEFS }
    expect(
      await refusals([
        guest().post('/email/confirm', { token: links.confirm, current_password: THIEFS, code: codeOf(0) }),
        guest().post('/email/undo', { token: links.later }),
        guest().post('/email/undo', { token: links.asked }),
        guest().post('/password/reset', { token: reset, ...setsNothing }),
      ]),
    ).toEqual([422, 422, 422, 422])

    expect((await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')).statusCode).toBe(200)
    expect(await userOf(await signedIn(old, 'tulip lamp 49'))).toMatchObject({
      email: old,
      two_factor: false,
      pending_email: null,
    })
    expect(await valid(first)).toBe(true)
  })

  it('is undone together with the payout method and the erasure request of a thief', async () => {
    const old = await proven()
    const owner = await signedIn(old)
    const { id } = await userOf(owner)
    const destination = async (who: Browser) => (await who.get('/account/payouts.json')).json().method?.destination
    expect((await choose(owner, '2015550111', PASSWORD)).statusCode).toBe(200)
    await connection().pool.query(`
      alter table payout_methods disable trigger payout_methods_append_only;
      update payout_methods set set_at = set_at - interval '9 days', on_hold_until = on_hold_until - interval '9 days'
       where user_id = ${id};
      alter table payout_methods enable trigger payout_methods_append_only`)
    const thief = await signedIn(old)
    await choose(thief, '2015550166', PASSWORD)
    await changed(thief)
    // The mail about this goes to the thief.
    await choose(thief, '2015550177', PASSWORD)
    expect(await destination(thief)).toBe('(201) 555-0177')
    expect((await thief.post('/account/my-data/erase', { current_password: PASSWORD })).statusCode).toBe(200)

    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
    await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')
    const back = await signedIn(old, 'tulip lamp 49')
    expect(await destination(back)).toBe('(201) 555-0111')
    expect((await back.get('/account/my-data.json')).json()).toMatchObject({ erasure: null })
  })

  it.each([
    ['before', true],
    ['after', false],
  ] as const)(
    'can be stopped through the old email while it is pending, even if a second factor was set up %s it',
    async (_when, before) => {
      const old = await proven()
      const thief = await signedIn(old)
      if (before) await switchedOn(thief)
      const other = fresh('other')
      await save(thief, other)
      const link = await mailbox.findToken(other, 'confirm_email')
      // The old email is notified even if the thief cancels the change before the mail is written.
      if (!before) {
        await thief.post('/account/email/cancel', {})
        await switchedOn(thief)
      }
      expect((await undo(old, 'email_change_asked')).statusCode).toBe(200)
      expect((await thief.get('/account/user.json')).statusCode).toBe(401)
      const given = { token: link, current_password: PASSWORD }
      expect((await guest().post('/email/confirm', given)).statusCode).toBe(422)
      await setMailedPassword(old, THIEFS, 'account_taken_back')
      await signedIn(old, THIEFS)
    },
  )

  it('does not remove an older second factor when stopped while pending, because the requester had no code', async () => {
    const old = await proven()
    const ana = await signedIn(old)
    const codeOf = await switchedOn(ana)
    await connection().pool.query(
      `update second_factors set confirmed_at = now() - interval '8 days'
      where user_id = (select id from users where email = $1)`,
      [old],
    )
    await save(ana, fresh('other'))
    expect((await undo(old, 'email_change_asked')).statusCode).toBe(200)
    await setMailedPassword(old, THIEFS, 'account_taken_back')
    expect((await login(old, THIEFS)).json().errors).toEqual({ code: pageMessages.codeRequired })
    expect((await login(old, THIEFS, codeOf(1))).statusCode).toBe(200)
  })

  it('loses to the undo of an earlier change when both are undone', async () => {
    const old = await proven()
    const thief = await signedIn(old)
    const first = await changed(thief)
    await changed(thief)
    expect((await undo(first, 'email_changed')).statusCode).toBe(200)
    await setMailedPassword(first, THIEFS, 'account_taken_back')
    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
    expect((await login(first, THIEFS)).statusCode).toBe(401)
    expect((await undo(first, 'email_changed')).statusCode).toBe(422)
    expect((await undo(first, 'email_change_asked')).statusCode).toBe(422)
    await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')
    await signedIn(old, 'tulip lamp 49')
  })

  it('keeps its undo link when the undo is refused', async () => {
    const old = await proven()
    const ana = await signedIn(old)
    await changed(ana)
    // An import could do this; the calls respect the reservation.
    await connection().pool.query(`update users set email = $1 where email = $2`, [old, await registered()])
    expect((await undo(old, 'email_changed')).statusCode).toBe(422)
    await connection().pool.query(`update users set email = $1 where email = $2`, [fresh('moved'), old])
    expect((await undo(old, 'email_changed')).statusCode).toBe(200)
  })

  it('from an unproven email cannot be undone once the new email has been proven', async () => {
    const old = await registered()
    const ana = await signedIn(old)
    const other = await changed(ana)
    await guest().post('/password/forgot', { email: other })
    expect((await setMailedPassword(other, THIEFS, 'reset_password')).statusCode).toBe(200)
    expect((await undo(old, 'email_changed')).statusCode).toBe(422)
    await signedIn(other, THIEFS)

    const [typed, real] = [await registered(), fresh('real')]
    await changed(await signedIn(typed), real)
    expect((await undo(typed, 'email_changed')).statusCode).toBe(200)
  })

  it('ends with a new password, as do older links except those that restore the account', async () => {
    const old = await proven()
    const ana = await signedIn(old)
    const other = fresh('other')
    await save(ana, other)
    await guest().post('/password/forgot', { email: old })
    const reset = await mailbox.findToken(old, 'reset_password')
    expect((await newPassword(ana, PASSWORD, THIEFS)).statusCode).toBe(200)
    ana.reload()
    expect(await userOf(ana)).toMatchObject({ pending_email: null })
    expect((await confirm(other, { current_password: THIEFS })).statusCode).toBe(422)
    const given = { token: reset, password: PASSWORD, confirmation: PASSWORD }
    expect((await guest().post('/password/reset', given)).statusCode).toBe(422)
    expect((await undo(old, 'email_change_asked')).statusCode).toBe(200)
  })

  it.runIf(engine === 'postgres')('handles concurrent registrations of both emails', async () => {
    for (let round = 0; round < 8; round++) {
      const [old, other] = [await proven(), fresh('race')]
      await save(await signedIn(old), other)
      const register = (email: string) => guest().post('/register', registrationForm(email, PASSWORD))
      await mailbox.findToken(other, 'confirm_email')
      const [confirmed, ...answers] = await Promise.all([
        confirm(other),
        register(old),
        register(other),
        register(old),
        register(other),
      ])
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect([statuses[0], statuses[2]]).toEqual([422, 422])
      expect([confirmed.statusCode, statuses[1], statuses[3]].sort()).toEqual(
        confirmed.statusCode === 200 ? [200, 422, 422] : [201, 422, 422],
      )
      if (confirmed.statusCode !== 200) continue
      await mailbox.findToken(old, 'email_changed')
      const [undone, again, late] = await Promise.all([undo(old, 'email_changed'), register(old), register(other)])
      expect([undone.statusCode, again.statusCode]).toEqual([200, 422])
      expect([201, 422]).toContain(late.statusCode)
    }
  })

  it.runIf(engine === 'postgres')('is refused if an import takes the target email at the same moment', async () => {
    const importing = async (email: string, during: () => ReturnType<Browser['post']>) => {
      const client = await connection().pool.connect()
      try {
        await client.query('begin')
        await client.query(`update users set email = $1 where email = $2`, [email, await registered()])
        const answer = during()
        await waitForBlocked(connection().pool)
        await client.query('commit')
        return await answer
      } finally {
        client.release()
      }
    }
    const [old, other] = [await proven(), fresh('new')]
    await save(await signedIn(old), other)
    await mailbox.findToken(other, 'confirm_email')
    expect((await importing(other, () => confirm(other))).json().errors).toEqual({ email: formMessages.emailTaken })

    const victim = await proven()
    await changed(await signedIn(victim))
    await mailbox.findToken(victim, 'email_changed')
    const refused = await importing(victim, () => undo(victim, 'email_changed'))
    expect([refused.statusCode, refused.json().detail]).toEqual([422, serverMessages.linkExpired])
    await connection().pool.query(`update users set email = $1 where email = $2`, [fresh('moved'), victim])
    expect((await undo(victim, 'email_changed')).statusCode).toBe(200)
  })

  it.runIf(engine === 'postgres')(
    'leaves nothing of a thief who signs in and sets up access while it is undone',
    async () => {
      for (let round = 0; round < 5; round++) {
        const old = await proven()
        const thief = await signedIn(old)
        const other = await changed(thief)
        const { secret } = (await thief.post('/account/security/start', { current_password: PASSWORD })).json()
        const token = await mailbox.findToken(old, 'email_changed')
        const late = Array.from({ length: 4 }, () => guest())
        const answers = await Promise.all([
          ...late.map((each) => each.post('/login', { email: other, password: PASSWORD })),
          thief.post('/account/security/confirm', { code: new TOTP({ secret }).generate() }),
          newPassword(thief, PASSWORD, THIEFS),
          save(thief, fresh('late')),
          choose(thief, '2015550166', PASSWORD),
          thief.post('/account/my-data/erase', { current_password: PASSWORD }),
          guest().post('/email/undo', { token }),
        ])
        expect(answers.at(-1)?.statusCode).toBe(200)
        expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
        for (const each of [...late, thief]) expect((await each.get('/account/user.json')).statusCode).toBe(401)
        await setMailedPassword(old, 'tulip lamp 49', 'account_taken_back')
        const back = await signedIn(old, 'tulip lamp 49')
        expect(await userOf(back)).toMatchObject({ email: old, two_factor: false, pending_email: null })
        expect((await back.get('/account/payouts.json')).json()).toMatchObject({ method: null })
        expect((await back.get('/account/my-data.json')).json()).toMatchObject({ erasure: null })
      }
    },
  )
})

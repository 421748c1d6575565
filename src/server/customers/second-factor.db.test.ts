import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import type { SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import { hashPassword } from '#server/identity/credentials/password.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { composeMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { setPassword } from './account.queries.ts'
import { writePasswordMail, writeProofMail } from './account-emails.ts'
import { removeSecondFactor } from './second-factor.ts'

const PASSWORD = 'orchid lamp 48'
const hashed = hashPassword(PASSWORD)

/** Returns the code that an app shows `steps` steps from now. */
const generateCode = ({ secret }: Pick<SecondFactorSetUp, 'secret'>, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Returns the tokens of mailed links. */
function createLinks(connection: () => Connection) {
  const deps = () => ({
    db: connection().db,
    settings: { get: () => 60 } as never,
    config: { publicUrl: 'http://shop.test' },
  })
  const findToken = (mail: MailDraft | undefined) =>
    /\/(?:password\/reset|email\/prove)\/([\w-]{43})\n/.exec(mail ? composeMail(mail).text : '')?.[1] ?? ''
  return {
    passwordToken: async (id: UserId) => findToken(await writePasswordMail(deps(), 'reset_password', id)),
    proofToken: async (id: UserId) => findToken(await writeProofMail(deps(), id)),
  }
}

/** Account helpers shared by both suites. */
function createAccounts(connection: () => Connection, suite: ReturnType<typeof appForSuite>) {
  const login = (email: string, overrides: object = {}, ip?: string) =>
    browserOf(suite).post('/login', { email, password: PASSWORD, ...overrides }, ip)
  const signIn = async (email: string, code?: string) => {
    const client = browserOf(suite)
    expect((await client.post('/login', { email, password: PASSWORD, code })).statusCode).toBe(200)
    client.reload()
    return client
  }
  const createAccount = async () => {
    const user = await makeUser(connection().db)
    await inTransaction(connection().db, async (trx) => setPassword(trx, user.id, await hashed, false))
    return { ...user, client: await signIn(user.email) }
  }
  /** Creates an account with a second factor. */
  const createSecuredAccount = async () => {
    const { client, ...user } = await createAccount()
    const setUp: SecondFactorSetUp = (
      await client.post('/account/security/start', { current_password: PASSWORD })
    ).json()
    const firstCode = generateCode(setUp)
    const confirmed = await client.post('/account/security/confirm', { code: firstCode })
    expect(confirmed.statusCode).toBe(200)
    client.reload()
    const recoveryCodes: string[] = confirmed.json().recovery_codes
    return { ...user, client, setUp, firstCode, recoveryCodes }
  }
  /** Marks all codes as unused. */
  const forgetSteps = () => connection().pool.query('update second_factors set last_step = 0')
  return { login, signIn, createAccount, createSecuredAccount, forgetSteps }
}

databaseTest('two-step sign-in', (connection, engine) => {
  const suite = appForSuite(connection)
  const { login, signIn, createAccount, createSecuredAccount, forgetSteps } = createAccounts(connection, suite)
  const { passwordToken, proofToken } = createLinks(connection)

  it('is set up with the password and a first code, and is off until then', async () => {
    const { client, email } = await createAccount()
    const start = (current_password: string) => client.post('/account/security/start', { current_password })
    const refused = await start('not this one')
    expect(refused.json()).toMatchObject({
      status: 401,
      code: 'password_incorrect',
      detail: formMessages.currentPasswordWrong,
    })
    const early = await client.post('/account/security/confirm', { code: '123456' })
    expect(early.json()).toMatchObject({
      status: 409,
      code: 'second_factor_not_started',
      detail: serverMessages.twoFactorNotStarted,
    })

    const older: SecondFactorSetUp = (await start(PASSWORD)).json()
    const setUp: SecondFactorSetUp = (await start(PASSWORD)).json()
    expect(setUp.uri).toContain(`otpauth://totp/Salonfront:${encodeURIComponent(email)}?`)
    const wrong = await client.post('/account/security/confirm', { code: generateCode(older) })
    expect(wrong.json()).toMatchObject({
      status: 422,
      code: 'code_incorrect',
      errors: { code: serverMessages.codeIncorrect },
    })
    expect((await client.get('/account/user.json')).json()).toMatchObject({ two_factor: false })
    await signIn(email)

    const code = generateCode(setUp)
    const confirmed = await client.post('/account/security/confirm', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect(confirmed.statusCode).toBe(200)
    const codes: string[] = confirmed.json().recovery_codes
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    client.reload()
    expect((await client.get('/account/user.json')).json()).toMatchObject({ two_factor: true })
    expect((await start(PASSWORD)).json()).toMatchObject({ status: 409, code: 'second_factor_already_on' })
  })

  it('requires a verified email', async () => {
    const user = await makeUser(connection().db)
    const password_hash = await hashed
    await connection().db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    const client = await signIn(user.email)
    const start = () => client.post('/account/security/start', { current_password: PASSWORD })
    const refused = await start()
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'email_not_verified',
      detail: serverMessages.emailNotProven,
    })
    const token = await proofToken(user.id)
    expect((await client.post('/email/prove', { token })).statusCode).toBe(200)
    expect((await start()).statusCode).toBe(200)
  })

  it('set up by a stranger is removed when the owner proves the email, as are sessions and password', async () => {
    const prove = {
      reset: async (id: UserId) => {
        const token = await passwordToken(id)
        const password = 'tulip lamp 49'
        return browserOf(suite).post('/password/reset', { token, password, confirmation: password })
      },
      link: async (id: UserId) => browserOf(suite).post('/email/prove', { token: await proofToken(id) }),
    }
    for (const method of ['reset', 'link'] as const) {
      const { client, id, email } = await createSecuredAccount()
      // Older accounts may have a second factor and an unverified email.
      await connection().pool.query('update users set email_verified_at = null where id = $1', [id])
      expect((await prove[method](id)).statusCode).toBe(200)
      expect((await client.get('/account/user.json')).statusCode).toBe(401)
      expect((await login(email)).json().detail).toBe(serverMessages.signInFailed)
      const token = await passwordToken(id)
      const form = { token, password: 'violet lamp 48', confirmation: 'violet lamp 48' }
      expect((await browserOf(suite).post('/password/reset', form)).statusCode).toBe(200)
      expect((await login(email, { password: 'violet lamp 48' })).statusCode).toBe(200)
    }
  })

  it('ends all other sessions when it is switched on', async () => {
    const { client, email } = await createAccount()
    const otherBrowser = await signIn(email)
    const old = client.jar.get('session')
    const setUp = (await client.post('/account/security/start', { current_password: PASSWORD })).json()
    expect((await otherBrowser.get('/account/user.json')).statusCode).toBe(200)
    await client.post('/account/security/confirm', { code: generateCode(setUp) })
    expect(client.jar.get('session')).not.toBe(old)
    expect((await client.get('/account/user.json')).statusCode).toBe(200)
    expect((await otherBrowser.get('/account/user.json')).statusCode).toBe(401)
  })

  it('requests the code only after the right password, and opens no session before it', async () => {
    const { email, setUp } = await createSecuredAccount()
    const emailWithoutFactor = (await createAccount()).email
    const codeRequest = await login(email)
    expect([codeRequest.statusCode, codeRequest.json().errors, codeRequest.cookies]).toEqual([
      401,
      { code: pageMessages.codeRequired },
      [],
    ])
    const wrong = await login(email, { code: '000000' })
    expect([wrong.statusCode, wrong.json().errors, wrong.cookies]).toEqual([
      401,
      { code: serverMessages.codeIncorrect },
      [],
    ])

    const password = 'wrong wrong'
    const responses = await Promise.all([
      login(email, { password }),
      login(email, { password, code: generateCode(setUp, 1) }),
      login(emailWithoutFactor, { password }),
      login('unknown@example.com', { password, code: '123456' }),
    ])
    for (const response of responses) {
      expect([response.statusCode, response.json()]).toEqual([responses[0]?.statusCode, responses[0]?.json()])
      expect(response.json().errors).toBeUndefined()
    }
    await signIn(email, generateCode(setUp, 1))
  })

  it('accepts each code once, and no earlier code after it', async () => {
    const { email, setUp, firstCode } = await createSecuredAccount()
    expect((await login(email, { code: firstCode })).json()).toMatchObject({
      code: 'second_factor_code_incorrect',
      errors: { code: serverMessages.codeIncorrect },
    })
    const next = generateCode(setUp, 1)
    expect((await login(email, { code: next })).statusCode).toBe(200)
    for (const code of [next, firstCode]) expect((await login(email, { code })).statusCode).toBe(401)
  })

  it('accepts a recovery code once, in any letter case', async () => {
    const { email, recoveryCodes } = await createSecuredAccount()
    const [first = '', second = ''] = recoveryCodes
    expect((await login(email, { code: first.toLowerCase().replace('-', ' ') })).statusCode).toBe(200)
    expect((await login(email, { code: first })).statusCode).toBe(401)
    expect((await login((await createSecuredAccount()).email, { code: second })).statusCode).toBe(401)
    expect((await login(email, { code: second })).statusCode).toBe(200)
  })

  it('stays on after a new password from a mailed link', async () => {
    const { email, id, setUp } = await createSecuredAccount()
    const token = await passwordToken(id)
    const password = 'tulip lamp 49'
    const reset = await browserOf(suite).post('/password/reset', { token, password, confirmation: password })
    expect(reset.statusCode).toBe(200)
    expect((await login(email, { password })).json()).toMatchObject({
      code: 'second_factor_code_required',
      errors: { code: pageMessages.codeRequired },
    })
    expect((await login(email, { password, code: generateCode(setUp, 1) })).statusCode).toBe(200)
  })

  it('is switched off with the password and a code, which ends no session', async () => {
    const { client, id, email, setUp } = await createSecuredAccount()
    const otherBrowser = await signIn(email, generateCode(setUp, 1))
    await forgetSteps()
    const remove = (overrides: object) =>
      client.post('/account/security/remove', { current_password: PASSWORD, code: generateCode(setUp), ...overrides })
    expect((await remove({ current_password: 'not this one' })).json().detail).toBe(formMessages.currentPasswordWrong)
    expect((await remove({ code: '' })).json().errors).toEqual({ code: pageMessages.codeRequired })
    expect((await remove({ code: '000000' })).json().errors).toEqual({ code: serverMessages.codeIncorrect })
    expect((await remove({})).json()).toMatchObject({ email, two_factor: false })
    expect((await remove({})).json()).toMatchObject({ status: 409, code: 'second_factor_not_on' })
    expect((await otherBrowser.get('/account/user.json')).statusCode).toBe(200)
    await signIn(email)
    expect((await connection().pool.query('select 1 from recovery_codes where user_id = $1', [id])).rows).toEqual([])
  })

  it('stores neither the secret nor a recovery code readably', async () => {
    const { setUp, recoveryCodes } = await createSecuredAccount()
    const { rows } = await connection().pool.query(
      `select encode(sealed_secret, 'hex') as kept from second_factors
       union all select encode(code_hash, 'hex') from recovery_codes`,
    )
    const dump = Buffer.from(rows.map(({ kept: storedHex }) => storedHex).join(''), 'hex')
    const secret = new TOTP({ secret: setUp.secret }).secret
    expect(dump.length).toBeGreaterThan(300)
    const readable = recoveryCodes.flatMap((code) => [code, code.replace('-', '')])
    for (const secretBytes of [
      Buffer.from(secret.buffer),
      Buffer.from(setUp.secret),
      ...readable.map((code) => Buffer.from(code)),
    ]) {
      expect(dump.includes(secretBytes)).toBe(false)
    }
  })

  it('is removed by the shop for a user who lost phone and codes', async () => {
    const { email, client } = await createSecuredAccount()
    const remove = () => inTransaction(connection().db, (trx) => removeSecondFactor(trx, email))
    expect(await remove()).toEqual({ ok: true, userId: expect.any(Number) })
    expect(await remove()).toEqual({ ok: false, refusal: { code: 'second_factor_not_on' } })
    expect((await client.get('/account/user.json')).json()).toMatchObject({ two_factor: false })
    await signIn(email)
  })

  it('is for users only', async () => {
    for (const path of ['start', 'confirm', 'remove']) {
      const response = await browserOf(suite).post(`/account/security/${path}`, {
        current_password: PASSWORD,
        code: '1',
      })
      expect(response.statusCode).toBe(401)
    }
  })

  it.runIf(engine === 'postgres')(
    'lets exactly one of ten concurrent sign-ins with the same code succeed',
    async () => {
      const { email, setUp, recoveryCodes } = await createSecuredAccount()
      for (const code of [recoveryCodes[0], generateCode(setUp, 1)]) {
        const responses = await Promise.all(Array.from({ length: 10 }, () => login(email, { code })))
        expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
        expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(9)
      }
    },
  )

  it.runIf(engine === 'postgres')('leaves no session opened without a code after it is switched on', async () => {
    const { client, email } = await createAccount()
    const setUp = (await client.post('/account/security/start', { current_password: PASSWORD })).json()
    const browsers = Array.from({ length: 6 }, () => browserOf(suite))
    await Promise.all([
      ...browsers.map((browser) => browser.post('/login', { email, password: PASSWORD })),
      client.post('/account/security/confirm', { code: generateCode(setUp) }),
    ])
    const after = await Promise.all(browsers.map((browser) => browser.get('/account/user.json')))
    expect(after.map(({ statusCode }) => statusCode)).toEqual(browsers.map(() => 401))
  })
})

databaseTest('two-step sign-in after a change of SECRET', (connection) => {
  const [oldSecret, after] = ['the old secret, which is long enough', 'the new secret, long enough as well']
  const oldSuite = appForSuite(connection, { SECRET: oldSecret })
  const newSuite = appForSuite(connection, { SECRET: after, SECRET_PREVIOUS: oldSecret })
  const laterSuite = appForSuite(connection, { SECRET: after })
  const { createSecuredAccount, forgetSteps } = createAccounts(connection, oldSuite)

  it('accepts existing codes, and seals them with the new secret on use, so that the old one can be dropped', async () => {
    const { email, client, setUp, recoveryCodes } = await createSecuredAccount()
    const cookies = new Map(client.jar)
    const login = (suite: typeof newSuite, code?: string) =>
      browserOf(suite).post('/login', { email, password: PASSWORD, code })
    expect((await login(newSuite, recoveryCodes[0])).statusCode).toBe(200)
    await connection().pool.query(`update second_factors set sealed_secret = sealed_secret`)
    await forgetSteps()
    expect((await login(newSuite, generateCode(setUp))).statusCode).toBe(200)
    await forgetSteps()
    expect((await login(laterSuite, generateCode(setUp))).statusCode).toBe(200)

    // Cookies and tokens signed with the old secret are accepted too.
    const browser = browserOf(newSuite)
    for (const [name, value] of cookies) browser.jar.set(name, value)
    const headers = { 'x-csrf-token': client.csrf() }
    expect((await browser.post('/account/orders/claim', {}, '127.0.0.1', headers)).statusCode).toBe(200)
    const laterBrowser = browserOf(laterSuite)
    for (const [name, value] of cookies) laterBrowser.jar.set(name, value)
    expect((await laterBrowser.post('/account/orders/claim', {}, '127.0.0.1', headers)).statusCode).toBe(403)
  })
})

databaseTest('code limits', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const { login, createSecuredAccount } = createAccounts(connection, suite)

  it('allow ten codes per account in 15 minutes from any number of IP addresses; attempts without the password do not count', async () => {
    const { email, setUp } = await createSecuredAccount()
    const tryCodes = async (overrides: object, count: number) => {
      const responses = await Promise.all(
        Array.from({ length: count }, (_, n) => login(email, overrides, `192.0.2.${n}`)),
      )
      return responses.map(({ statusCode }) => statusCode).sort()
    }
    expect(await tryCodes({ password: 'wrong wrong', code: '000000' }, 12)).toEqual(Array(12).fill(401))
    expect(await tryCodes({ code: '000000' }, 12)).toEqual([...Array(10).fill(401), ...Array(2).fill(429)])
    const limited = await login(email, { code: generateCode(setUp, 1) }, '192.0.2.77')
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(800)
  })

  it('count a wrong code as a sign-in attempt of its IP address', async () => {
    const { email } = await createSecuredAccount()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await login(email, {}, '192.0.2.200')).statusCode)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  })
})

import { expect, it } from 'vitest'
import { serverMessages } from '#contract/base/server-messages.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { createMailbox } from '#test/mailbox.ts'
import { registrationForm } from '#test/member-forms.ts'

const PASSWORD = 'orchid lamp 48'
let emailCount = 0
const createEmail = (name: string) => `${name}${++emailCount}@example.com`

databaseTest('an emailed link of an account', (connection) => {
  const suite = appForSuite(connection)
  const mailbox = createMailbox(suite)
  const guest = () => browserOf(suite)
  const open = async (path: string, token: string) => (await guest().get(`${path}/${token}.json`)).statusCode
  const registerUser = async () => {
    const email = createEmail('owner')
    expect((await guest().post('/register', registrationForm(email, PASSWORD))).statusCode).toBe(201)
    const browser = guest()
    expect((await browser.post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    browser.reload()
    return { email, browser }
  }
  const requestChange = async () => {
    const { email, browser } = await registerUser()
    const newEmail = createEmail('other')
    const form = { first_name: 'Anna', last_name: 'Reyes', email: newEmail }
    expect((await browser.post('/account/profile/save', form)).statusCode).toBe(200)
    return { email, to: newEmail }
  }

  it.each(['/password/reset', '/invitation/decline', '/email/confirm', '/email/undo', '/email/prove'])(
    '%s responds to an unknown link with 410',
    async (path) => {
      const response = await guest().get(`${path}/invented.json`)
      expect(response.json()).toMatchObject({ status: 410, code: 'link_gone', detail: serverMessages.linkExpired })
    },
  )

  it('opens a reset until the password is set', async () => {
    const { email } = await registerUser()
    await guest().post('/password/forgot', { email })
    const token = await mailbox.findToken(email, 'reset_password')
    expect((await guest().get(`/password/reset/${token}.json`)).json()).toEqual({ invitation: null })
    expect(await open('/invitation/decline', token)).toBe(410)
    await guest().post('/password/reset', { token, password: PASSWORD, confirmation: PASSWORD })
    expect(await open('/password/reset', token)).toBe(410)
  })

  it('opens a change of email until it is confirmed', async () => {
    const { to: newEmail } = await requestChange()
    const token = await mailbox.findToken(newEmail, 'confirm_email')
    expect([await open('/email/confirm', token), await open('/email/undo', token)]).toEqual([200, 410])
    await guest().post('/email/confirm', { token, current_password: PASSWORD })
    expect(await open('/email/confirm', token)).toBe(410)
  })

  it('opens the page that restores an account until the link is used', async () => {
    const { email } = await requestChange()
    const token = await mailbox.findToken(email, 'email_change_asked')
    expect([await open('/email/undo', token), await open('/email/confirm', token)]).toEqual([200, 410])
    expect((await guest().post('/email/undo', { token })).statusCode).toBe(200)
    expect(await open('/email/undo', token)).toBe(410)
  })

  it('opens the proof of an email until it is used or has expired', async () => {
    const { email, browser } = await registerUser()
    const requestProof = async () => {
      expect((await browser.post('/account/orders/claim', {})).statusCode).toBe(200)
      return mailbox.findToken(email, 'prove_email')
    }
    const expiredToken = await requestProof()
    expect(await open('/email/prove', expiredToken)).toBe(200)
    await connection().pool.query(`update email_verifications set expires_at = now() - interval '1 second'`)
    expect(await open('/email/prove', expiredToken)).toBe(410)
    const token = await requestProof()
    expect((await guest().post('/email/prove', { token })).statusCode).toBe(200)
    expect(await open('/email/prove', token)).toBe(410)
  })
})

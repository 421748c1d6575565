import { expect, it } from 'vitest'
import { serverMessages } from '#contract/base/server-messages.ts'
import { publishTerms } from '#server/content/publish-terms.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { address } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { createMember, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { readInvitationToken } from '#test/invitations.ts'
import { childForm, registrationForm } from '#test/member-forms.ts'
import { cleanInvitations } from './open-invitations.ts'

const PASSWORD = 'orchid lamp 48'

databaseTest('an invitation', (connection, engine) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  let made = 0
  const newEmail = () => `invited${++made}@example.com`
  const sponsor = async (name: string) => {
    const id = await createMember(connection(), { name })
    return { id, ...(await signInAs(suite, connection(), id)) }
  }
  type Sponsor = Awaited<ReturnType<typeof sponsor>>
  const invitedBy = async (by: Sponsor, email: string, given: object = {}) => {
    expect((await by.post('/account/child/add', { ...childForm(email), ...given })).statusCode).toBe(200)
    return readInvitationToken(connection(), by.id, email)
  }
  const accept = (token: string, given: object = {}) =>
    guest().post('/password/reset', { token, password: PASSWORD, confirmation: PASSWORD, ...given })
  const decline = (token: string) => guest().post('/invitation/decline', { token })
  const childrenOf = async (by: Sponsor) => {
    await suite().services.network.catchUp()
    return (await by.get('/account/sales.json')).json().children
  }
  const approveLicenses = async (value: 'on' | 'off') => {
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'approve_licenses', value))
    await suite().services.settings.reload()
  }
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const userOf = async (email: string) => (await query('select * from users where email = $1', [email]))[0]
  const sponsorsOf = async (email: string) =>
    (
      await query('select sponsor_id from sponsorships join users on users.id = member_id where email = $1', [email])
    ).map(({ sponsor_id }) => sponsor_id as UserId | null)
  const invitationsOf = (email: string) => query('select * from invitations where email = $1', [email])

  it('is accepted through the mailed link, which enrolls the person with address, company and license', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await invitedBy(ana, email, address)
    await query(`update invitations set invited_at = now() - interval '13 days' where email = $1`, [email])
    expect((await accept(token, { cosmetology_id: ' nj 4471 ' })).statusCode).toBe(200)
    expect(await userOf(email)).toMatchObject({
      type: 'member',
      status: 'active',
      first_name: 'Ana',
      cosmetology_id: 'nj 4471',
    })
    const [{ age, proven }] = await query(
      `select now() - created_at < interval '1 minute' as age, email_verified_at is not null as proven from users
        where email = $1`,
      [email],
    )
    expect([age, proven]).toEqual([true, true])
    expect(await sponsorsOf(email)).toEqual([ana.id])
    const addresses = await query(
      'select a.* from user_addresses a join users on users.id = user_id where email = $1',
      [email],
    )
    expect(addresses).toMatchObject([address])
    expect(await childrenOf(ana)).toMatchObject([{ id: addresses[0].user_id, first_name: 'Ana', status: 1 }])
    expect((await guest().post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    const used = await accept(token)
    expect([used.statusCode, used.json().detail]).toEqual([422, serverMessages.linkExpired])
  })

  it('accepts the terms that were shown with it, like a registration', async () => {
    const publish = (text: string) =>
      inTransaction(connection().db, (trx) => publishTerms(trx, { kind: 'command_line' }, text))
    const ana = await sponsor('Ana')
    const acceptedBy = async (given: object) => {
      const email = newEmail()
      expect((await accept(await invitedBy(ana, email), given)).statusCode).toBe(200)
      const { id } = await userOf(email)
      return (await query('select version from terms_acceptances where user_id = $1', [id])).map((row) => row.version)
    }
    expect(await acceptedBy({})).toEqual([])
    await publish('Be kind.')
    await publish('Be kinder.')
    expect([await acceptedBy({ terms_version: '1' }), await acceptedBy({})]).toEqual([[1], [2]])
  })

  it('ends the invitations of other sponsors to the same email when it is accepted', async () => {
    const [ana, bea] = [await sponsor('Ana'), await sponsor('Bea')]
    const email = newEmail()
    const [byAna, byBea] = [await invitedBy(ana, email), await invitedBy(bea, email)]
    expect((await accept(byBea)).statusCode).toBe(200)
    expect(await sponsorsOf(email)).toEqual([bea.id])
    expect(await childrenOf(ana)).toEqual([])
    expect((await accept(byAna)).json().detail).toBe(serverMessages.linkExpired)
    expect(await invitationsOf(email)).toEqual([])
  })

  it('reserves nothing: a registration in the meantime succeeds, and accepting is then refused and changes nothing', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await invitedBy(ana, email)
    expect((await guest().post('/register', registrationForm(email, 'violet lamp 48'))).statusCode).toBe(201)
    const before = [await userOf(email), await invitationsOf(email)]
    const refused = await accept(token)
    expect([refused.statusCode, refused.json().detail]).toEqual([422, serverMessages.inviteeHasAccount])
    expect([await userOf(email), await invitationsOf(email)]).toEqual(before)
    expect(await sponsorsOf(email)).toEqual([null])
    // The sponsor sees the same as for a pending invitation.
    expect(await childrenOf(ana)).toMatchObject([{ first_name: 'Noor', status: 0 }])
  })

  it('is declined by its link: other invitations remain, personal data is deleted, and its sponsor cannot invite again', async () => {
    const [ana, bea] = [await sponsor('Ana'), await sponsor('Bea')]
    const email = newEmail()
    const [byAna, byBea] = [await invitedBy(ana, email), await invitedBy(bea, email)]
    expect((await decline('nothing')).statusCode).toBe(422)
    expect((await decline(byAna)).statusCode).toBe(200)
    expect((await decline(byAna)).statusCode).toBe(422)
    expect((await accept(byAna)).json().detail).toBe(serverMessages.linkExpired)
    expect(await childrenOf(ana)).toEqual([])
    expect(JSON.stringify(await query('select * from invitations where inviter_id = $1', [ana.id]))).not.toMatch(
      /Noor|Bakker|Elm Street|555/,
    )
    const again = await ana.post('/account/child/add', childForm(email))
    expect([again.statusCode, again.json().errors]).toEqual([422, { email: serverMessages.invitationWasDeclined }])
    await query(`update invitations set expires_at = now() where inviter_id = $1`, [ana.id])
    expect((await ana.post('/account/child/add', childForm(email))).statusCode).toBe(200)
    expect((await accept(byBea)).statusCode).toBe(200)
  })

  it('expires after 14 days, and the data entered for it is deleted', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await invitedBy(ana, email)
    const [{ days }] = await query(
      `select extract(epoch from expires_at - invited_at) / 86400 as days from invitations where email = $1`,
      [email],
    )
    expect(Number(days)).toBe(14)
    await cleanInvitations(connection().db)
    expect(await invitationsOf(email)).toHaveLength(1)
    await query(`update invitations set expires_at = now() where email = $1`, [email])
    expect((await accept(token)).json().detail).toBe(serverMessages.linkExpired)
    expect(await childrenOf(ana)).toEqual([])
    await cleanInvitations(connection().db)
    expect(await invitationsOf(email)).toEqual([])
  })

  it.each(['suspended', 'closed'])('cannot be accepted once its sponsor is %s', async (status) => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await invitedBy(ana, email)
    await query('update users set status = $2 where id = $1', [ana.id, status])
    expect((await accept(token)).json().detail).toBe(serverMessages.linkExpired)
    expect(await userOf(email)).toBeUndefined()
  })

  it('creates a pending account where the shop approves licenses, and no token is stored or queued', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await invitedBy(ana, email)
    const stored = await query(`select data::text from pgboss.job where name = 'mail'`)
    const tables = await query('select * from invitations')
    expect(JSON.stringify([stored, tables])).not.toContain(token)
    await approveLicenses('on')
    expect((await accept(token)).statusCode).toBe(200)
    await approveLicenses('off')
    expect(await userOf(email)).toMatchObject({ status: 'pending' })
  })

  it('has exactly one winner among concurrent acceptances, registrations and declines', async () => {
    for (let round = 0; round < (engine === 'postgres' ? 6 : 1); round++) {
      const sponsors = [await sponsor('Ana'), await sponsor('Bea'), await sponsor('Cleo')]
      const [both, registered, declined] = [newEmail(), newEmail(), newEmail()]
      const tokens = await Promise.all(sponsors.map((by) => invitedBy(by, both)))
      const accepted = await Promise.all(tokens.map((token) => accept(token)))
      expect(accepted.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
      const winner = accepted.findIndex(({ statusCode }) => statusCode === 200)
      expect(await sponsorsOf(both)).toEqual([sponsors[winner]?.id])

      const [by] = sponsors as [Sponsor]
      const link = await invitedBy(by, registered)
      const [one, other] = await Promise.all([
        accept(link),
        guest().post('/register', registrationForm(registered, 'violet lamp 48')),
      ])
      expect([one.statusCode === 200, other.statusCode === 201].filter(Boolean)).toHaveLength(1)
      expect(one.statusCode === 200 ? other.statusCode : one.statusCode).toBe(422)
      expect(await sponsorsOf(registered)).toEqual([one.statusCode === 200 ? by.id : null])

      const waiting = await invitedBy(by, declined)
      const [yes, no] = await Promise.all([accept(waiting), decline(waiting)])
      expect([yes.statusCode, no.statusCode].sort()).toEqual([200, 422])
      expect((await userOf(declined)) !== undefined).toBe(yes.statusCode === 200)
    }
  })
})

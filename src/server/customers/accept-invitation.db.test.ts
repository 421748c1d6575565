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
  let emailCount = 0
  const newEmail = () => `invited${++emailCount}@example.com`
  const sponsor = async (name: string) => {
    const id = await createMember(connection(), { name })
    return { id, ...(await signInAs(suite, connection(), id)) }
  }
  type Sponsor = Awaited<ReturnType<typeof sponsor>>
  const inviteBy = async (inviter: Sponsor, email: string, overrides: object = {}) => {
    expect((await inviter.post('/account/child/add', { ...childForm(email), ...overrides })).statusCode).toBe(200)
    return readInvitationToken(connection(), inviter.id, email)
  }
  const accept = (token: string, overrides: object = {}) =>
    guest().post('/password/reset', { token, password: PASSWORD, confirmation: PASSWORD, ...overrides })
  const decline = (token: string) => guest().post('/invitation/decline', { token })
  const listChildren = async (inviter: Sponsor) => {
    await suite().services.network.catchUp()
    return (await inviter.get('/account/sales.json')).json().children
  }
  const setLicenseApproval = async (value: 'on' | 'off') => {
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'approve_licenses', value))
    await suite().services.settings.reload()
  }
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const findUser = async (email: string) => (await query('select * from users where email = $1', [email]))[0]
  const findSponsors = async (email: string) =>
    (
      await query('select sponsor_id from sponsorships join users on users.id = member_id where email = $1', [email])
    ).map(({ sponsor_id }) => sponsor_id as UserId | null)
  const findInvitations = (email: string) => query('select * from invitations where email = $1', [email])

  it('is accepted through the mailed link, which enrolls the person with address, company and license', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await inviteBy(ana, email, address)
    await query(`update invitations set invited_at = now() - interval '13 days' where email = $1`, [email])
    expect((await accept(token, { cosmetology_id: ' nj 4471 ' })).statusCode).toBe(200)
    expect(await findUser(email)).toMatchObject({
      type: 'member',
      status: 'active',
      first_name: 'Ana',
      cosmetology_id: 'nj 4471',
    })
    const [{ age, verified: isVerified }] = await query(
      `select now() - created_at < interval '1 minute' as age, email_verified_at is not null as verified from users
        where email = $1`,
      [email],
    )
    expect([age, isVerified]).toEqual([true, true])
    expect(await findSponsors(email)).toEqual([ana.id])
    const addresses = await query(
      'select a.* from user_addresses a join users on users.id = user_id where email = $1',
      [email],
    )
    expect(addresses).toMatchObject([address])
    expect(await listChildren(ana)).toMatchObject([{ id: addresses[0].user_id, first_name: 'Ana', status: 1 }])
    expect((await guest().post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    const reuse = await accept(token)
    expect(reuse.json()).toMatchObject({ status: 422, code: 'link_expired', detail: serverMessages.linkExpired })
  })

  it('accepts the terms that were shown with it, like a registration', async () => {
    const publish = (text: string) =>
      inTransaction(connection().db, (trx) => publishTerms(trx, { kind: 'command_line' }, { text }))
    const ana = await sponsor('Ana')
    const acceptTermsWith = async (overrides: object) => {
      const email = newEmail()
      expect((await accept(await inviteBy(ana, email), overrides)).statusCode).toBe(200)
      const { id } = await findUser(email)
      return (await query('select version from terms_acceptances where user_id = $1', [id])).map((row) => row.version)
    }
    expect(await acceptTermsWith({})).toEqual([])
    await publish('Be kind.')
    await publish('Be kinder.')
    expect([await acceptTermsWith({ terms_version: '1' }), await acceptTermsWith({})]).toEqual([[1], [2]])
  })

  it('ends the invitations of other sponsors to the same email when it is accepted', async () => {
    const [ana, bea] = [await sponsor('Ana'), await sponsor('Bea')]
    const email = newEmail()
    const [byAna, byBea] = [await inviteBy(ana, email), await inviteBy(bea, email)]
    expect((await accept(byBea)).statusCode).toBe(200)
    expect(await findSponsors(email)).toEqual([bea.id])
    expect(await listChildren(ana)).toEqual([])
    expect((await accept(byAna)).json().detail).toBe(serverMessages.linkExpired)
    expect(await findInvitations(email)).toEqual([])
  })

  it('reserves nothing: a registration in the meantime succeeds, and accepting is then refused and changes nothing', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await inviteBy(ana, email)
    expect((await guest().post('/register', registrationForm(email, 'violet lamp 48'))).statusCode).toBe(201)
    const before = [await findUser(email), await findInvitations(email)]
    const refused = await accept(token)
    expect([refused.statusCode, refused.json().detail]).toEqual([422, serverMessages.inviteeHasAccount])
    expect([await findUser(email), await findInvitations(email)]).toEqual(before)
    expect(await findSponsors(email)).toEqual([null])
    // The sponsor sees the same as for a pending invitation.
    expect(await listChildren(ana)).toMatchObject([{ first_name: 'Noor', status: 0 }])
  })

  it('is declined by its link: other invitations remain, personal data is deleted, and its sponsor cannot invite again', async () => {
    const [ana, bea] = [await sponsor('Ana'), await sponsor('Bea')]
    const email = newEmail()
    const [byAna, byBea] = [await inviteBy(ana, email), await inviteBy(bea, email)]
    expect((await decline('nothing')).statusCode).toBe(422)
    expect((await decline(byAna)).statusCode).toBe(200)
    expect((await decline(byAna)).statusCode).toBe(422)
    expect((await accept(byAna)).json().detail).toBe(serverMessages.linkExpired)
    expect(await listChildren(ana)).toEqual([])
    expect(JSON.stringify(await query('select * from invitations where inviter_id = $1', [ana.id]))).not.toMatch(
      /Noor|Bakker|Elm Street|555/,
    )
    const secondInvitation = await ana.post('/account/child/add', childForm(email))
    expect([secondInvitation.json().code, secondInvitation.json().errors]).toEqual([
      'invitation_declined',
      { email: serverMessages.invitationWasDeclined },
    ])
    await query(`update invitations set expires_at = now() where inviter_id = $1`, [ana.id])
    expect((await ana.post('/account/child/add', childForm(email))).statusCode).toBe(200)
    expect((await accept(byBea)).statusCode).toBe(200)
  })

  it('expires after 14 days, and the data entered for it is deleted', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await inviteBy(ana, email)
    const [{ days }] = await query(
      `select extract(epoch from expires_at - invited_at) / 86400 as days from invitations where email = $1`,
      [email],
    )
    expect(Number(days)).toBe(14)
    await cleanInvitations(connection().db)
    expect(await findInvitations(email)).toHaveLength(1)
    await query(`update invitations set expires_at = now() where email = $1`, [email])
    expect((await accept(token)).json().detail).toBe(serverMessages.linkExpired)
    expect(await listChildren(ana)).toEqual([])
    await cleanInvitations(connection().db)
    expect(await findInvitations(email)).toEqual([])
  })

  it.each(['suspended', 'closed'])('cannot be accepted once its sponsor is %s', async (status) => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await inviteBy(ana, email)
    await query('update users set status = $2 where id = $1', [ana.id, status])
    expect((await accept(token)).json().detail).toBe(serverMessages.linkExpired)
    expect(await findUser(email)).toBeUndefined()
  })

  it('creates a pending account where the shop approves licenses, and no token is stored or queued', async () => {
    const ana = await sponsor('Ana')
    const email = newEmail()
    const token = await inviteBy(ana, email)
    const stored = await query(`select data::text from pgboss.job where name = 'mail'`)
    const tables = await query('select * from invitations')
    expect(JSON.stringify([stored, tables])).not.toContain(token)
    await setLicenseApproval('on')
    expect((await accept(token)).statusCode).toBe(200)
    await setLicenseApproval('off')
    expect(await findUser(email)).toMatchObject({ status: 'pending' })
  })

  it('has exactly one winner among concurrent acceptances, registrations and declines', async () => {
    for (let round = 0; round < (engine === 'postgres' ? 6 : 1); round++) {
      const sponsors = [await sponsor('Ana'), await sponsor('Bea'), await sponsor('Cleo')]
      const [both, registered, declined] = [newEmail(), newEmail(), newEmail()]
      const tokens = await Promise.all(sponsors.map((inviter) => inviteBy(inviter, both)))
      const accepted = await Promise.all(tokens.map((token) => accept(token)))
      expect(accepted.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
      const winner = accepted.findIndex(({ statusCode }) => statusCode === 200)
      expect(await findSponsors(both)).toEqual([sponsors[winner]?.id])

      const [inviter] = sponsors as [Sponsor]
      const link = await inviteBy(inviter, registered)
      const [acceptResult, registration] = await Promise.all([
        accept(link),
        guest().post('/register', registrationForm(registered, 'violet lamp 48')),
      ])
      expect([acceptResult.statusCode === 200, registration.statusCode === 201].filter(Boolean)).toHaveLength(1)
      expect(acceptResult.statusCode === 200 ? registration.statusCode : acceptResult.statusCode).toBe(422)
      expect(await findSponsors(registered)).toEqual([acceptResult.statusCode === 200 ? inviter.id : null])

      const pendingToken = await inviteBy(inviter, declined)
      const [acceptance, declineResult] = await Promise.all([accept(pendingToken), decline(pendingToken)])
      expect([acceptance.statusCode, declineResult.statusCode].sort()).toEqual([200, 422])
      expect((await findUser(declined)) !== undefined).toBe(acceptance.statusCode === 200)
    }
  })
})

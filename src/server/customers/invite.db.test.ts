import { expect, it } from 'vitest'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { address } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { createMember, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { readInvitationToken } from '#test/invitations.ts'

databaseTest('Add User', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  let invited = 0
  const form = (overrides: object = {}) => ({
    ...address,
    first_name: 'Hana',
    last_name: 'Park',
    email: `hana${++invited}@example.com`,
    ...overrides,
  })
  const sponsor = async (name = 'Ana') => {
    const id = await createMember(connection(), { name })
    return { id, ...(await signInAs(suite, connection(), id)) }
  }
  const findUser = (email: string) =>
    connection().db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

  it('creates a pending invitation but no user, and the email remains free', async () => {
    const ana = await sponsor()
    const hana = form()
    const claims = { type: 'franchise', status: 'active', id: 1, sales_level: 9, sponsor_id: 1, password: 'mine' }
    const response = await ana.post('/account/child/add', { ...hana, ...claims })
    expect(response.statusCode).toBe(200)
    const { detail, children, page_count } = response.json()
    expect([detail.id, page_count]).toEqual([ana.id, 1])
    const row = {
      first_name: 'Hana',
      last_name: 'Park',
      sales_level: 1,
      level_name: 'User',
      total_sales: 0,
      final_pv: 0,
      status: 0,
    }
    expect(children).toEqual([{ id: expect.any(Number), ...row }])
    expect(children[0].id).toBeLessThan(0)
    expect(await findUser(hana.email)).toBeUndefined()
    expect((await ana.post('/check-email', { email: hana.email })).json()).toEqual({ valid: true })

    const { rows } = await connection().pool.query(`select data from pgboss.job where name = 'mail'`)
    expect(rows.map(({ data }) => data)).toContainEqual({ mail: 'added_by_sponsor', invitation_id: -children[0].id })
    // Closed months, and the one being settled, had only their members.
    const january = (await ana.get('/account/sales.json?year=2026&month=01')).json()
    expect(january).toMatchObject({ children: [], page_count: 0 })
  })

  it('lets several sponsors invite one email, and one sponsor repeatedly; only the newest link works', async () => {
    const [ana, bea] = [await sponsor('Ana'), await sponsor('Bea')]
    const hana = form()
    expect((await ana.post('/account/child/add', hana)).statusCode).toBe(200)
    const older = await readInvitationToken(connection(), ana.id, hana.email)
    expect((await bea.post('/account/child/add', { ...hana, first_name: 'Hanna' })).statusCode).toBe(200)
    const secondInvitation = await ana.post('/account/child/add', { ...hana, last_name: 'Parker' })
    expect(secondInvitation.json().children).toMatchObject([{ last_name: 'Parker' }])
    const getInvitation = async (token: string) => (await bea.get(`/password/reset/${token}.json`)).json().invitation
    expect((await bea.get(`/password/reset/${older}.json`)).statusCode).toBe(410)
    expect(await getInvitation(await readInvitationToken(connection(), ana.id, hana.email))).toEqual({
      inviter: 'Ana Planted',
      first_name: 'Hana',
      last_name: 'Parker',
    })
    expect(await getInvitation(await readInvitationToken(connection(), bea.id, hana.email))).toMatchObject({
      inviter: 'Bea Planted',
    })
  })

  it('gives the same response for an email that has an account, and informs only its owner', async () => {
    const ana = await sponsor()
    const existingUser = form()
    await createMember(connection(), { name: 'Taken', email: existingUser.email })
    const [known, unknown] = [
      await ana.post('/account/child/add', existingUser),
      await ana.post('/account/child/add', form({ first_name: 'Ida' })),
    ]
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
    expect(unknown.json().children).toMatchObject([
      { first_name: 'Hana', status: 0 },
      { first_name: 'Ida', status: 0 },
    ])
    const token = await readInvitationToken(
      connection(),
      ana.id,
      existingUser.email,
      /invitation\/decline\/([\w-]{43})/,
    )
    const accepted = await ana.post('/password/reset', {
      token,
      password: 'orchid lamp 48',
      confirmation: 'orchid lamp 48',
    })
    expect([accepted.statusCode, accepted.json().detail]).toEqual([422, serverMessages.inviteeHasAccount])
    expect(await findUser(existingUser.email)).toMatchObject({ first_name: 'Taken', password_hash: null })
    expect((await ana.get('/account/sales.json')).json().children).toHaveLength(2)
  })

  it('lists invitations after members, fifty per page', async () => {
    const ana = await sponsor()
    const { db } = connection()
    for (let n = 0; n < 49; n++) await createMember(connection(), { name: `M${n}`, sponsor: ana.id })
    const { email, ...person } = form()
    const rows = Array.from({ length: 52 }, (_, n) => ({
      ...person,
      inviter_id: ana.id,
      email: `later${n}-${email}`,
      first_name: `I${n}`,
      invited_at: new Date(Date.now() - 60_000 + n),
    }))
    await db.insertInto('invitations').values(rows).execute()
    await suite().services.network.catchUp()
    const page = async (offset: number) => {
      const { children, page_count } = (await ana.get(`/account/sales.json?offset=${offset}`)).json()
      return [page_count, children.map(({ first_name }: { first_name: string }) => first_name)]
    }
    const invitations = rows.map(({ first_name }) => first_name)
    expect(await page(0)).toEqual([3, [...Array.from({ length: 49 }, (_, n) => `M${n}`), 'I0']])
    expect(await page(50)).toEqual([3, invitations.slice(1, 51)])
    expect(await page(100)).toEqual([3, invitations.slice(51)])
    expect(await page(150)).toEqual([3, []])
    const added = (await ana.post('/account/child/add', form({ first_name: 'Last' }))).json()
    expect(added.children.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['I51', 'Last'])
  })

  it('reports missing and invalid fields in the specification’s wording', async () => {
    const ana = await sponsor()
    const postInvalid = async (overrides: object) => {
      const response = await ana.post('/account/child/add', overrides)
      expect(response.statusCode).toBe(422)
      return response.json().errors
    }
    expect(await postInvalid({})).toEqual({
      first_name: 'First Name is required.',
      last_name: 'Last Name is required.',
      email: 'Email Address is required.',
      phone_number: 'Phone Number is required.',
      address_1: 'Address is required.',
      city: 'City is required.',
      state: 'State is required.',
      zip: 'Zip Code is required.',
    })
    expect(await postInvalid(form({ email: 'nobody' }))).toEqual({ email: 'Email Address is invalid.' })
    expect(await postInvalid(form({ state: 'XX' }))).toEqual({ state: 'Please choose a state from the list.' })
    const self = await connection().db.selectFrom('users').select('email').where('id', '=', ana.id).execute()
    expect(await postInvalid(form({ email: self[0]?.email.toUpperCase() }))).toEqual({ email: formMessages.emailTaken })
    for (const name of ['http://evil.example', 'Win at evil.com', 'www.evil', 'Ana\u0007Reyes']) {
      const message = name.includes('\u0007') ? shopMessages.malformed : pageMessages.nameContainsLink
      expect(await postInvalid(form({ first_name: name }))).toEqual({ first_name: message })
      expect(await postInvalid(form({ last_name: name }))).toEqual({ last_name: message })
    }
    const valid = await ana.post('/account/child/add', form({ first_name: 'O.J.', last_name: 'St. John' }))
    expect(valid.statusCode).toBe(200)
  })

  it('is limited to signed-in users, thirty invitations an hour and five mails per email', async () => {
    const ana = await sponsor()
    expect((await ana.post('/account/child/add', form(), '127.0.0.1', { 'x-csrf-token': 'no' })).statusCode).toBe(403)
    const hana = form()
    for (let n = 0; n < 5; n++) {
      expect((await (await sponsor()).post('/account/child/add', hana)).statusCode).toBe(200)
    }
    expect((await ana.post('/account/child/add', hana)).statusCode).toBe(429)
    for (let n = 0; n < 30; n++) expect((await ana.post('/account/child/add', form())).statusCode).toBe(200)
    const { statusCode, headers } = await ana.post('/account/child/add', form())
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    ana.jar.delete('session')
    expect((await ana.post('/account/child/add', form())).statusCode).toBe(401)
  })
})

import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { plantMember, signInAs } from '#test/planted-network.ts'

databaseTest('Add User', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const form = {
    first_name: 'Hana',
    last_name: 'Park',
    email: 'hana@example.com',
    company: 'Studio Park',
    phone_number: '(201) 555-0177',
    address_1: '1 Main Street',
    address_2: 'Suite 2',
    city: 'Englewood',
    state: 'NJ',
    zip: '07631',
  }
  const sponsor = async () => {
    const id = await plantMember(connection(), { name: 'Ana' })
    return { id, ...(await signInAs(suite, connection(), id)) }
  }

  it('makes a pending user below the one who adds, and mails them a link, whatever else the form claims', async () => {
    const ana = await sponsor()
    const claims = { type: 'franchise', status: 'active', id: 1, sales_level: 9, sponsor_id: 1, password: 'mine' }
    const answer = await ana.post('/account/child/add', { ...form, ...claims })
    expect(answer.statusCode).toBe(200)
    const { detail, children, page_count } = answer.json()
    expect([detail.id, page_count]).toEqual([ana.id, 1])
    expect(children).toMatchObject([{ first_name: 'Hana', last_name: 'Park', sales_level: 1, final_pv: 0, status: 0 }])
    const { db, pool } = connection()
    const user = await db.selectFrom('users').selectAll().where('email', '=', form.email).executeTakeFirstOrThrow()
    expect(user).toMatchObject({ type: 'member', status: 'pending', password_hash: null })
    const edge = await db.selectFrom('sponsorships').selectAll().where('member_id', '=', user.id).execute()
    expect(edge).toMatchObject([{ sponsor_id: ana.id }])
    const addresses = await db.selectFrom('user_addresses').selectAll().where('user_id', '=', user.id).execute()
    expect(addresses).toMatchObject([{ company: 'Studio Park', address_1: '1 Main Street', address_2: 'Suite 2' }])
    const jobs = await pool.query(`select data from pgboss.job where name = 'mail'`)
    expect(jobs.rows).toContainEqual({ data: { mail: 'added_by_sponsor', user_id: user.id, sponsor_id: ana.id } })
  })

  it('says of each field what is missing or wrong, in the specification’s words', async () => {
    const ana = await sponsor()
    const refused = async (given: object) => {
      const answer = await ana.post('/account/child/add', given)
      expect(answer.statusCode).toBe(422)
      return answer.json().errors
    }
    expect(await refused({})).toEqual({
      first_name: 'First Name is required.',
      last_name: 'Last Name is required.',
      email: 'Email Address is required.',
      phone_number: 'Phone Number is required.',
      address_1: 'Address is required.',
      city: 'City is required.',
      state: 'State is required.',
      zip: 'Zip Code is required.',
    })
    expect(await refused({ ...form, email: 'nobody' })).toEqual({ email: 'Email Address is invalid.' })
    expect(await refused({ ...form, state: 'XX' })).toEqual({ state: 'Please choose a state from the list.' })
    await plantMember(connection(), { name: 'Taken', email: 'taken@example.com' })
    expect(await refused({ ...form, email: 'Taken@example.com' })).toEqual({ email: 'Email address is already exist' })
  })

  it('is for users, thirty times an hour', async () => {
    const ana = await sponsor()
    expect((await ana.post('/account/child/add', form, '127.0.0.1', { 'x-csrf-token': 'no' })).statusCode).toBe(403)
    for (let n = 0; n < 30; n++) {
      const { statusCode } = await ana.post('/account/child/add', { ...form, email: `many${n}@example.com` })
      expect(statusCode).toBe(200)
    }
    const { statusCode, headers } = await ana.post('/account/child/add', { ...form, email: 'more@example.com' })
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    ana.jar.delete('session')
    expect((await ana.post('/account/child/add', form)).statusCode).toBe(401)
  })
})

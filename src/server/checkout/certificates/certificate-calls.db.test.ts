import { expect, it } from 'vitest'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('resale certificates in the back office', (connection) => {
  const suite = appForSuite(connection)

  it('are recorded, decided by number, mailed to the member, listed and ended', async () => {
    const { db, pool } = connection()
    const staff = await makeStaff(db, 'manager')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, staff.id))
    const { id, email } = await makeUser(db)
    const call = async (path: string, fields: object) => {
      const response = await browser.post(`/admin/certificates/${path}`, fields)
      return [response.statusCode, response.json().certificate?.status ?? response.json().code]
    }
    const selector = (number: string) => ({ email, state: 'NY', number })
    const mails = async () => {
      const { rows } = await pool.query(
        `select data from pgboss.job where data ? 'certificate_id' order by created_on, data->>'mail'`,
      )
      return Promise.all(rows.map(({ data }) => writeQueuedMail(suite().services, data)))
    }

    expect(await call('save', { ...selector('11-1'), expires_on: '2999-12-31' })).toEqual([200, 'submitted'])
    expect(await call('save', { ...selector('11-2'), expires_on: '2999-12-31' })).toEqual([200, 'submitted'])
    // The reviewed certificate has been replaced since.
    expect(await call('approve', selector('11-1'))).toEqual([409, 'certificate_not_found'])
    // A renewal has the same number, so the date must match too.
    const until = (expires_on: string) => ({ ...selector('11-2'), expires_on })
    expect(await call('approve', until('2098-12-31'))).toEqual([409, 'certificate_not_found'])
    expect(await call('refuse', { ...until('2098-12-31'), reason: 'No' })).toEqual([409, 'certificate_not_found'])
    expect(await call('approve', until('2999-12-31'))).toEqual([200, 'approved'])
    expect(await call('approve', selector('11-2'))).toEqual([409, 'certificate_not_found'])
    expect(await call('save', { ...selector('11-3'), expires_on: '2999-12-31' })).toEqual([200, 'submitted'])
    expect(await call('refuse', { ...selector('11-3'), reason: '' })).toEqual([422, 'invalid'])
    expect(await call('refuse', { ...selector('11-3'), reason: 'Not legible.' })).toEqual([200, 'refused'])
    const mailed = await mails()
    expect(mailed.map((mail) => [mail?.to, mail?.subject])).toEqual([
      [email, 'Your NY resale certificate is approved'],
      [email, 'Your NY resale certificate was not accepted'],
    ])
    expect(mailed[1]?.text).toContain('your NY resale certificate 11-3: Not legible.')

    expect(await call('end', { ...selector('11-3'), reason: 'Moved' })).toEqual([409, 'certificate_not_found'])
    expect(await call('end', { ...until('2098-12-31'), reason: 'Moved' })).toEqual([409, 'certificate_not_found'])
    expect(await call('end', { ...until('2999-12-31'), reason: 'Moved' })).toEqual([200, 'ended'])
    // The approval is no longer true, so no email is sent.
    expect((await mails())[0]).toBe(undefined)
    const certificates = async (query = '') => (await browser.get(`/admin/certificates.json${query}`)).json()
    expect(await certificates()).toMatchObject({
      data: [
        { user_id: id, number: '11-3', status: 'refused' },
        { user_id: id, number: '11-2', status: 'ended' },
      ],
      next: null,
    })
    expect((await certificates('?status=refused')).data).toHaveLength(1)
    const { rows } = await pool.query(
      `select action, actor_name, payload->'before' as before from audit_entries
         left join audit_payloads on entry_id = id
        where subject_kind = 'member' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      ...['certificate.saved', 'certificate.saved', 'certificate.approved', 'certificate.saved'],
      ...['certificate.refused', 'certificate.ended'],
    ])
    expect(rows.slice(0, 2).map(({ before }) => before)).toEqual([null, { number: '11-1', expires_on: '2999-12-31' }])
    expect(new Set(rows.map(({ actor_name }) => actor_name))).toEqual(new Set([staff.email]))
  })

  it('cannot be replaced from an outdated page', async () => {
    const { db } = connection()
    const { id } = await makeStaff(db, 'manager')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, id))
    const { email } = await makeUser(db)
    const post = (number: string, expected_version: string | null) =>
      browser.post('/admin/certificates/save', {
        ...{ email, state: 'NY', number, expires_on: '2999-12-31' },
        expected_version,
      })
    const save = async (number: string, expectedVersion: string | null) => {
      const response = await post(number, expectedVersion)
      expect(response.json()).toMatchObject({ certificate: { number } })
      return response.json().certificate.version
    }

    const first = await save('21-1', null)
    const stale = await post('21-2', null)
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'stale',
        current: { certificates: [expect.objectContaining({ number: '21-1', status: 'submitted', version: first })] },
      }),
    ])
    const second = await save('21-2', stale.json().current.certificates[0].version)
    expect((await post('21-3', first)).json().code).toBe('stale')
    const selector = { email, state: 'NY', number: '21-2' }
    expect((await browser.post('/admin/certificates/approve', selector)).statusCode).toBe(200)
    expect((await post('21-3', second)).json().code).toBe('stale')
    await save('21-3', null)
  })

  it.each([
    ['not_found', { email: 'nobody@example.com' }],
    ['invalid', { email: 'nobody' }],
    ['state_not_found', { state: 'ZZ' }],
    ['invalid', { state: 'new york' }],
    ['invalid', { number: ' ' }],
    ['invalid', { number: '1'.repeat(41) }],
    ['certificate_expired', { expires_on: '2020-01-01' }],
    ['invalid', { expires_on: '0000-01-01' }],
    ['invalid', { expires_on: '2027-02-30' }],
  ])('%s for %o', async (code, invalidFields) => {
    const { db } = connection()
    const { id } = await makeStaff(db, 'manager')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, id))
    const { email } = await makeUser(db)
    const input = { email, state: 'NY', number: '1', expires_on: '2999-12-31', ...invalidFields }
    expect((await browser.post('/admin/certificates/save', input)).json().code).toBe(code)
  })
})

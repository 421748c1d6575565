import { expect, it } from 'vitest'
import type { ManagedMember } from '#contract/customers/admin-calls.ts'
import type { Role } from '#contract/permissions.ts'
import { invite } from '#server/customers/invite.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { eraseUser } from '#server/privacy/erase-personal-data.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { readInvitationToken } from '#test/invitations.ts'
import { childForm } from '#test/member-forms.ts'
import { jobsForSuite } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { waitForBlocked } from '#test/wait.ts'

databaseTest('members in the back office', (connection, engine) => {
  const suite = appForSuite(connection, { SHOP_APPROVE_LICENSES: 'on' })
  jobsForSuite(connection)
  const signIn = async (role: Role = 'manager') => {
    const staff = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id, true))
    return { staff, browser }
  }
  type Browser = ReturnType<typeof browserOf>
  const getMember = async (browser: Browser, id: number): Promise<ManagedMember> => {
    const response = await browser.get(`/admin/members/${id}.json`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const enterLicense = (id: number, number: string) =>
    connection().pool.query(`update users set license_state = 'NJ', cosmetology_id = $2 where id = $1`, [id, number])
  const listRows = async (browser: Browser, query: string): Promise<{ data: { id: number }[]; next: number | null }> =>
    (await browser.get(`/admin/members.json?${query}`)).json()

  it.runIf(engine === 'postgres')(
    'are not approved with a file that was replaced while the approval was pending',
    async () => {
      const { browser } = await signIn()
      const { id } = await makeUser(connection().db)
      await enterLicense(id, 'NJ 4711')
      const { pool } = connection()
      const storeFile = (name: string) =>
        pool.query(`insert into stored_files (name, user_id, bytes) values ($1, $2, 10)`, [name, id])
      await storeFile('seen.pdf')
      await storeFile('other.pdf')
      await pool.query(
        `insert into license_files (user_id, is_renewal, file_name, name) values ($1, false, 'seen.pdf', 'a.pdf')`,
        [id],
      )
      const { version } = await getMember(browser, id)
      const member = await pool.connect()
      try {
        await member.query('begin')
        await member.query('select from users where id = $1 for update', [id])
        const approving = browser.post(`/admin/members/${id}/license`, {
          decision: 'approved',
          expires_on: '2099-12-31',
          expected_version: version,
        })
        await waitForBlocked(pool)
        await member.query(`update license_files set file_name = 'other.pdf' where user_id = $1`, [id])
        await member.query('commit')
        expect((await approving).json().code).toBe('stale')
      } finally {
        member.release()
      }
      expect((await getMember(browser, id)).license.status).toBe('submitted')
    },
  )

  it('are listed latest first, page by page, and found by prefix', async () => {
    const { browser } = await signIn('clerk')
    const memberIds: number[] = []
    for (let member = 0; member < 60; member++)
      memberIds.push((await makeUser(connection().db, { firstName: `Listed${member}` })).id)
    const first = await listRows(browser, '')
    expect(first.data).toHaveLength(50)
    expect(first.data[0]?.id).toBe(memberIds.at(-1))
    const second = await listRows(browser, `after=${first.next}`)
    expect(second.data.map(({ id }) => id)).toEqual(expect.arrayContaining(memberIds.slice(0, 10)))
    const found = await listRows(browser, 'search=listed3')
    expect(found.data.map(({ id }) => id).toSorted()).toEqual(
      memberIds.filter((_, index) => String(index).startsWith('3')).toSorted(),
    )
    expect((await listRows(browser, 'search=nobody%20such')).data).toEqual([])
  })

  it('are found within a queue, no matter how many others have the same prefix', async () => {
    const { browser } = await signIn('clerk')
    const memberIds: number[] = []
    for (let member = 10; member < 65; member++)
      memberIds.push((await makeUser(connection().db, { firstName: `Ansel${member}` })).id)
    const suspended = [memberIds[0], memberIds.at(-1)]
    await connection().pool.query(`update users set status = 'suspended' where id = any($1::int[])`, [suspended])
    const found = await listRows(browser, 'search=ansel&only=suspended')
    expect(found.data.map(({ id }) => id)).toEqual(suspended)
  })

  it('show sponsor, line, points, orders and sign-ins on one page', async () => {
    const { browser } = await signIn('clerk')
    const sponsor = await makeUser(connection().db)
    const { id } = await makeUser(connection().db)
    await connection().pool.query('update sponsorships set sponsor_id = $1 where member_id = $2', [sponsor.id, id])
    expect(await getMember(browser, id)).toMatchObject({ sponsor: { id: sponsor.id }, direct_line: 0, orders: [] })
    expect(await getMember(browser, sponsor.id)).toMatchObject({ direct_line: 1, points: 0, sign_ins: { open: 0 } })
    expect((await browser.get('/admin/members/2000000000.json')).statusCode).toBe(404)
  })

  it('change sponsor from the next month on, with a fresh proof; a slower editor sees the first change', async () => {
    const { browser, staff } = await signIn()
    const [{ id }, sponsor, other] = [
      await makeUser(connection().db),
      await makeUser(connection().db, { firstName: 'Sina' }),
      await makeUser(connection().db),
    ]
    const path = (rest: string) => `/admin/members/${id}/${rest}`
    const preview = (await browser.get(path(`sponsor/preview.json?sponsor_id=${sponsor.id}`))).json()
    expect(preview).toMatchObject({
      downline: { count: 0, more: false },
      group_pv: 0,
      losing: { people: [], more: 0 },
      gaining: { people: [{ id: sponsor.id, name: 'Sina Reyes' }], more: 0 },
    })
    const { version } = preview
    const body = { sponsor_id: sponsor.id, expected_version: version, reason: 'Both asked for it' }
    const plan = (overrides: object) => browser.post(path('sponsor/plan'), { ...body, ...overrides })
    expect((await plan({ reason: '' })).json().errors).toHaveProperty('reason')
    expect((await plan({ sponsor_id: id })).json().errors).toHaveProperty('sponsor_id')
    const clerk = (await signIn('clerk')).browser
    expect((await clerk.post(path('sponsor/plan'), body)).statusCode).toBe(403)
    const stale = browserOf(suite)
    stale.jar.set('staff', await staffSession(connection().db, staff.id, false))
    expect((await stale.post(path('sponsor/plan'), body)).json().code).toBe('reauthentication_required')

    const planned = await plan({})
    expect(planned.json().history).toMatchObject([
      { planned: true, sponsor: { name: 'Sina Reyes' }, decided: { by: staff.email, reason: 'Both asked for it' } },
      { planned: false, sponsor: null },
    ])
    const staleChange = await plan({ sponsor_id: other.id })
    expect(staleChange.json()).toMatchObject({
      status: 409,
      code: 'stale',
      current: { history: [{ sponsor: { id: sponsor.id } }, {}] },
    })
    const repeatedChange = await plan({ sponsor_id: other.id, expected_version: planned.json().version })
    expect([repeatedChange.statusCode, repeatedChange.json().detail]).toEqual([
      422,
      'A change is already planned. Cancel it first.',
    ])
    // Until the month begins, the member's page shows the current sponsor.
    expect((await getMember(browser, id)).sponsor).toBeNull()

    const cancel = { expected_version: planned.json().version, reason: 'They changed their minds' }
    const canceled = (await browser.post(path('sponsor/cancel'), cancel)).json()
    expect(canceled.history).toHaveLength(1)
    expect(canceled.canceled).toMatchObject([
      { from_month: preview.from_month, sponsor: { id: sponsor.id }, decided: { reason: 'They changed their minds' } },
    ])
    expect((await browser.post(path('sponsor/cancel'), cancel)).statusCode).toBe(409)
    const { rows } = await connection().pool.query(
      `select action from audit_entries where subject_kind = 'member' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'member.sponsor_change_planned',
      'member.sponsor_change_canceled',
    ])
    expect((await browser.get('/admin/members/2000000000/sponsors.json')).statusCode).toBe(404)
  })

  it('are changed with a reason, based on the version that was reviewed', async () => {
    const { browser, staff } = await signIn()
    const { id } = await makeUser(connection().db)
    const current = await getMember(browser, id)
    const change = (body: object) => browser.post(`/admin/members/${id}/change`, body)
    const changed = await change({
      last_name: 'Stone',
      status: 'suspended',
      expected_version: current.version,
      reason: 'Asked',
    })
    expect(changed.json()).toMatchObject({ last_name: 'Stone', status: 'suspended' })
    const staleChange = await change({ last_name: 'Rock', expected_version: current.version, reason: 'Asked' })
    expect(staleChange.json()).toMatchObject({ status: 409, code: 'stale', current: { last_name: 'Stone' } })
    expect(
      (await change({ last_name: 'Rock', expected_version: changed.json().version })).json().errors,
    ).toHaveProperty('reason')
    // Unchanged values do not count as a change and add no log entry: neither a repeated request nor an unchanged
    // part of one.
    const repeatedChange = {
      last_name: 'Stone',
      status: 'suspended',
      expected_version: changed.json().version,
      reason: 'Asked',
    }
    expect((await change(repeatedChange)).json()).toMatchObject({
      status: 422,
      code: 'member_unchanged',
      detail: 'There are no changes to save.',
    })
    const { rows } = await connection().pool.query(
      `select action, actor_name, payload from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'member' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows).toMatchObject([
      {
        action: 'member.contact_changed',
        actor_name: staff.email,
        payload: { before: { last_name: current.last_name }, after: { last_name: 'Stone' }, reason: 'Asked' },
      },
      {
        action: 'member.changed',
        payload: { before: { status: 'active' }, after: { status: 'suspended' }, reason: 'Asked' },
      },
    ])
  })

  it('cannot be changed once erased, since new data could not be erased again', async () => {
    const { browser, staff } = await signIn('owner')
    const { id } = await makeUser(connection().db)
    const erased = await inTransaction(connection().db, (trx) => eraseUser(trx, staff.actor, id, 'Asked by letter'))
    expect(erased.ok).toBe(true)
    const { version } = await getMember(browser, id)
    for (const change of [{ last_name: 'Stone' }, { phone_number: '2015550100' }, { status: 'suspended' }]) {
      const response = await browser.post(`/admin/members/${id}/change`, {
        ...change,
        expected_version: version,
        reason: 'Asked',
      })
      expect([response.statusCode, response.json().detail]).toEqual([
        409,
        'This member’s data was erased, so it can’t be changed.',
      ])
    }
    expect(await getMember(browser, id)).toMatchObject({ last_name: 'person', phone_number: '', status: 'closed' })
  })

  it('have their license approved once, or refused with an emailed reason; neither stays in a queue', async () => {
    const { browser } = await signIn()
    const [first, other] = [await makeUser(connection().db), await makeUser(connection().db)]
    for (const { id } of [first, other]) await enterLicense(id, 'KC 0081')
    const listPending = async () => (await listRows(browser, 'only=license')).data.map(({ id }) => id)
    expect(await listPending()).toEqual(expect.arrayContaining([first.id, other.id]))
    const decide = async (id: number, decision: string, reason?: string) =>
      browser.post(`/admin/members/${id}/license`, {
        decision,
        expected_version: (await getMember(browser, id)).version,
        ...(decision === 'approved' && { expires_on: '2199-12-31' }),
        ...(reason !== undefined && { reason }),
      })
    expect((await decide(first.id, 'approved')).json().license).toMatchObject({ status: 'approved' })
    expect((await getMember(browser, other.id)).license.same).toMatchObject([{ id: first.id, approved: true }])
    const duplicate = await decide(other.id, 'approved')
    expect([duplicate.statusCode, duplicate.json().detail]).toEqual([
      409,
      expect.stringContaining('is already approved for member'),
    ])
    expect((await decide(other.id, 'refused')).json().errors).toHaveProperty('reason')
    expect((await decide(other.id, 'refused', 'It is somebody else’s.')).json().license).toMatchObject({
      status: 'refused',
      refusal: 'It is somebody else’s.',
    })
    expect((await listPending()).filter((id) => id === first.id || id === other.id)).toEqual([])

    const mails = await connection().pool.query(`select data from pgboss.job where data->>'mail' like 'license_%'`)
    const texts = await Promise.all(
      mails.rows.map(({ data }) => writeQueuedMail(suite().services, data.payload ?? data)),
    )
    expect(texts.map((mail) => mail?.subject).toSorted()).toEqual([
      'Your NJ license KC 0081 is approved',
      'Your NJ license KC 0081 was not approved',
    ])
    expect(texts.find((mail) => mail?.subject.includes('was not'))?.text).toContain('It is somebody else’s.')
  })

  it('show emails sent to them on their page, including those to a former address, but no emails to others', async () => {
    const { browser } = await signIn()
    const [first, other] = [await makeUser(connection().db), await makeUser(connection().db)]
    const { rows } = await connection().pool.query('select email from users where id = $1', [first.id])
    const insertSentMail = (recipient: string, payload: object) =>
      connection().pool.query(
        `insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
         values (gen_random_uuid(), $2, $1, 'Sent', now() - interval '1 hour', 1)`,
        [recipient, payload],
      )
    await insertSentMail(rows[0].email.toUpperCase(), { mail: 'order_paid', order_id: 1 })
    await insertSentMail('earlier@example.com', { mail: 'set_password', user_id: first.id })
    await insertSentMail(rows[0].email, { mail: 'todo', todo: true })
    await insertSentMail('other@example.com', { mail: 'set_password', user_id: other.id })
    await inTransaction(connection().db, (trx) =>
      suite().services.jobs.queue(trx, 'mail', [{ mail: 'prove_email', user_id: first.id }]),
    )
    const { data } = (await browser.get(`/admin/members/${first.id}/mails.json`)).json()
    expect(data[0]).toMatchObject({ mail: 'prove_email', state: 'queued', recipient: rows[0].email })
    expect(data.map(({ mail }: { mail: string }) => mail).toSorted()).toEqual([
      'order_paid',
      'prove_email',
      'set_password',
    ])
    expect((await browser.get('/admin/members/2000000000/mails.json')).statusCode).toBe(404)
  })

  it('have open invitations resent and revoked; revoking invalidates the link, and both are logged', async () => {
    const { browser } = await signIn()
    const { id, email } = await makeUser(connection().db)
    const other = await makeUser(connection().db)
    const invited = `invited-${engine}@example.com`
    const form = childForm(invited)
    await inTransaction(connection().db, (trx) => invite(trx, { id, email }, form, suite().services))
    const first = await readInvitationToken(connection(), id, invited)
    const page = async (token: string) => (await browser.get(`/password/reset/${token}.json`)).statusCode
    const [invitation] = (await getMember(browser, id)).invitations
    expect(invitation).toMatchObject({ email: invited, first_name: form.first_name })
    const postAction = (action: string, memberId: number = id, reason = 'Asked by phone', extraFields: object = {}) =>
      browser.post(`/admin/members/${memberId}/invitations/${invitation?.id}/${action}`, { reason, ...extraFields })
    expect((await postAction('resend', other.id, 'Asked', { expected_version: '' })).json().code).toBe('not_found')
    expect((await postAction('revoke', id, '')).json().errors).toHaveProperty('reason')

    expect(await page(first)).toBe(200)
    const expectedExpiry = { expected_version: invitation?.version }
    const sent = await Promise.all(
      ['one owner', 'another'].map((reason) => postAction('resend', id, reason, expectedExpiry)),
    )
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await postAction('resend', id, 'Seen', { expected_version: 'never' })).json()).toMatchObject({
      status: 409,
      code: 'stale',
      current: { email: invited },
    })
    expect(await page(first)).toBe(410)
    const second = await readInvitationToken(connection(), id, invited)
    expect(await page(second)).toBe(200)
    expect((await postAction('revoke')).json().invitations).toEqual([])
    expect(await page(second)).toBe(410)
    expect((await postAction('revoke')).statusCode).toBe(404)
    const { rows } = await connection().pool.query(
      `select action, payload from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'member' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['invitation.resent', 'invitation.revoked'])
    expect(JSON.stringify(rows)).not.toContain(invited)
  })

  it.runIf(engine === 'postgres')('are changed once by twenty concurrent editors of the same version', async () => {
    const { browser } = await signIn()
    const { id } = await makeUser(connection().db)
    const { version } = await getMember(browser, id)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        browser.post(`/admin/members/${id}/change`, {
          last_name: `Name${turn}`,
          expected_version: version,
          reason: 'Asked',
        }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
  })
})

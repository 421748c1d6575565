import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { dayEnd, dayStart, shopDayOf } from '#domain/calendar/month.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { erasePerson } from './erase-person.ts'
import { recordAction } from './record-action.ts'

databaseTest('the audit log in the back office', (connection) => {
  const suite = appForSuite(connection)
  const signIn = async (role: 'manager' | 'owner') => {
    const { db } = connection()
    const { id, actor } = await makeStaff(db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, id))
    return { browser, actor }
  }

  it('names people by member number and email, and never by an internal id', async () => {
    const { db } = connection()
    const { browser, actor } = await signIn('manager')
    const [member, sponsor] = [await makeUser(db), await makeUser(db)]
    const findNumber = async (id: number) =>
      (await connection().pool.query('select member_no from users where id = $1', [id])).rows[0].member_no
    await inTransaction(db, async (trx) => {
      await recordAction(trx, actor, {
        action: 'member.sponsor_change_planned',
        subject: { kind: 'member', id: member.id },
        before: { sponsor_id: null },
        after: { sponsor_id: sponsor.id, from_month: '2026-12' },
      })
      await recordAction(trx, actor, {
        action: 'payout.paid',
        subject: { kind: 'month', id: '2026-11' },
        person: member.id,
        after: { member: member.id },
      })
      await recordAction(trx, actor, { action: 'staff.changed', subject: { kind: 'staff', id: actor.staffId } })
    })
    const list = async (subject: string) => (await browser.get(`/admin/audit.json?subject=${subject}`)).json()
    const [memberNo, sponsorNo] = [await findNumber(member.id), await findNumber(sponsor.id)]
    expect(await list(`member:${member.id}`)).toMatchObject({
      subject_name: memberNo,
      data: [
        { subject_name: memberNo, before: { sponsor: null }, after: { sponsor: sponsorNo, from_month: '2026-12' } },
      ],
    })
    expect(await list('month:2026-11')).toMatchObject({ subject_name: null, data: [{ after: { member: memberNo } }] })
    expect(await list(`staff:${actor.staffId}`)).toMatchObject({
      subject_name: actor.email,
      data: [{ subject_name: actor.email }],
    })
    expect((await list('member:x')).subject_name).toBeNull()
  })

  it('is searched by subject, person, action and day, page by page, and marks erased texts', async () => {
    const { db } = connection()
    const { browser, actor } = await signIn('manager')
    const record = (nth: number) =>
      inTransaction(db, (trx) =>
        recordAction(trx, actor, {
          action: nth % 2 ? 'tax.set' : 'tax.removed',
          subject: { kind: 'tax', id: `NJ ${nth}: goods` },
          before: { percent: nth },
          after: { percent: nth + 1 },
          reason: '=SUM(A1) "quoted"',
        }),
      )
    for (let nth = 0; nth < 203; nth++) await record(nth)
    const list = async (query: Record<string, string>) => {
      const response = await browser.get(`/admin/audit.json?${new URLSearchParams(query)}`)
      expect(response.statusCode, response.body).toBe(200)
      return response.json() as { data: Record<string, unknown>[]; next: number | null }
    }
    expect((await list({ subject: 'tax:NJ 7: goods' })).data).toEqual([
      expect.objectContaining({
        actor_kind: 'staff',
        actor: actor.email,
        role: 'manager',
        action: 'tax.set',
        subject_kind: 'tax',
        subject_id: 'NJ 7: goods',
        erased: false,
        before: { percent: 7 },
        after: { percent: 8 },
      }),
    ])
    const first = await list({ action: 'tax.', by: actor.email.toUpperCase() })
    expect(first.data).toHaveLength(200)
    const rest = await list({ action: 'tax.', before: String(first.next) })
    expect([rest.data.length, rest.next]).toEqual([3, null])
    // Days are in the shop's time zone, like the times on the page: around midnight UTC they differ.
    const day = shopDayOf(Date.now())
    await connection().pool.query(
      `insert into audit_entries (actor_kind, actor_name, action, subject_kind, subject_id, made_at)
         select 'system', 'clock', 'clock.struck', 'clock', 'tower', struck
           from unnest($1::timestamptz[]) as struck`,
      [[dayStart(day), dayEnd(day) - 1, dayEnd(day)].map((ms) => new Date(ms))],
    )
    expect((await list({ action: 'clock.', day })).data).toHaveLength(2)
    expect((await list({ action: 'tax.removed', day })).data).toHaveLength(102)
    expect((await list({ day: '2020-02-29' })).data).toEqual([])

    const { id } = await makeUser(db)
    await inTransaction(db, (trx) =>
      recordAction(trx, actor, { action: 'member.changed', subject: { kind: 'member', id }, after: { name: 'Ana' } }),
    )
    await inTransaction(db, (trx) => erasePerson(trx, actor, { memberId: id, reason: 'Asked for.' }))
    const [erased] = (await list({ subject: `member:${id}`, action: 'member.changed' })).data
    expect(erased).toMatchObject({ erased: true, actor: actor.email })
    expect(erased).not.toHaveProperty('after')
  })

  it.each([
    'subject=order',
    'subject=%00:1',
    'actor=%00',
    'day=0000-01-01',
    'day=9999-12-31',
    'day=2026-02-30',
    'before=0',
    'before=1e30',
    'before=x',
  ])('refuses %s', async (query) => {
    const { browser } = await signIn('manager')
    expect((await browser.get(`/admin/audit.json?${query}`)).statusCode).toBe(422)
  })

  it('is exported as a file without formulas, and the export is logged', async () => {
    const { browser, actor } = await signIn('owner')
    const response = await browser.get('/admin/audit/export.csv')
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'private, no-store',
    })
    const rows: Record<string, string>[] = parse(response.body, { columns: true })
    const { rows: counted } = await connection().pool.query('select count(*)::int as n from audit_entries')
    expect(rows).toHaveLength(counted[0].n)
    expect(rows[0]).toMatchObject({ action: 'audit_entries.exported', actor: actor.email, role: 'owner' })
    const listAbout = rows.find(
      ({ action, subject }) => action === 'member.sponsor_change_planned' && subject === 'member',
    )
    const { rows: members } = await connection().pool.query('select member_no from users where id = $1', [
      listAbout?.subject_id,
    ])
    expect(listAbout?.subject_name).toBe(members[0].member_no)
    expect(rows.filter(({ reason }) => reason === `'=SUM(A1) "quoted"`)).toHaveLength(203)
  })
})

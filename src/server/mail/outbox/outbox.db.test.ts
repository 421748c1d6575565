import { beforeAll, expect, it } from 'vitest'
import type { OpenedMail } from '#contract/mail/outbox.ts'
import type { Role } from '#contract/permissions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { createMailPayloads, type MailKind } from '#test/mail-payloads.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { waitFor } from '#test/wait.ts'
import { cleanSentEmails } from './clean-sent-emails.ts'
import { processEmails, writeQueuedMail } from './mail.jobs.ts'
import { type MailPayload, markUndelivered } from './undelivered-emails.queries.ts'

const MISSING = '00000000-0000-0000-0000-000000000000'
/** Matches a token, or the signature that opens a guest's order. */
const SECRET = /(?<![\w-])[\w-]{43}(?![\w-])/g
/** Kinds with links that grant access to anyone who has them. */
const ACCESS_MAILS: readonly MailKind[] = [
  'set_password',
  'reset_password',
  'account_taken_back',
  'prove_email',
  'added_by_sponsor',
  'confirm_newsletter',
  // Its link ends a newsletter.
  'newsletter',
  'confirm_email',
  'email_change_asked',
  'email_changed',
  'staff_link',
  // Its link stops a reset.
  'staff_reset',
]

databaseTest('outbox', (connection) => {
  const suite = appForSuite(connection, { SHOP_SHOP_EMAIL: 'shop@example.com' })
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const browsers = new Map<Role, ReturnType<typeof browserOf>>()
  const signInAs = async (role: Role) => {
    const known = browsers.get(role)
    if (known) return known
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    browsers.set(role, browser)
    return browser
  }
  const list = async (search = '', role: Role = 'owner') => {
    const response = await (await signInAs(role)).get(`/admin/mails.json${search}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  /** Lists sent emails across all pages. */
  const listSent = async () => {
    const { data, count, next: second } = await list('?state=sent')
    for (let next = second; next !== null; ) {
      const page = await list(`?state=sent&after=${next}`)
      data.push(...page.data)
      next = page.next
    }
    return { data, count }
  }
  const open = async (id: string, role: Role = 'owner'): Promise<OpenedMail> => {
    const response = await (await signInAs(role)).get(`/admin/mails/${id}.json`)
    expect([id, response.statusCode]).toEqual([id, 200])
    return response.json()
  }
  /** Reads all tables except session activity. */
  const readAllTables = async () => {
    const { rows } = await query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname <> 'staff_sessions' order by 1`,
    )
    const tables = rows.map(({ name }) => `(select json_agg(t order by t::text) from "${name}" t) as "${name}"`)
    return (await query(`select ${tables.join(', ')}`)).rows[0]
  }
  let payloads: Record<MailKind, MailPayload>
  const ids = new Map<MailKind, string>()
  const getId = (mail: MailKind) => ids.get(mail) ?? ''

  beforeAll(async () => {
    const { jobs, network } = suite().services
    payloads = await createMailPayloads({ connection: connection(), jobs, network })
    await query(`delete from pgboss.job where name = 'mail'`)
    await inTransaction(connection().db, (trx) => jobs.queue(trx, 'mail', Object.values(payloads)))
    const { rows } = await query(`select id, data from pgboss.job where name = 'mail'`)
    for (const { id, data } of rows) ids.set(data.mail, id)
  })

  it('shows every kind of email with its recipient, and creates no links when viewed', async () => {
    await signInAs('owner')
    const before = await readAllTables()
    for (const [kind, payload] of Object.entries(payloads)) {
      const { mail, state, recipient, subject, content } = await open(getId(kind as MailKind))
      expect([kind, mail, state, subject]).toEqual([kind, kind, 'queued', null])
      expect(content, kind).not.toBeNull()
      expect(payload.mail).toBe(kind)
      expect([kind, recipient]).toEqual([kind, expect.stringContaining('@')])
    }
    // Viewing them changed nothing.
    expect(await readAllTables()).toEqual(before)
  })

  it('masks every access link in every kind of email that has one, and nothing else', async () => {
    const masked = new Set<string>()
    for (const [kind, payload] of Object.entries(payloads)) {
      const { content, recipient } = await open(getId(kind as MailKind))
      const newLink = await writeQueuedMail(suite().services, payload)
      if (!newLink || !content) throw new Error(`there is no ${kind}`)
      expect([kind, `${content.html}${content.text}`.match(SECRET)]).toEqual([kind, null])
      expect([kind, content.subject, recipient]).toEqual([kind, newLink.subject, newLink.to])
      for (const part of ['html', 'text'] as const)
        expect([kind, content[part]]).toEqual([kind, newLink[part].replaceAll(SECRET, 'masked')])
      if (newLink.text.match(SECRET)) masked.add(kind)
    }
    for (const kind of ACCESS_MAILS) expect(masked).toContain(kind)
    // The others are about orders, which their customers open without signing in.
    const others = [...masked].filter((kind) => !(ACCESS_MAILS as string[]).includes(kind))
    expect(others.filter((kind) => !/^(order|payment)_/.test(kind))).toEqual([])
  })

  it('renders in a frame without scripts, external content or working links', async () => {
    for (const kind of Object.keys(payloads) as MailKind[]) {
      const page = await (await signInAs('owner')).get(`/admin/mails/${getId(kind)}/page.html`)
      expect([kind, page.statusCode, page.headers['content-type']]).toEqual([kind, 200, 'text/html; charset=utf-8'])
      const policy = String(page.headers['content-security-policy'])
      const directives = policy.split('; ').map((directive) => directive.split(' '))
      const allowed = Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]))
      // The policy restores nothing: neither scripts, forms and windows, nor the frame's way out of itself.
      expect([kind, allowed.sandbox, allowed['default-src']]).toEqual([kind, [], ["'none'"]])
      expect([kind, Object.keys(allowed).filter((name) => name.startsWith('script-src'))]).toEqual([kind, []])
      expect([kind, page.headers['x-frame-options'], page.headers['cache-control']]).toEqual([
        kind,
        'SAMEORIGIN',
        'private, no-store',
      ])
      expect([kind, page.body]).toEqual([kind, (await open(getId(kind))).content?.html])
      expect([kind, page.body.match(SECRET), /<script/i.test(page.body)]).toEqual([kind, null, false])
    }
    const { body } = await (await signInAs('owner')).get(`/admin/mails/${getId('reset_password')}/page.html`)
    const [, token] = /\/password\/reset\/([\w-]+)/.exec(body) ?? []
    const passwords = { password: 'orchid lamp 48', confirmation: 'orchid lamp 48' }
    const reset = await browserOf(suite).post('/password/reset', { token, ...passwords })
    expect([token, reset.statusCode, reset.json().errors]).toEqual([
      'masked',
      422,
      { token: expect.stringContaining('expired or was already used') },
    ])
    const clerk = await signInAs('clerk')
    expect((await clerk.get(`/admin/mails/${getId('staff_link')}/page.html`)).statusCode).toBe(404)
    expect((await browserOf(suite).get(`/admin/mails/${getId('reset_password')}/page.html`)).statusCode).toBe(401)
  })

  it('hides emails to staff from roles that may not change staff', async () => {
    const clerk = await signInAs('clerk')
    for (const kind of ['staff_link', 'staff_reset', 'todo', 'status'] as const) {
      expect((await clerk.get(`/admin/mails/${getId(kind)}.json`)).statusCode).toBe(404)
      const resend = await clerk.post(`/admin/mails/${getId(kind)}/resend`, { expected_version: '0' })
      expect(resend.statusCode).toBe(404)
    }
    const kinds = (await list('', 'clerk')).data.map(({ mail }: { mail: string }) => mail)
    expect(kinds).toContain('reset_password')
    expect(kinds.filter((kind: string) => /^(staff|todo$|status$)/.test(kind))).toEqual([])
    expect((await clerk.get(`/admin/mails/${MISSING}.json`)).statusCode).toBe(404)
    expect((await clerk.get('/admin/mails/17.json')).statusCode).toBe(404)
  })

  it('does not resend emails that were not sent yet', async () => {
    const response = await (await signInAs('clerk')).post(`/admin/mails/${getId('order_placed')}/resend`, {
      expected_version: '0',
    })
    expect(response.json()).toMatchObject({
      status: 409,
      code: 'mail_not_sent',
      current: { state: 'queued' },
      detail: expect.stringContaining('hasn’t been sent'),
    })
  })

  it('records what was sent and to whom, and stores only ids of its content', async () => {
    await processEmails(suite().services, () => {})
    const expectNoneQueued = async () => expect((await list('?state=queued')).data).toEqual([])
    await waitFor(expectNoneQueued)
    const { data, count } = await listSent()
    const kinds = Object.keys(payloads).length
    expect([data.length, count]).toEqual([kinds, { value: kinds, more: false }])
    for (const { mail, recipient, subject, sent_at, attempts } of data) {
      expect([mail, recipient, subject, attempts]).toEqual([mail, expect.stringContaining('@'), expect.any(String), 1])
      expect(Date.parse(sent_at)).toBeGreaterThan(0)
    }
    const { rows } = await query('select sent_mails::text as row from sent_mails')
    expect(rows.map(({ row }) => row.match(SECRET)).filter((found) => found !== null)).toEqual([])
    const order = await (await signInAs('clerk')).get(
      `/admin/orders/${(payloads.order_shipped as { order_id: number }).order_id}.json`,
    )
    expect(order.json().mails).toContainEqual(
      expect.objectContaining({ id: getId('order_shipped'), mail: 'order_shipped', state: 'sent', resends: 0 }),
    )
  })

  it('does not send a recorded email twice, whenever its process ended', async () => {
    const id = getId('order_placed')
    const sentAt = async () => (await query('select sent_at from sent_mails where id = $1', [id])).rows[0].sent_at
    const before = await sentAt()
    // The queue completes a batch of emails when all of them have been sent.
    await query(`update pgboss.job set state = 'retry', completed_on = null where name = 'mail' and id = $1`, [id])
    const state = async () =>
      (await query(`select state from pgboss.job where name = 'mail' and id = $1`, [id])).rows[0].state
    await waitFor(async () => expect(await state()).toBe('completed'))
    expect(await sentAt()).toEqual(before)
  })

  it('finds emails by the beginning of their recipient’s address, page by page, latest first', async () => {
    const found = await list('?search=NEW@exa')
    expect(found.data.map(({ mail }: { mail: string }) => mail)).toEqual(['confirm_email'])
    expect((await list('?search=%25')).data).toEqual([])
    await query(`insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
      select gen_random_uuid(), '{"mail": "todo", "todo": true}', 'many@example.com', 'Many', timestamptz '2026-01-01' + n / 3 * interval '1 us', 1
        from generate_series(1, 120) n`)
    const listedIds: string[] = []
    let cursor = ''
    for (;;) {
      const { data, next } = await list(`?search=many@${cursor}`)
      listedIds.push(...data.map(({ id }: { id: string }) => id))
      if (next === null) break
      cursor = `&after=${next}`
    }
    const { rows } = await query(
      `select id from sent_mails where recipient = 'many@example.com' order by queued_at desc, id desc`,
    )
    expect(listedIds).toEqual(rows.map(({ id }) => id))
    for (const after of ['x', `1~${'-'.repeat(36)}`, `1~${'a'.repeat(36)}`])
      expect((await (await signInAs('owner')).get(`/admin/mails.json?after=${after}`)).statusCode, after).toBe(422)
    expect(
      (await (await signInAs('owner')).get(`/admin/mails.json?after=99999999999999999~${MISSING}`)).statusCode,
    ).toBe(200)
  })

  it('resends an email with a new link, once for two concurrent requests, and logs the actor', async () => {
    const id = getId('reset_password')
    const hash = async () => (await query('select token_hash from password_links')).rows[0].token_hash.toString('hex')
    const before = await hash()
    const clerk = await signInAs('clerk')
    const resent = await clerk.post(`/admin/mails/${id}/resend`, { expected_version: '0' })
    expect([resent.statusCode, resent.json().resends]).toEqual([200, 1])
    const repeated = await clerk.post(`/admin/mails/${id}/resend`, { expected_version: '0' })
    expect(repeated.json()).toMatchObject({ status: 409, code: 'stale', current: { resends: 1, version: '1' } })
    await waitFor(async () => expect(await hash()).not.toBe(before))
    await waitFor(async () => {
      const { data } = await listSent()
      const sent = data.filter(({ mail }: { mail: string }) => mail === 'reset_password')
      expect(sent.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
        sent[0].recipient,
        sent[0].recipient,
      ])
    })
    const { user_id } = payloads.reset_password as { user_id: number }
    const { rows } = await query(
      `select actor_name, payload -> 'after' as after from audit_entries join audit_payloads on entry_id = id
        where action = 'mail.resent' and subject_kind = 'member' and subject_id = $1`,
      [String(user_id)],
    )
    expect(rows).toEqual([{ actor_name: expect.stringContaining('@'), after: { mail_id: id, mail: 'reset_password' } }])
    const again = await clerk.post(`/admin/mails/${id}/resend`, { expected_version: repeated.json().current.version })
    expect(again.json()).toMatchObject({ resends: 2 })
  })

  it('does not resend emails about records that no longer exist', async () => {
    const { order_id } = payloads.payment_reminder_first as { order_id: number }
    await query('update orders set due_on = null, payment_days = null where id = $1', [order_id])
    const id = getId('payment_reminder_first')
    expect((await open(id)).content).toBeNull()
    const response = await (await signInAs('clerk')).post(`/admin/mails/${id}/resend`, { expected_version: '0' })
    expect(response.json()).toMatchObject({ status: 409, code: 'nothing_to_resend' })
  })

  it('retries undelivered emails once each, and those to staff only for roles that may change staff', async () => {
    const failDelivery = async (payload: MailPayload) => {
      const { rows } = await query(
        `insert into pgboss.job (name, data, state, retry_count) values ('mail', $1, 'failed', 30) returning id`,
        [JSON.stringify(payload)],
      )
      return rows[0].id as string
    }
    const failed = [await failDelivery(payloads.order_link), await failDelivery(payloads.staff_link)]
    // Checked first before the failure is noticed, and then after.
    expect((await list('?state=failed')).data).toHaveLength(2)
    await inTransaction(connection().db, (trx) => markUndelivered(trx, 'failed', 'EENVELOPE 450'))
    expect((await list('?state=failed')).data).toHaveLength(2)
    expect((await list('?state=failed', 'clerk')).data).toMatchObject([
      { id: failed[0], reason: 'EENVELOPE 450', attempts: 31 },
    ])
    const clerk = await signInAs('clerk')
    const tried = await clerk.post('/admin/mails/retry', { mail_ids: failed })
    expect([tried.statusCode, tried.json()]).toEqual([200, { retried: [failed[0]] }])
    expect((await clerk.post('/admin/mails/retry', { mail_ids: failed })).json()).toEqual({ retried: [] })
    expect((await (await signInAs('owner')).post('/admin/mails/retry', { mail_ids: failed })).json()).toEqual({
      retried: [failed[1]],
    })
    await waitFor(async () => expect((await open(failed[0] ?? '')).state).toBe('sent'))
    expect((await clerk.post('/admin/mails/retry', { mail_ids: [] })).statusCode).toBe(422)
    expect((await clerk.post('/admin/mails/retry', { mail_ids: ['x'] })).statusCode).toBe(422)
  })

  it('does not resend a link to staff who have set a password since, because no one could stop such a reset', async () => {
    const owner = await signInAs('owner')
    const { id: staffId } = await makeStaff(connection().db, 'manager')
    const payload = { mail: 'staff_link', staff_id: staffId }
    const { rows } = await query(
      `insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
       values (gen_random_uuid(), $1, 'manager@example.com', 'Your sign-in', now(), 1) returning id`,
      [JSON.stringify(payload)],
    )
    const resend = () => owner.post(`/admin/mails/${rows[0].id}/resend`, { expected_version: '0' })
    expect((await resend()).statusCode).toBe(409)
    await query('update staff set password_hash = null where id = $1', [staffId])
    expect((await resend()).statusCode).toBe(200)
  })

  it('forgets recipients after half a year', async () => {
    await query(`update sent_mails set sent_at = now() - interval '179 days' where id = $1`, [getId('order_paid')])
    await query(`update sent_mails set sent_at = now() - interval '181 days' where id = $1`, [getId('order_completed')])
    await cleanSentEmails(connection().db)
    expect((await open(getId('order_paid'))).state).toBe('sent')
    expect((await (await signInAs('owner')).get(`/admin/mails/${getId('order_completed')}.json`)).statusCode).toBe(404)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { sealAll } from '#server/identity/audit/audit-sealer.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { addBankTransactions } from '#server/orders/bank-transactions/import-bank-transactions.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { createPerson, FILE, findPersonalData, guestEmail, personEmail } from '#test/create-person.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { jobsForSuite } from '#test/shop.ts'
import { readZip } from '#test/zip.ts'
import { eraseGuest, eraseUser } from './erase-personal-data.ts'
import { findMemberKeys } from './find-person.ts'
import { findUserKeys, listExportedTables, readPersonRows } from './person.queries.ts'
import { removeErasedFiles } from './remove-erased-files.ts'
import { writeExport } from './write-export.ts'

const owner = { kind: 'staff', staffId: 1, email: 'owner@example.com', role: 'owner' } as const

databaseTest('an erased person', (connection) => {
  const jobs = jobsForSuite(connection)
  const sealer = makeSealer('a secret of thirty-two characters', undefined)
  let dataDir = ''
  let planted: Awaited<ReturnType<typeof createPerson>>
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'salonfront-erased-'))
    planted = await createPerson(connection().db, jobs(), dataDir)
    await sealAll(connection().db, sealer, () => {})
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  const findings = async () => (await verifyShop(connection().db, dataDir, undefined, sealer)).findings
  const readBooks = async () => {
    const { rows } = await sql`
      select to_jsonb(orders) - '{first_name,last_name,email,phone_number,comments,card_holder_name,card_type,card_last_four,discount_reason}'::text[],
          (select jsonb_agg(to_jsonb(line) order by position) from order_lines line where order_id = orders.id) as lines,
          (select jsonb_agg(to_jsonb(tax) order by position) from order_taxes tax where order_id = orders.id) as taxes,
          (select jsonb_agg(to_jsonb(note) - 'reason' order by id) from credit_notes note where order_id = orders.id) as notes,
          (select state || ' ' || zip from order_addresses where order_id = orders.id) as address
        from orders where id = ${planted.orderId}`.execute(connection().db)
    return rows
  }

  it('was in every table with personal data', async () => {
    const keys = await findUserKeys(connection().db, planted.userId)
    expect(keys.orders).toEqual([planted.orderId])
    const empty: string[] = []
    for (const table of listExportedTables()) {
      const { value: rows } = await readPersonRows(connection().db, table, keys).next()
      if (rows.length === 0) empty.push(table)
    }
    expect(empty, 'tables that test/support/create-person.ts plants no row in').toEqual([])
    expect((await findPersonalData(connection().db, dataDir)).length).toBeGreaterThan(30)
  })

  it('exports all of it, with the files', async () => {
    const keys = await findMemberKeys(connection().db, planted.userId)
    const zip = await buffer(writeExport(connection().db, diskStore(dataDir), keys, new Date('2026-11-24T12:00:00Z')))
    const entries = readZip(zip)
    const tables = listExportedTables().map((table) => `${table}.json`)
    expect([...entries.keys()].sort()).toEqual(['README.txt', `files/${FILE}`, ...tables].sort())
    for (const table of tables) expect(JSON.parse(`${entries.get(table)}`), table).not.toEqual([])
    expect(`${entries.get(`files/${FILE}`)}`).toBe('Quixan')
    expect(JSON.parse(`${entries.get('users.json')}`)).toMatchObject([{ email: personEmail, last_name: 'Quixan' }])
    const text = [...entries.values()].join()
    // The secrets that test/support/create-person.ts plants; bytes are hexadecimal.
    for (const secret of ['quixanhash', '\\\\x71756978616e']) expect(text).not.toContain(secret)
  })

  it('exports every row exactly once, however many a table has', async () => {
    const { pool } = connection()
    await pool.query(
      `insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
         select gen_random_uuid(), '{"mail": "todo", "todo": true}', $1, 'Many ' || n, now(), 1 from generate_series(1, 1200) n`,
      [personEmail],
    )
    const keys = await findMemberKeys(connection().db, planted.userId)
    const mails = readZip(await buffer(writeExport(connection().db, diskStore(dataDir), keys, new Date()))).get(
      'sent_mails.json',
    )
    const subjects: (string | null)[] = JSON.parse(`${mails}`).map(({ subject }: { subject: string | null }) => subject)
    const many = subjects.filter((subject) => subject?.startsWith('Many '))
    expect([many.length, new Set(many).size]).toEqual([1200, 1200])
  })

  it('exports no email address or IP address of others', async () => {
    const { db, pool } = connection()
    const { userId } = planted
    await pool.query(
      `insert into sent_mails (id, payload, recipient, subject, queued_at, tries) values
         (gen_random_uuid(), $1, 'sponsor@example.com', 'Quixan joins your line, Sam', now(), 1),
         (gen_random_uuid(), $1, $2, 'Your line', now(), 1)`,
      [{ mail: 'member_joined', user_id: userId, sponsor_id: 1 }, personEmail.toUpperCase()],
    )
    await pool.query(
      `insert into undelivered_mails (id, payload, queued_at, tries, reason)
         values (gen_random_uuid(), $1, now(), 1, 'no mailbox sponsor@example.com')`,
      [{ mail: 'member_joined', user_id: userId, sponsor_id: 1 }],
    )
    const entry = { action: 'member.suspended', subject: { kind: 'member', id: userId }, person: userId } as const
    await inTransaction(db, async (trx) => {
      await recordAction(trx, { ...owner, address: '192.0.2.77' }, entry)
      await recordAction(trx, { kind: 'customer', userId, address: '192.0.2.78' }, entry)
    })
    const keys = await findMemberKeys(db, userId)
    const entries = readZip(await buffer(writeExport(db, diskStore(dataDir), keys, new Date())))
    const mails = JSON.parse(`${entries.get('sent_mails.json')}`)
    expect(mails).toContainEqual(expect.objectContaining({ recipient: null, subject: null }))
    expect(mails).toContainEqual(
      expect.objectContaining({ recipient: personEmail.toUpperCase(), subject: 'Your line' }),
    )
    const text = [...entries.values()].join()
    for (const excluded of ['sponsor@example.com', 'Sam', '192.0.2.77']) expect(text).not.toContain(excluded)
    for (const expected of ['192.0.2.78', `no mailbox ${personEmail}`]) expect(text).toContain(expected)
  })

  it('is not named anywhere afterward, while books, months and the audit chain are unchanged', async () => {
    const { db } = connection()
    const before = await readBooks()
    const findingsBefore = await findings()
    const erase = (reason: string) => inTransaction(db, (trx) => eraseUser(trx, owner, planted.userId, reason))
    expect(await erase('As Ms Quixan asked')).toEqual({ ok: false, refusal: { code: 'reason_names_person' } })
    const result = await erase('Asked by letter')
    if (!result.ok) throw new Error(result.refusal.code)
    await removeErasedFiles(diskStore(dataDir), dataDir, result.erased)

    expect(await findPersonalData(db, dataDir)).toEqual([])
    expect(await readBooks()).toEqual(before)
    await sealAll(db, sealer, () => {})
    expect(await findings()).toEqual(findingsBefore)
    expect(await erase('Asked by letter')).toEqual({ ok: false, refusal: { code: 'already_erased' } })
    // The bank's file again: the transaction is recognized without its text.
    const transaction = {
      line: 1,
      date: '2026-11-01',
      amountCents: cents(5000),
      payer: 'Quixan',
      memo: '',
      source: 'Quixan,50',
    }
    const read = { notices: [{ ...transaction, bankId: undefined }], skipped: [] }
    const reimport = await inTransaction(db, (trx) => addBankTransactions(trx, owner, { read, origin: 'csv' }))
    expect(reimport).toMatchObject({ known: [{ line: 1 }] })
    const user = await db.selectFrom('users').selectAll().where('id', '=', planted.userId).executeTakeFirstOrThrow()
    expect(user).toMatchObject({ first_name: 'Erased', last_name: 'person', status: 'closed', password_hash: null })
  })

  it('without an account is erased by the email address of the orders', async () => {
    const { db } = connection()
    const erase = (email: string) => inTransaction(db, (trx) => eraseGuest(trx, owner, email, 'Asked by phone'))
    expect(await erase(personEmail)).toEqual({ ok: false, refusal: { code: 'guest_not_found' } })
    const { id } = await makeUser(db, { email: guestEmail })
    expect(await erase(guestEmail)).toEqual({ ok: false, refusal: { code: 'email_has_account' } })
    await db.updateTable('users').set({ email: 'free@example.com' }).where('id', '=', id).execute()
    // Two concurrent calls: one erases and the other finds nobody.
    const results = await Promise.all([erase(guestEmail), erase(guestEmail)])
    expect(results).toContainEqual({ ok: false, refusal: { code: 'guest_not_found' } })
    const result = results.find(({ ok }) => ok)
    if (!result?.ok) throw new Error('Neither erased.')
    await removeErasedFiles(diskStore(dataDir), dataDir, result.erased)
    expect(await findPersonalData(db, dataDir, 'wyxler')).toEqual([])
  })
})

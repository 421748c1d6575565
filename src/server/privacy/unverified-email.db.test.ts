import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { eraseUser } from './erase-personal-data.ts'
import { findMemberKeys } from './find-person.ts'
import { findMailIds, readPersonRows } from './person.queries.ts'

const owner = { kind: 'staff', staffId: 1, email: 'owner@example.com', role: 'owner' } as const
const [victim, former] = ['victim@example.com', 'former@example.com']
const tied = ['invitations', 'newsletter_subscribers', 'newsletter_deliveries', 'sent_mails']

databaseTest('an account with an email address that was never verified', (connection) => {
  /** Someone who registered a stranger's email address, changed to it from another stranger's, and tried to sign in. */
  const createAccounts = async () => {
    const { db, pool } = connection()
    const { id } = await makeUser(db, { email: victim })
    const otherUser = await makeUser(db)
    await pool.query(`
      update users set email_verified_at = null where id = ${id};
      insert into email_changes (user_id, old_email, new_email) values (${id}, '${former}', '${victim}');
      insert into attempts (kind, key) values ('login to', '${victim}');`)
    for (const email of [victim, former]) {
      await pool.query(`
        insert into invitations (inviter_id, email, first_name, last_name, phone_number, address_1, address_2, city, state, zip)
          values (${otherUser.id}, '${email}', 'Vic', 'Tim', '1', '1 Main Street', '', 'Newark', 'NJ', '07102');
        insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
          values (gen_random_uuid(), '{"mail": "todo", "todo": true}', '${email}', 'To Vic', now(), 1);
        insert into newsletter_subscribers (email) values ('${email}');`)
    }
    return id
  }

  it('cannot access the data of that address, and its own data is erased', async () => {
    const { db, pool } = connection()
    const id = await createAccounts()
    const person = await findMemberKeys(db, id)
    expect(person).toEqual({ user: id, emails: [], orders: [] })
    for (const table of tied) expect((await readPersonRows(db, table, person).next()).value, table).toEqual([])
    expect(await findMailIds(db, person)).toEqual([])
    expect((await inTransaction(db, (trx) => eraseUser(trx, owner, id, 'Asked by phone'))).ok).toBe(true)
    const { rows } = await pool.query(`
      select (select count(*)::int from invitations) as invitations, (select count(*)::int from sent_mails) as mails,
        (select count(*)::int from newsletter_subscribers) as subscribers, (select count(*)::int from attempts) as attempts,
        (select count(*)::int from email_changes) as changes,
        (select email from users where id = ${id}) as email`)
    expect(rows).toMatchObject([{ invitations: 2, mails: 2, subscribers: 2, attempts: 0, changes: 0 }])
    expect(rows[0].email).toMatch(/^erased-/)
  })

  it('gets access when the address is verified, including to the data of earlier verified addresses', async () => {
    const { db, pool } = connection()
    const { id } = await makeUser(db, { email: 'verified@example.com' })
    await pool.query(`
      update users set email_verified_at = now() where id = ${id};
      insert into email_changes (user_id, old_email, old_was_verified, new_email, confirmed_at)
        values (${id}, 'was@example.com', true, 'verified@example.com', now())`)
    expect((await findMemberKeys(db, id)).emails.toSorted()).toEqual(['verified@example.com', 'was@example.com'])
  })
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { eraseUser } from '#server/privacy/erase-personal-data.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { readExportedMembers } from '#test/exported-members.ts'
import { makeUser } from '#test/factories.ts'
import { exportMembers } from './export-members.ts'
import { importMembers } from './import-members.ts'

const HEADING = 'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on'

databaseTest('member import', (connection, engine) => {
  const folder = mkdtempSync(join(tmpdir(), `salonfront-members-${engine}-`))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'members.csv')

  const importText = (text: string) => {
    writeFileSync(path, text)
    return importMembers(connection(), { path })
  }
  const importRows = (...rows: string[]) => importText([HEADING, ...rows].join('\n'))
  const refusedWith = async (...rows: string[]) => {
    const imported = await importRows(...rows)
    if (imported.ok) throw new Error('The import was accepted.')
    const { line, column, sentence: message } = imported.refusal
    return [line, column, message]
  }
  const query = async (text: string) => (await connection().pool.query(text)).rows
  const member = async (number: string) => (await query(`select * from users where member_no = '${number}'`))[0]
  const findEdges = (number: string) =>
    query(`select from_month, sponsor.member_no as sponsor from sponsorships join users on users.id = member_id
      left join users sponsor on sponsor.id = sponsor_id where users.member_no = '${number}' order by from_month`)
  const findStatuses = (number: string) =>
    query(`select from_month, member_statuses.status from member_statuses join users on users.id = member_id
      where users.member_no = '${number}' order by from_month`)
  const readAllTables = () =>
    Promise.all(
      ['users', 'sponsorships', 'member_statuses', 'sessions', 'network_changes'].map((table) =>
        query(`select * from ${table} order by 1, 2`),
      ),
    )
  const isClean = async () => expect((await verifyShop(connection().db, folder)).findings).toEqual([])
  const empty = () =>
    emptyTables(connection().pool, ['users', 'months', 'network_changes', 'bonus_corrections', 'cards'])

  test.each(['example-1', 'example-2'])('imports the members of %s of the plan', async (example) => {
    await empty()
    const text = readFileSync(new URL(`../../../../docs/plan/${example}/members.csv`, import.meta.url), 'utf8')
    expect(await importText(text)).toEqual({ ok: true, added: 8, updated: 0, unchanged: 0 })
    expect(await member('E')).toMatchObject({
      status: example === 'example-1' ? 'pending' : 'active',
      email: 'e@network.example',
      type: 'member',
      password_hash: null,
      cosmetology_id: '',
      referral_code: expect.stringMatching(/^[A-Z2-9]{10}$/),
      created_at: new Date('2026-01-09T05:00:00Z'),
    })
    expect(await findEdges('E')).toEqual([{ from_month: '2026-01', sponsor: 'B' }])
    expect(await findEdges('A')).toEqual([{ from_month: '2026-01', sponsor: null }])
    await isClean()
  })

  test('importing the same file again writes nothing, and importing an export changes nothing', async () => {
    const before = await readAllTables()
    expect(await importText(readFileSync(path, 'utf8'))).toEqual({ ok: true, added: 0, updated: 0, unchanged: 8 })
    const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
    expect(await exportMembers(connection(), first)).toBe(8)
    expect(readExportedMembers(first)).toBe(readFileSync(path, 'utf8'))
    await makeUser(connection().db, { firstName: '=SUM(A1) "quoted", – two' })
    await exportMembers(connection(), first)
    const after = await readAllTables()
    expect(await importMembers(connection(), { path: first })).toMatchObject({ added: 0, updated: 0, unchanged: 9 })
    expect(await readAllTables()).toEqual(after)
    expect(after[1]).toHaveLength((before[1]?.length ?? 0) + 1)

    await empty()
    expect(await importMembers(connection(), { path: first })).toMatchObject({ added: 9 })
    await exportMembers(connection(), second)
    expect(readExportedMembers(second)).toBe(readExportedMembers(first))
    await isClean()
  })

  test('accepts rows in any order, with sponsors from the file or the shop, or none', async () => {
    await empty()
    const rowWith = await makeUser(connection().db)
    const [{ member_no: top }] = await query(`select member_no from users where id = ${rowWith.id}`)
    expect(
      await importRows(
        'c,b,member,active,C,C,c@example.com,,2026-02-01',
        'b,a,franchise,pending,B,B,B@Example.com ,(201) 555-0100,2026-02-10T23:30:00-05:00',
        `a,${top},member,active,A,A,a@example.com,,`,
        'z,,member,active,Z,Z,z@example.com,,2026-03-01T04:59:59.999Z',
      ),
    ).toMatchObject({ added: 4 })
    expect(await findEdges('c')).toEqual([{ from_month: '2026-02', sponsor: 'b' }])
    expect(await findEdges('z')).toEqual([{ from_month: '2026-02', sponsor: null }])
    const now = (await query('select month_of(now()) as now'))[0]?.now
    expect(await findEdges('a')).toEqual([{ from_month: now, sponsor: top }])
    expect(await member('b')).toMatchObject({ email: 'b@example.com', type: 'franchise', status: 'pending' })
    await isClean()
  })

  test('a thousand rows in random order produce the same tree as in order', async () => {
    await empty()
    const rows = Array.from({ length: 1000 }, (_, n) => {
      const sponsor = n === 0 ? '' : `M${Math.floor(((n * 7919) % 1000) * (n / 1000))}`
      return `M${n},${sponsor},member,active,F,L,m${n}@example.com,,2026-01-01`
    })
    const readEdges = () =>
      query(`select users.member_no, sponsor.member_no as sponsor from sponsorships join users on users.id = member_id
        left join users sponsor on sponsor.id = sponsor_id order by 1`)
    await importRows(...rows)
    const inOrder = await readEdges()
    await empty()
    const shuffled = rows.map((row, n) => ({ row, at: (n * 617) % 1000 })).sort((a, b) => a.at - b.at)
    expect(await importRows(...shuffled.map(({ row }) => row))).toMatchObject({ added: 1000 })
    expect(await readEdges()).toEqual(inOrder)
    await isClean()
  })

  test('a license that is no longer approved is not marked as another account’s either', async () => {
    await empty()
    await importRows('a,,member,active,A,A,a@example.com,,2026-01-01', 'b,,member,active,B,B,b@example.com,,2026-01-01')
    await query(`update users set license_state = 'NJ', cosmetology_id = 'N1', license_shared = member_no = 'b'`)
    await isClean()
    await importRows('b,,member,pending,B,B,b@example.com,,2026-01-01')
    expect(await member('b')).toMatchObject({ license_approved_at: null, license_shared: false })
    await isClean()
  })

  test('an older file does not restore an erased member, and a newer export changes nothing', async () => {
    await empty()
    const older = [
      'a,,member,active,Ana,Lopez,a@example.com,1,2026-01-01',
      'b,a,member,active,B,B,b@example.com,,2026-01-01',
    ]
    await importRows(...older)
    const { id } = await member('a')
    const owner = { kind: 'command_line', by: 'owner@example.com' } as const
    await inTransaction(connection().db, (trx) => eraseUser(trx, owner, id, 'Asked by letter'))
    const before = await readAllTables()
    expect(await refusedWith(...older)).toEqual([
      2,
      'member_no',
      'Member “a” was erased and stays so: leave the row out.',
    ])
    expect(await readAllTables()).toEqual(before)
    await exportMembers(connection(), path)
    expect(await importText(readExportedMembers(path))).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
    expect(await readAllTables()).toEqual(before)
    await isClean()
  })

  test('updates a known member from the first open month on', async () => {
    await empty()
    const { pool } = connection()
    await importRows(
      'a,,member,active,A,A,a@example.com,,2026-01-01',
      'b,a,member,pending,B,B,b@example.com,1,2026-01-01',
      'c,a,member,active,C,C,c@example.com,,2026-05-01',
    )
    await pool.query(
      `insert into months (month, closed_at, closed_externally) values ('2026-01', now(), true), ('2026-02', now(), true)`,
    )
    await pool.query(`insert into sessions (token_hash, user_id) select 'x', id from users where member_no = 'b'`)
    await pool.query(`update users set email_verified_at = now(), password_hash = 'x' where member_no = 'b'`)
    expect(
      await importRows(
        'b,c,franchise,active,Bea,Bell,bea@example.com,2,',
        'c,,member,suspended,C,C,c@example.com,,2026-05-01',
      ),
    ).toEqual({ ok: true, added: 0, updated: 2, unchanged: 0 })
    expect(await findEdges('b')).toEqual([
      { from_month: '2026-01', sponsor: 'a' },
      { from_month: '2026-03', sponsor: 'c' },
    ])
    expect(await findStatuses('b')).toEqual([
      { from_month: '2026-01', status: 'pending' },
      { from_month: '2026-03', status: 'active' },
    ])
    expect(await findEdges('c')).toEqual([{ from_month: '2026-05', sponsor: null }])
    expect(await findStatuses('c')).toEqual([{ from_month: '2026-05', status: 'suspended' }])
    expect(await member('b')).toMatchObject({
      type: 'franchise',
      status: 'active',
      first_name: 'Bea',
      email: 'bea@example.com',
      phone_number: '2',
      email_verified_at: null,
      created_at: new Date('2026-01-01T05:00:00Z'),
    })
    // Matches the closed months again, so a separate row is no longer needed.
    await importRows('b,a,franchise,pending,Bea,Bell,bea@example.com,2,')
    expect(await findEdges('b')).toEqual([{ from_month: '2026-01', sponsor: 'a' }])
    expect(await findStatuses('b')).toEqual([{ from_month: '2026-01', status: 'pending' }])
    await isClean()
  })

  test('a member enrolled in a closed month but imported later counts from the first open month', async () => {
    await importRows('late,a,member,active,L,L,late@example.com,,2026-01-15')
    expect(await findEdges('late')).toEqual([{ from_month: '2026-03', sponsor: 'a' }])
    expect(await member('late')).toMatchObject({ created_at: new Date('2026-01-15T05:00:00Z') })
    expect(await importText(readFileSync(path, 'utf8'))).toMatchObject({ unchanged: 1 })
    expect(await importRows('late,a,member,active,L,L,late@example.com,,2026-04-15')).toMatchObject({ updated: 1 })
    expect(await findEdges('late')).toEqual([{ from_month: '2026-04', sponsor: 'a' }])
    await isClean()
  })

  test('suspended and closed members are signed out', async () => {
    const { pool } = connection()
    const countSessions = () =>
      query('select users.member_no from sessions join users on users.id = user_id order by 1')
    await pool.query(
      `insert into sessions (token_hash, user_id) select member_no::bytea, id from users where member_no in ('a', 'b', 'c')`,
    )
    await importRows('a,,member,closed,A,A,a@example.com,,', 'b,a,franchise,suspended,Bea,Bell,bea@example.com,2,')
    expect(await countSessions()).toEqual([{ member_no: 'c' }])
    await isClean()
  })

  test('columns may be in any order, and the phone and date columns may be missing', async () => {
    const before = await member('b')
    const text =
      'Email,member_no,Notes,status,type,sponsor_no,last_name,first_name\nbea@example.com,b,x,suspended,franchise,a,Bell,Zoe\u0308\n'
    expect(await importText(text)).toMatchObject({ updated: 1 })
    // Composed form, so that a search finds it.
    expect(await member('b')).toEqual({ ...before, first_name: 'Zo\u00eb' })
    expect(await importText('member_no,sponsor_no\n')).toMatchObject({ refusal: { line: 1, column: 'type' } })
  })

  const good = ['n,a,member,active,N,N,n@example.com,,2026-06-01', 'b,n,member,active,Changed,B,new@example.com,,']
  const row = (changes: Partial<Record<string, string>>) => {
    const cells: Record<string, string> = {
      member_no: 'x',
      sponsor_no: '',
      type: 'member',
      status: 'active',
      first_name: 'X',
      last_name: 'X',
      email: 'x@example.com',
      phone_number: '',
      enrolled_on: '',
      ...changes,
    }
    return Object.values(cells).join(',')
  }
  test.each<[Record<string, string>, string, string]>([
    [{ sponsor_no: 'none' }, 'sponsor_no', 'There is no member “none”, in the shop or in the file.'],
    [{ sponsor_no: 'x' }, 'sponsor_no', 'Member “x” cannot be their own sponsor.'],
    [{ member_no: 'n' }, 'member_no', '“n” is the number of line 2 too.'],
    [{ member_no: ' ' }, 'member_no', 'member_no is missing.'],
    ...(['"1,002"', '1\u202f002', '1’002', '"12,345,678.00"'].map((member_no) => [
      { member_no },
      'member_no',
      `“${member_no.replaceAll('"', '')}” has a thousands separator; a number is written without one.`,
    ]) as [Record<string, string>, string, string][]),
    [{ sponsor_no: '"1,002"' }, 'sponsor_no', '“1,002” has a thousands separator; a number is written without one.'],
    [
      { member_no: '1.00212E+11' },
      'member_no',
      '“1.00212E+11” was shortened by the spreadsheet: format the column as text and enter the whole number.',
    ],
    [
      { phone_number: '1.21256E+10' },
      'phone_number',
      '“1.21256E+10” was shortened by the spreadsheet: format the column as text and enter the whole number.',
    ],
    [
      { enrolled_on: '25/11/2025' },
      'enrolled_on',
      '“25/11/2025” is neither a date like 2026-03-31 nor a time with its zone like 2026-03-31T15:00:00Z.',
    ],
    [{ email: 'N@example.com' }, 'email', '“n@example.com” is the address of line 2 too.'],
    [{ email: 'c@example.com' }, 'email', '“c@example.com” is the address of member “c”.'],
    [{ email: 'nobody' }, 'email', '“nobody” is not an email address.'],
    [{ email: '' }, 'email', 'email is missing.'],
    [{ status: 'gone' }, 'status', '“gone” is not one of pending, active, suspended, closed.'],
    [{ status: '' }, 'status', 'status is missing; it must be one of pending, active, suspended, closed.'],
    [{ type: 'guest' }, 'type', '“guest” is not one of member, franchise.'],
    [
      { enrolled_on: '2026-02-30' },
      'enrolled_on',
      '“2026-02-30” is neither a date like 2026-03-31 nor a time with its zone like 2026-03-31T15:00:00Z.',
    ],
    [
      { enrolled_on: '2026-02-03T10:00:00' },
      'enrolled_on',
      '“2026-02-03T10:00:00” is neither a date like 2026-03-31 nor a time with its zone like 2026-03-31T15:00:00Z.',
    ],
    [{ enrolled_on: '9998-05-01' }, 'enrolled_on', '“9998-05-01” is in a month that has not begun.'],
    [{ first_name: 'x'.repeat(256) }, 'first_name', 'The text has 256 characters; the limit is 255.'],
    [
      { member_no: 'a', sponsor_no: 'b', email: 'a@example.com' },
      'sponsor_no',
      'Member “a” would be in their own upline, in a circle of 3: a, b, n.',
    ],
    [
      { member_no: 'b', email: 'bea@example.com', enrolled_on: '2026-04-01', sponsor_no: 'a' },
      'member_no',
      '“b” is the number of line 3 too.',
    ],
  ])('imports all rows or none: %j in its last row', async (changes, column, message) => {
    const before = await readAllTables()
    const [line, ...said] = await refusedWith(...good, row(changes))
    expect([line, said[0]]).toEqual([4, column])
    const inCircle = /circle of 3: (\w, \w, \w)/.exec(String(said[1]))?.[1]
    expect(inCircle === undefined ? said[1] : inCircle.split(', ').sort().join()).toBe(
      inCircle === undefined ? message : 'a,b,n',
    )
    expect(await readAllTables()).toEqual(before)
  })

  test('reads numbers and dates as rewritten by a spreadsheet', async () => {
    const days = ['1/9/2026', '01/09/2026', '2026-01-09 13:45:00', '1/9/2026 0:00', '2026-01-09 00:00:00.000']
    const rows = days.map((day, n) => `${7000 + n}.0,,member,active,Day,${n},day${n}@example.com,,${day}`)
    expect(await importRows(...rows, '7100,7001.00,member,active,Below,X,below@example.com,,')).toMatchObject({
      added: 6,
    })
    const enrolled = await query(`select member_no, created_at from users where member_no like '700_' order by 1`)
    expect(enrolled).toEqual(
      days.map((_, n) => ({ member_no: String(7000 + n), created_at: new Date('2026-01-09T05:00:00Z') })),
    )
    expect(await findEdges('7100')).toMatchObject([{ sponsor: '7001' }])
    expect(await importRows(...rows)).toMatchObject({ added: 0, updated: 0 })
  })

  test('a member of a closed month cannot be enrolled later', async () => {
    expect(await refusedWith('b,a,franchise,suspended,Bo,Bell,bea@example.com,,2026-04-01')).toEqual([
      2,
      'enrolled_on',
      'Member “b” is in the tree of 2026-01, a closed month, and cannot be enrolled later.',
    ])
  })

  test('finds a cycle in a month whose tree is changed by a later move', async () => {
    await empty()
    const { pool } = connection()
    await importRows(
      'a,,member,active,A,A,a@example.com,,2026-01-01',
      'b,a,member,active,B,B,b@example.com,,2026-01-01',
      'c,b,member,active,C,C,c@example.com,,2026-01-01',
    )
    await pool.query(`insert into sponsorships (member_id, from_month, sponsor_id)
      select c.id, '2026-04', a.id from users c, users a where c.member_no = 'c' and a.member_no = 'a'`)
    expect(await refusedWith('b,c,member,active,B,B,b@example.com,,')).toEqual([2, 'sponsor_no', expect.any(String)])
    await isClean()
  })

  test('a member with a corrected bonus cannot be enrolled later, where no card would include it', async () => {
    await empty()
    const row = (enrolledOn: string) => `a,,member,active,A,A,a@example.com,,${enrolledOn}`
    await importRows(row('2026-01-01'))
    await query(`insert into bonus_corrections (month, member_id, bonus, amount_cents, corrected_month, reason, requested_by)
      select '2026-02', id, 'sales', 500, '2026-01', 'Forgotten', 'test' from users`)
    expect(await refusedWith(row('2026-02-01'))).toEqual([
      2,
      'enrolled_on',
      'A bonus of 2026-01 was corrected for member “a”, who cannot be enrolled later.',
    ])
    await isClean()
  })

  test('a member has no upline until their sponsor’s enrollment month', async () => {
    await empty()
    await importRows(
      'a,,member,active,A,A,a@example.com,,2026-02-01',
      'b,a,member,active,B,B,b@example.com,,2026-01-01',
    )
    for (const value of ['2026-01', '2026-02']) {
      expect(await closeWithDefaults(connection(), month(value))).toMatchObject({ ok: true })
    }
    expect(await query('select month, sponsor_id is not null as below from cards order by 1, 2')).toEqual([
      { month: '2026-01', below: false },
      { month: '2026-02', below: false },
      { month: '2026-02', below: true },
    ])
    await isClean()
  })

  test('leaves no temporary table behind', async () => {
    expect(await query(`select relname from pg_class where relname ~ '^(staged|found)_'`)).toEqual([])
  })
})

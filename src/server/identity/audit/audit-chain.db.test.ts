import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import type { Actor } from './actor.ts'
import { openAuditSealer, prepareMonths, sealAll } from './audit-sealer.ts'
import { checkAuditChain } from './check-chain.ts'
import { erasePerson } from './erase-person.ts'
import { recordAction } from './record-action.ts'
import { sealEntries } from './seal-entries.ts'

const TABLES = ['entries', 'payloads', 'unsealed', 'keys', 'seals', 'chain', 'days', 'erasures'].map(
  (name) => `audit_${name}`,
)
const sealer = makeSealer('the secret of the shop, which is long enough')
const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

databaseTest('the chain of the audit log', (connection, engine) => {
  const run = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const record = (count: number, member?: number) =>
    inTransaction(connection().db, async (trx) => {
      for (let n = 0; n < count; n++) {
        await recordAction(trx, clerk, {
          action: 'order.canceled',
          subject: { kind: 'order', id: 100_001 + n },
          person: member,
          before: { status: 'processing' },
          after: { status: 'canceled' },
        })
      }
    })
  const sealed = () => sealAll(connection().db, sealer, () => {})
  const findFindings = async (usedSealer: typeof sealer | undefined = sealer) => {
    const findings: string[] = []
    for await (const finding of checkAuditChain(connection().db, usedSealer)) findings.push(finding)
    return findings
  }
  /** Changes tables as an attacker with the database's password could. */
  const tamper = async (...statements: string[]) => {
    for (const table of TABLES) await run(`alter table ${table} disable trigger user`)
    for (const statement of statements) await run(statement)
    for (const table of TABLES) await run(`alter table ${table} enable trigger user`)
  }
  const AT_3 = '(select entry_id from audit_seals where number = 3)'
  const AT_5 = '(select entry_id from audit_seals where number = 5)'
  const findId = async (number: number) =>
    (await run('select entry_id from audit_seals where number = $1', [number])).rows[0].entry_id as number

  beforeEach(async () => {
    await record(8)
    await sealed()
    expect(await findFindings()).toEqual([])
  })
  afterEach(async () => {
    const others = TABLES.filter((name) => name !== 'audit_chain')
    await tamper(
      `truncate ${others.join(', ')}, audit_chain`,
      `insert into audit_chain (number, seal) values (0, decode(repeat('00', 32), 'hex'))`,
    )
  })

  it('numbers committed entries once and without a gap', async () => {
    await sealed()
    expect((await run('select array_agg(number order by number) as numbers from audit_seals')).rows).toEqual([
      { numbers: [1, 2, 3, 4, 5, 6, 7, 8] },
    ])
    expect((await run('select count(*)::int as remaining from audit_unsealed')).rows).toEqual([{ remaining: 0 }])
  })

  it.each([
    ['update audit_entries', `update audit_entries set action = 'x'`],
    ['delete audit_entries', 'delete from audit_entries'],
    ['update audit_payloads', `update audit_payloads set payload = '{}'`],
    ['delete audit_payloads', 'delete from audit_payloads'],
    ['truncate audit_entries', 'truncate audit_entries'],
    ['update audit_seals', 'update audit_seals set number = number + 100'],
    ['delete audit_seals', 'delete from audit_seals'],
    ['shorten audit_chain', 'update audit_chain set number = 1'],
    ['delete audit_chain', 'delete from audit_chain'],
  ])('is append-only: %s', async (_, statement) => {
    await expect(run(statement)).rejects.toMatchObject({ code: '23001' })
  })

  it('is verified to its end while entries are being sealed', async () => {
    let isSealed = false
    const sealsMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const [first] = result.rows
        if (isSealed || first === undefined || !('payload_hash' in first)) return result
        isSealed = true
        await record(2)
        await sealed()
        return result
      },
    }
    const findings: string[] = []
    const progress: number[] = []
    const db = connection().db.withPlugin(sealsMeanwhile)
    for await (const finding of checkAuditChain(db, sealer, (entries) => progress.push(entries))) findings.push(finding)
    expect(findings).toEqual([])
    expect(progress).toEqual([8, 10])
  })

  it.each<[string, (third: number, fifth: number) => string[], ...string[]]>([
    [
      'a changed column',
      () => [`update audit_entries set actor_name = 'boss@example.com' where id = ${AT_3}`],
      'Entry 3 of the audit log was changed or moved.',
    ],
    [
      'a changed time',
      () => [`update audit_entries set made_at = made_at - interval '2 hours' where id = ${AT_3}`],
      'Entry 3 of the audit log is missing.',
      'Entry 3 of the audit log is not sealed.',
    ],
    [
      'a changed payload',
      () => [`update audit_payloads set payload = '{"after":{"status":"completed"}}' where entry_id = ${AT_3}`],
      'The payload of entry 3 of the audit log was changed.',
    ],
    [
      'a payload that names another person',
      () => [`update audit_payloads set person_id = 1 where entry_id = ${AT_3}`],
      'The payload of entry 3 of the audit log was changed.',
    ],
    [
      'a deleted entry',
      () => [`delete from audit_entries where id = ${AT_3}`],
      'Entry 3 of the audit log is missing.',
      'The audit log has a payload for entry 3, which is missing.',
    ],
    [
      'an entry deleted with its seal',
      () => [
        `delete from audit_entries where id = ${AT_3}`,
        `delete from audit_payloads where entry_id = ${AT_3}`,
        'delete from audit_seals where number = 3',
      ],
      'Seal 3 of the audit log is missing.',
    ],
    [
      'a deleted payload',
      () => [`delete from audit_payloads where entry_id = ${AT_3}`],
      'The payload of entry 3 of the audit log is missing but was not erased.',
    ],
    [
      'swapped seals',
      () => [
        'update audit_seals set number = -1 where number = 3',
        'update audit_seals set number = 3 where number = 5',
        'update audit_seals set number = 5 where number = -1',
      ],
      'Entry 5 of the audit log was changed or moved.',
      'Entry 4 of the audit log was changed or moved.',
      'Entry 3 of the audit log was changed or moved.',
      'Entry 6 of the audit log was changed or moved.',
    ],
    [
      'the newest ones deleted with their seals',
      () => [
        'delete from audit_entries where id in (select entry_id from audit_seals where number > 5)',
        'delete from audit_payloads where entry_id in (select entry_id from audit_seals where number > 5)',
        'delete from audit_seals where number > 5',
      ],
      'Seals 6 to 8 of the audit log are missing.',
    ],
    [
      'an end that is moved as well',
      () => [
        'delete from audit_entries where id in (select entry_id from audit_seals where number > 5)',
        'delete from audit_payloads where entry_id in (select entry_id from audit_seals where number > 5)',
        'delete from audit_seals where number > 5',
        'update audit_chain set number = 5, seal = (select seal from audit_seals where number = 5)',
      ],
      'The audit log doesn’t end where it was last sealed.',
    ],
    [
      'an erasure without an entry',
      () => [
        `insert into audit_erasures (entry_id, erased_by) values (${AT_3}, ${AT_5})`,
        `delete from audit_payloads where entry_id = ${AT_3}`,
      ],
      'Payloads of the audit log were erased that entry 5 doesn’t mention.',
    ],
  ])('reveals %s', async (_, statements, ...expected) => {
    const ids = new Map<string, number>()
    for (let number = 1; number <= 8; number++) ids.set(String(number), await findId(number))
    const named = expected.map((line) =>
      line.replace(/([Ee]ntry) (\d)/, (__, word, number) => `${word} ${ids.get(number)}`),
    )
    await tamper(...statements(3, 5))
    expect(await findFindings()).toEqual(named)
  })

  it('reveals an inserted entry once it is a minute old', async () => {
    await run(`insert into audit_entries (made_at, actor_kind, actor_name, action, subject_kind, subject_id)
      values (clock_timestamp() - interval '50 seconds', 'system', 'x', 'x', 'order', '1')`)
    expect(await findFindings()).toEqual([])
    await run(`insert into audit_entries (made_at, actor_kind, actor_name, action, subject_kind, subject_id)
      values (clock_timestamp() - interval '70 seconds', 'system', 'x', 'x', 'order', '1')`)
    expect(await findFindings()).toEqual([expect.stringMatching(/^Entry \d+ of the audit log is not sealed\.$/)])
  })

  it('stays valid when a person is erased, which adds an entry', async () => {
    await record(3, 42)
    await record(1, 43)
    await sealed()
    await record(2, 42)
    const erase = () =>
      inTransaction(connection().db, (trx) =>
        erasePerson(trx, clerk, {
          memberId: 42,
          subjects: [{ kind: 'order', id: 100_008 }],
          reason: 'asked for by mail',
        }),
      )
    expect(await erase()).toBe(6)
    await sealed()
    expect(await findFindings()).toEqual([])
    expect((await run('select count(*)::int as count from audit_payloads where person_id = 42')).rows[0].count).toBe(0)
    expect((await run('select count(*)::int as count from audit_payloads where person_id = 43')).rows[0].count).toBe(1)
    expect(
      (
        await run(`select payload from audit_payloads join audit_entries on id = entry_id
      where action = 'member.audit_entries_erased'`)
      ).rows[0].payload,
    ).toMatchObject({
      after: { member: 42, entries: 6 },
      reason: 'asked for by mail',
    })
    expect(await erase()).toBe(0)
  })

  it('survives a change of the secret, and skips payloads sealed with another secret', async () => {
    const next = makeSealer(
      'the next secret of the shop, also long enough',
      'the secret of the shop, which is long enough',
    )
    await record(1)
    await sealAll(connection().db, next, () => {})
    const alone = makeSealer('the next secret of the shop, also long enough')
    expect(await findFindings(alone)).toEqual([])
    await tamper(`update audit_payloads set payload = '{}' where entry_id = ${AT_3}`)
    expect(await findFindings(alone)).toHaveLength(1)
    expect(await findFindings(makeSealer('a secret that nobody knows, long enough'))).toEqual([])
    await record(1)
    await sealAll(connection().db, makeSealer('a secret that nobody knows, long enough'), () => {})
    expect((await run('select count(*)::int as count from audit_keys')).rows[0].count).toBe(2)
  })

  it('stores the last seal of a day, and reports it once the next day begins', async () => {
    await tamper(`update audit_seals set sealed_at = sealed_at - interval '1 day'`)
    const { rows } = await run(
      `select (sealed_at at time zone 'UTC')::date::text as day, seal from audit_seals where number = 8`,
    )
    const daySeals: unknown[] = []
    await record(1)
    await sealAll(connection().db, sealer, (day) => daySeals.push(day))
    await record(1)
    await sealAll(connection().db, sealer, (day) => daySeals.push(day))
    expect(daySeals).toEqual([{ day: rows[0].day, number: 8, seal: rows[0].seal }])
    await tamper('update audit_days set number = 7')
    expect(await findFindings()).toEqual([
      `The seal of the audit log differs from the one at the end of ${rows[0].day}.`,
    ])
  })

  it('has partitions for this month and the coming ones, and works without them', async () => {
    await tamper(
      'truncate audit_entries, audit_payloads, audit_unsealed, audit_seals, audit_keys, audit_chain',
      `insert into audit_chain (number, seal) values (0, decode(repeat('00', 32), 'hex'))`,
    )
    await prepareMonths(connection().db)
    await prepareMonths(connection().db)
    const where = () => run('select distinct tableoid::regclass::text as name from audit_entries')
    await record(1)
    expect((await where()).rows).toEqual([{ name: expect.stringMatching(/^audit_entries_\d{4}_\d{2}$/) }])
    await expect(run('delete from only audit_entries')).resolves.toBeDefined()
    const [{ name }] = (await where()).rows
    await expect(run(`delete from ${name}`)).rejects.toMatchObject({ code: '23001' })
    await sealed()
    expect(await findFindings()).toEqual([])
  })

  it('is sealed by a running shop within five seconds', async () => {
    const errors: unknown[] = []
    const running = openAuditSealer(
      connection().db,
      sealer,
      () => {},
      (error) => errors.push(error),
    )
    running.start()
    await record(1)
    await expect.poll(async () => (await run('select count(*)::int as n from audit_unsealed')).rows[0].n).toBe(0)
    await running.close()
    await pause(0)
    expect(errors).toEqual([])
  })

  it.runIf(engine === 'postgres')('skips no entry that commits late, and waits for none', async () => {
    const [recorded, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const early = inTransaction(connection().db, async (trx) => {
      await recordAction(trx, clerk, { action: 'order.canceled', subject: { kind: 'order', id: 1 } })
      recorded.resolve()
      await committing.promise
    })
    await recorded.promise
    await record(1)
    await sealed()
    expect((await run('select max(number) as last from audit_seals')).rows[0].last).toBe(9)
    committing.resolve()
    await early
    await sealed()
    const { rows } = await run('select entry_id from audit_seals order by number desc limit 2')
    expect(rows[0].entry_id).toBeLessThan(rows[1].entry_id)
    expect(await findFindings()).toEqual([])
  })

  it.runIf(engine === 'postgres')('is valid after 50 concurrent sealers and 50 writers', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        await record(2)
        await inTransaction(connection().db, (trx) => sealEntries(trx, sealer))
      }),
    )
    await sealed()
    expect((await run('select count(*)::int as n from audit_seals')).rows[0].n).toBe(108)
    expect(await findFindings()).toEqual([])
  })
})

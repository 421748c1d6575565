import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '#server/identity/audit/actor.ts'
import { openAuditSealer, prepareMonths, sealAll } from '#server/identity/audit/audit-sealer.ts'
import { erasePerson } from '#server/identity/audit/erase-person.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { BOOKINGS_PER_WRITER, compareWriters } from './concurrent-writers.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000)
/** Entries per insert statement. */
const BATCH_SIZE = 50_000
/** Person whose payloads are erased. */
const PERSON = 42
const MIN_RATE = 0.8
const sealer = makeSealer('the secret of a shop under test')
const manager: Actor = { kind: 'staff', staffId: 1, email: 'manager@example.com', role: 'manager' }

/**
 * docs/back-office §2 at a million entries: `verify` finds everything that someone with the database's password
 * changes, deletes, swaps or inserts, at the affected entry; erasing a person leaves the chain intact; and 200
 * concurrent writers lose nothing and are hardly slower than without an audit log.
 */
export async function audit(engine: 'embedded' | 'postgres'): Promise<void> {
  if (engine !== 'postgres')
    throw new Error('Only PostgreSQL has more than one writer: npm run trial -- audit postgres')
  const trial = await createTrialShop(engine, 'audit')
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = trial.environment
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join', poolSize: 50 })
  try {
    await migrate(connection)
    await prepareMonths(connection.db)
    await compareRates(connection)
    await createEntries(connection)
    const verify = async (db: Database): Promise<string[]> => (await verifyShop(db, dataDir, () => {}, sealer)).findings
    const started = performance.now()
    const findings = await verify(connection.db)
    assertThat(
      findings.length === 0,
      `verify finds something where nothing happened: ${findings.slice(0, 5).join(' ')}`,
    )
    log(`verify checks them in ${seconds(started)}.`)
    await tamper(connection, verify)
    await erase(connection, verify)
  } finally {
    await connection.close()
    await trial.remove()
  }
}

async function createEntries({ db, pool }: Connection): Promise<void> {
  let started = performance.now()
  for (let created = 0; created < ENTRIES; created += BATCH_SIZE) {
    await pool.query(
      `with entry as (
         insert into audit_entries (actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id)
         select 'staff', 1, 'clerk@example.com', 'clerk', 'order.completed', 'order', (100000 + n)::text
           from generate_series($1::int + 1, $2::int) n
         returning id, made_at),
       payload as (
         insert into audit_payloads (entry_id, person_id, payload)
         select id, case when id % 1000 = 7 then $3::int end, '{"before":{"status":"processing"},"after":{"status":"completed"}}' from entry)
       insert into audit_unsealed (entry_id, made_at) select id, made_at from entry`,
      [created, Math.min(ENTRIES, created + BATCH_SIZE), PERSON],
    )
  }
  log(`${ENTRIES} entries written in ${seconds(started)}`)
  started = performance.now()
  await sealAll(db, sealer, () => {})
  log(`and sealed in ${seconds(started)} by the sealer.`)
}

type Verify = (db: Database) => Promise<string[]>

/** Each change is made with triggers disabled and undone afterward. */
async function tamper({ db, pool }: Connection, verify: Verify): Promise<void> {
  const entryAt = async (number: number): Promise<number> =>
    (await pool.query('select entry_id from audit_seals where number = $1', [number])).rows[0].entry_id
  const middle = Math.floor(ENTRIES / 2)
  const [changed, deleted, first, second] = [
    await entryAt(middle),
    await entryAt(middle + 1_000),
    await entryAt(middle + 2_000),
    await entryAt(middle + 3_000),
  ]
  const tamperings: { label: string; statements: string[]; expected: (string | RegExp)[] }[] = [
    {
      label: 'changed',
      statements: [`update audit_entries set actor_name = 'boss@example.com' where id = ${changed}`],
      expected: [`Entry ${changed} of the audit log was changed or moved.`],
    },
    {
      label: 'changed in its payload',
      statements: [`update audit_payloads set payload = '{"after":{"status":"canceled"}}' where entry_id = ${changed}`],
      expected: [`The payload of entry ${changed} of the audit log was changed.`],
    },
    {
      label: 'deleted',
      statements: [
        `delete from audit_entries where id = ${deleted}`,
        `delete from audit_payloads where entry_id = ${deleted}`,
      ],
      expected: [`Entry ${deleted} of the audit log is missing.`],
    },
    {
      label: 'deleted with its seal',
      statements: [
        `delete from audit_entries where id = ${deleted}`,
        `delete from audit_payloads where entry_id = ${deleted}`,
        `delete from audit_seals where entry_id = ${deleted}`,
      ],
      expected: [/^Seal \d+ of the audit log is missing\.$/],
    },
    {
      label: 'swapped',
      statements: [
        `update audit_entries a set subject_id = b.subject_id from audit_entries b
          where (a.id = ${first} and b.id = ${second}) or (a.id = ${second} and b.id = ${first})`,
      ],
      expected: [first, second].map((id) => `Entry ${id} of the audit log was changed or moved.`),
    },
    {
      label: 'inserted',
      statements: [
        `insert into audit_entries (made_at, actor_kind, actor_name, action, subject_kind, subject_id)
          values (clock_timestamp() - interval '2 minutes', 'staff', 'clerk@example.com', 'order.canceled', 'order', '1')`,
      ],
      expected: [/^Entry \d+ of the audit log is not sealed\.$/],
    },
    {
      label: 'inserted with a seal and a new end',
      statements: [
        `insert into audit_entries (made_at, actor_kind, actor_name, action, subject_kind, subject_id)
          values (clock_timestamp() - interval '2 minutes', 'staff', 'clerk@example.com', 'order.canceled', 'order', '1')`,
        `insert into audit_seals (number, entry_id, made_at, key_id, payload_hash, seal)
          select chain.number + 1, entry.id, entry.made_at, chain.key_id, null, sha256(chain.seal)
            from audit_chain chain, (select id, made_at from audit_entries order by id desc limit 1) entry`,
        `update audit_chain set number = audit_seals.number, seal = audit_seals.seal
          from audit_seals where audit_seals.number = audit_chain.number + 1`,
      ],
      expected: [
        /^Entry \d+ of the audit log was changed or moved\.$/,
        /^The payload of entry \d+ of the audit log is missing but was not erased\.$/,
        'The audit log doesn’t end where it was last sealed.',
      ],
    },
  ]
  for (const { label, statements, expected } of tamperings) {
    const { findings } = await inTransaction(db, async (trx) => {
      const execute = (text: string) => trx.executeQuery({ sql: text, parameters: [], query: {}, queryId: {} } as never)
      await execute(`set local session_replication_role = 'replica'`)
      for (const statement of statements) await execute(statement)
      return { ok: false, findings: await verify(trx) }
    })
    const isExpected =
      findings.length === expected.length &&
      expected.every((line, n) => (typeof line === 'string' ? findings[n] === line : line.test(findings[n] ?? '')))
    assertThat(isExpected, `an entry that was ${label}: verify says ${JSON.stringify(findings.slice(0, 5))}`)
    log(`${label}: ${findings.join(' ')}`)
  }
}

async function erase({ db, pool }: Connection, verify: Verify): Promise<void> {
  const erased = await inTransaction(db, (trx) =>
    erasePerson(trx, manager, { memberId: PERSON, reason: 'requested by email' }),
  )
  await sealAll(db, sealer, () => {})
  const findings = await verify(db)
  const { rows } = await pool.query('select count(*)::int as left from audit_payloads where person_id = $1', [PERSON])
  assertThat(
    findings.length === 0 && rows[0].left === 0 && erased > 0,
    `findings after an erasure: ${findings.slice(0, 5)}`,
  )
  log(`${erased} payloads of a person erased: verify has no findings.`)
}

/** Alternates the same bookings with and without the audit log, with the sealer running as in production. */
async function compareRates(connection: Connection): Promise<void> {
  const { db, pool } = connection
  const errors: unknown[] = []
  const auditSealer = openAuditSealer(
    db,
    sealer,
    () => {},
    (error) => errors.push(error),
  )
  auditSealer.start()
  const { rate, booked, lines } = await compareWriters(connection)
  for (const line of lines) log(line)
  const count = async (table: string) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n
  while ((await count('audit_unsealed')) > 0) await pause(500)
  await auditSealer.close()
  assertThat(errors.length === 0, `the sealer failed: ${errors[0]}`)
  const sealed = (
    await pool.query(`select count(*)::int as n from audit_seals join audit_entries on id = entry_id
    where action = 'payment.booked'`)
  ).rows[0].n
  assertThat(sealed === booked, `${booked} bookings, but ${sealed} sealed entries`)
  log(
    `${booked} bookings by concurrent writers (${BOOKINGS_PER_WRITER} each per round), all sealed; ${(rate * 100).toFixed(0)}% of the rate without an audit log.`,
  )
  assertThat(rate >= MIN_RATE, 'the audit log is too slow')
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

import { type RawBuilder, sql } from 'kysely'
import { dayEnd, dayStart } from '#domain/calendar/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { preparedTogether, type Steps } from '#server/platform/database/prepared.ts'
import { type Actor, formatActorName, type NamedStaff } from './actor.ts'
import type { AuditEntry } from './entry.ts'

/** Inserts the entry and returns its number. */
export async function insertEntry(trx: Transaction, actor: Actor, entry: AuditEntry): Promise<number> {
  const [row] = await insertWithPayload(trx, { entry: composeEntry(actor, entry) })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export function composeEntry(
  actor: Actor,
  { action, subject, person, before, after, reason }: AuditEntry,
): ComposedEntry {
  const id = actor.kind === 'staff' ? actor.staffId : actor.kind === 'customer' ? (actor.userId ?? null) : null
  const origin = 'requestId' in actor || 'address' in actor ? actor : undefined
  const payload = { from: origin?.address, before, after, reason }
  return {
    kind: actor.kind,
    id,
    name: formatActorName(actor),
    role: actor.kind === 'staff' ? actor.role : null,
    action,
    subjectKind: subject.kind,
    subjectId: String(subject.id),
    requestId: origin?.requestId,
    person: person ?? findPerson(actor, subject),
    payload: JSON.stringify(payload),
  }
}

export type ComposedEntry = {
  kind: Actor['kind']
  id: number | null
  name: string
  role: string | null
  action: string
  subjectKind: string
  subjectId: string
  requestId: string | undefined
  person: number | null
  payload: string
}

/** Inserts the entry, its payload, and its place among the unsealed entries. */
export const entrySteps: Steps<ComposedEntry> = (entry) => sql`
    entry as (
      insert into audit_entries (actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id)
      values (${entry.kind}, ${entry.id}, ${entry.name}, ${entry.role}, ${entry.action}, ${entry.subjectKind},
        ${entry.subjectId}, ${entry.requestId})
      returning id, made_at),
    payload as (
      insert into audit_payloads (entry_id, person_id, payload)
      select id, ${entry.person}::integer, ${entry.payload}::jsonb from entry),
    unsealed as (insert into audit_unsealed (entry_id, made_at) select id, made_at from entry)`

const insertWithPayload = preparedTogether<{ entry: ComposedEntry }, { id: number }>(
  { entry: entrySteps },
  sql`select id from entry`,
)

/** Inserts any number of entries in one statement, in their order. */
export async function insertEntries(trx: Transaction, entries: readonly ComposedEntry[]): Promise<void> {
  const rows = entries.map(({ id, payload, ...entry }) => ({
    ...entry,
    actorId: id,
    payload: JSON.parse(payload) as object,
  }))
  await sql`
    with composed as materialized (
      select nextval('audit_entry_ids') as id, entry.*
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (kind text, "actorId" int, name text, role text,
          action text, "subjectKind" text, "subjectId" text, "requestId" text, person int, payload jsonb)),
    entry as (
      insert into audit_entries (id, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id)
      select id, kind, "actorId", name, role, action, "subjectKind", "subjectId", "requestId" from composed order by id
      returning id, made_at),
    payload as (
      insert into audit_payloads (entry_id, person_id, payload) select id, person, payload from composed)
    insert into audit_unsealed (entry_id, made_at) select id, made_at from entry`.execute(trx)
}

/** Determines the person a payload names by default: the member it is about, otherwise the acting customer. */
function findPerson(actor: Actor, { kind, id }: AuditEntry['subject']): number | null {
  if (kind === 'member') return Number(id)
  return actor.kind === 'customer' ? (actor.userId ?? null) : null
}

/**
 * Creates partitions from the month of `now` on. Skips months that have one, or whose entries are already in the
 * default partition.
 */
export async function insertMonths(trx: Transaction, months: number): Promise<void> {
  // Gives up rather than let other transactions queue behind an import that has locked the table.
  await sql`select set_config('lock_timeout', '500ms', true)`.execute(trx)
  await sql`select create_audit_partition((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
    from generate_series(0, ${months - 1}::integer) as months (ahead)`.execute(trx)
}

export async function hasMonths(db: Database, months: number): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select bool_and(
      to_regclass('public.audit_entries_' || to_char(first_day, 'YYYY_MM')) is not null
      or exists (select from audit_entries_default
        where made_at >= first_day at time zone 'UTC' and made_at < (first_day + interval '1 month') at time zone 'UTC')
    ) as there
    from (select date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month' as first_day
      from generate_series(0, ${months - 1}::integer) as months (ahead)) days`.execute(db)
  return rows[0]?.there === true
}

/** Locks a member's payloads and those about these subjects, except erased ones. */
export async function lockPayloads(
  trx: Transaction,
  memberId: number | null,
  subjects: readonly AuditEntry['subject'][],
): Promise<number[]> {
  const { rows } = await sql<{ entry_id: number }>`
    select entry_id from audit_payloads
     where person_id = ${memberId}::int
        or entry_id in (
          select id from audit_entries
            join unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => String(id))}::text[])
              as given (kind, id_of) on subject_kind = kind and subject_id = id_of)
     order by entry_id for update`.execute(trx)
  return rows.map(({ entry_id }) => entry_id)
}

/**
 * Returns true if one of these entries records one of these actions by staff, signed in or named on the command line.
 */
export async function hasEntryByStaff(
  trx: Transaction,
  staff: NamedStaff,
  actions: readonly string[],
  entryIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from audit_entries
       where id = any(${entryIds}::bigint[]) and action = any(${actions}::text[])
         and (actor_kind = 'staff' and actor_id = ${staff.id ?? null}::int
           or actor_kind in ('staff', 'command_line') and actor_name = ${staff.email})) as has`.execute(trx)
  return rows[0]?.has === true
}

export async function erasePayloads(trx: Transaction, entryIds: readonly number[], erasedBy: number): Promise<void> {
  await sql`insert into audit_erasures (entry_id, erased_by) select entry_id, ${erasedBy}
    from unnest(${entryIds}::bigint[]) as given (entry_id)`.execute(trx)
  await sql`delete from audit_payloads where entry_id = any(${entryIds}::bigint[])`.execute(trx)
}

export type EntryFilter = {
  subject?: { kind: string; id: string } | undefined
  /** Part of the actor's name. */
  by?: string | undefined
  /** Prefix of the action. */
  action?: string | undefined
  /** YYYY-MM-DD, in UTC. */
  day?: string | undefined
}

export type ListedEntry = {
  id: number
  made_at: Date
  actor_kind: string
  actor_id: number | null
  actor_name: string
  role: string | null
  action: string
  subject_kind: string
  subject_id: string
  /** The number of the member or the email of the staff account that it is about. */
  subject_name: string | null
  request_id: string | null
  /** Null if erased. */
  payload: Payload | null
}

export type Payload = {
  from?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

const columns = sql`id, made_at, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id`

/** An entry has the id of a person; people know members by their number, and staff by their email. */
const subjectName = sql`case when subject_id ~ '^[0-9]{1,9}$' then case subject_kind
  when 'member' then (select member_no from users where users.id = subject_id::int)
  when 'staff' then (select email from staff where staff.id = subject_id::int) end end as subject_name`

export async function findSubjectName(db: Database, subject: { kind: string; id: string }): Promise<string | null> {
  const { rows } = await sql<{ subject_name: string | null }>`
    select ${subjectName} from (select ${subject.kind} as subject_kind, ${subject.id} as subject_id) subject`.execute(
    db,
  )
  return rows[0]?.subject_name ?? null
}

export async function findMemberNumbers(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; member_no: string }>`
    select id, member_no from users where id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, member_no }) => [id, member_no]))
}

/** Finds entries about any of these subjects, newest first. */
export async function findEntriesAbout(
  db: Database,
  subjects: readonly { kind: string; of: string }[],
  limit: number,
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select found.*, payload, ${subjectName} from (
      select each.* from json_to_recordset(${JSON.stringify(subjects)}) as wanted (kind text, of text)
       cross join lateral (select ${columns} from audit_entries
         where subject_kind = wanted.kind and subject_id = wanted.of order by id desc limit ${limit}) each
       order by id desc limit ${limit}) found
      left join audit_payloads on entry_id = id
     order by id desc`.execute(db)
  return rows
}

/**
 * Lists all distinct names or actions by skipping from one to the next in the index: there are few among millions of
 * entries. Each step queries all months; empty ones cost nothing.
 */
const selectDistinct = (column: 'actor_name' | 'action'): RawBuilder<unknown> => {
  const name = sql.ref(column)
  return sql`(
    with recursive known (value) as (
      select ''
      union all
      select (select ${name} from audit_entries where ${name} > known.value order by ${name} limit 1)
        from known where known.value is not null)
    select value from known where value is not null)`
}

/**
 * Finds entries newest first, before a given number. Uses the index of the filtered column, so that rare matches among
 * many entries need no scan.
 */
export async function findEntries(
  db: Database,
  { subject, by: actor, action, day }: EntryFilter,
  before: number | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  const matchesActor = (name: RawBuilder<unknown>) =>
    sql<boolean>`position(normalize_for_search(${actor}) in normalize_for_search(${name})) > 0`
  const matchesAction = (name: RawBuilder<unknown>) => sql<boolean>`starts_with(${name}, ${action})`
  const buildWhere = (conditions: RawBuilder<boolean>[]) =>
    sql`where ${sql.join([...conditions, before === undefined ? sql`true` : sql`id < ${before}`], sql` and `)}`
  const newestFirst = sql`order by id desc limit ${limit}`
  /**
   * Finds the last entries of one name in the order of its index. The condition is a range, because with an equality
   * the planner may choose the index on numbers, and scan all entries of a month for a rare value.
   */
  const selectLast = (
    column: 'actor_name' | 'action',
    value: RawBuilder<unknown>,
    conditions: RawBuilder<boolean>[],
  ) => {
    const name = sql.ref(column)
    const end = before === undefined ? sql`${name} <= ${value}` : sql`(${name}, id) < (${value}, ${before}::bigint)`
    return sql`select ${columns} from audit_entries where ${sql.join([sql`${name} >= ${value}`, end, ...conditions], sql` and `)}
      order by ${name} desc, id desc limit ${limit}`
  }
  const nameConditions = actor === undefined ? [] : [matchesActor(sql`actor_name`)]
  const actionConditions = action === undefined ? [] : [matchesAction(sql`action`)]
  const dayConditions =
    day === undefined
      ? []
      : [sql<boolean>`made_at >= ${new Date(dayStart(day))}`, sql<boolean>`made_at < ${new Date(dayEnd(day))}`]

  const selectEntries = () => {
    if (subject) {
      const isAboutSubject = sql<boolean>`subject_kind = ${subject.kind} and subject_id = ${subject.id}`
      return sql`select ${columns} from audit_entries ${buildWhere([isAboutSubject, ...nameConditions, ...actionConditions, ...dayConditions])} ${newestFirst}`
    }
    if (day !== undefined) {
      return sql`select * from of_day ${buildWhere([...nameConditions, ...actionConditions])} ${newestFirst}`
    }
    if (actor !== undefined) {
      return sql`select each.* from ${selectDistinct('actor_name')} names
        cross join lateral (${selectLast('actor_name', sql`names.value`, actionConditions)}) each where ${matchesActor(sql`names.value`)} ${newestFirst}`
    }
    if (action !== undefined) {
      return sql`select each.* from ${selectDistinct('action')} actions
        cross join lateral (${selectLast('action', sql`actions.value`, [])}) each where ${matchesAction(sql`actions.value`)} ${newestFirst}`
    }
    return sql`select ${columns} from audit_entries ${buildWhere([])} ${newestFirst}`
  }
  const dayEntries =
    subject || day === undefined
      ? sql``
      : sql`with of_day as materialized (select ${columns} from audit_entries where ${sql.join(dayConditions, sql` and `)})`
  const { rows } = await sql<ListedEntry>`${dayEntries}
    select found.*, payload, ${subjectName} from (${selectEntries()}) found left join audit_payloads on entry_id = id
     order by id desc`.execute(db)
  return rows
}

export type RecentEntry = Pick<
  ListedEntry,
  'id' | 'made_at' | 'actor_kind' | 'actor_id' | 'actor_name' | 'action' | 'subject_kind' | 'subject_id'
>

/**
 * Finds the entries of the last seconds, newest first. Numbers are assigned before the commit, so entries may later
 * appear below existing ones; the window is longer than any action of a person.
 */
export async function findRecentEntries(db: Database, seconds: number, limit: number): Promise<RecentEntry[]> {
  const { rows } = await sql<RecentEntry>`
    select id, made_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id
      from audit_entries
     where id > (select last_value from audit_entry_ids) - 2000
       and made_at > now() - make_interval(secs => ${seconds})
     order by id desc limit ${limit}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

/** Blocks registrations, moves and status changes until the import is done; reads and sign-ins remain possible. */
export async function lockMembers(trx: Transaction): Promise<void> {
  await sql`lock table users, sponsorships, member_statuses in share row exclusive mode`.execute(trx)
}

export async function findLastClosedMonth(trx: Transaction): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select max(month) as month from months where closed_at is not null`.execute(trx)
  return rows[0]?.month ?? undefined
}

/**
 * Joins the staged rows with their members: known ones, or new ones with their future id. A date without a time keeps
 * the known instant if that falls on the same day. Also lists the members whom the import changes.
 */
export async function findMembers(trx: Transaction, staged: string, found: string): Promise<number> {
  await sql`
    create temporary table ${sql.table(found)} on commit drop as
    select line, member_no, sponsor_no, type, status, first_name, last_name, email, phone_number, referral_code,
      coalesce(known_id, nextval(pg_get_serial_sequence('users', 'id'))::integer) as id, known_id is null as is_new,
      counted_at as created_at, coalesce(enrolled_month, month_of(counted_at)) collate "C" as month,
      known_at <> counted_at as redated,
      known_at <> counted_at and month_of(known_at) <> coalesce(enrolled_month, month_of(counted_at)) as moved
    from (
      select staged.*, known.id as known_id, known.created_at as known_at, case
          when staged.enrolled_at is null then coalesce(known.created_at, now())
          when enrolled_is_day and known.created_at >= staged.enrolled_at
            and (known.created_at at time zone 'America/New_York')::date = (staged.enrolled_at at time zone 'America/New_York')::date
            then known.created_at
          else staged.enrolled_at end as counted_at
        from ${sql.table(staged)} staged left join users known using (member_no)
       order by line) member`.execute(trx)
  await sql`analyze ${sql.table(found)}`.execute(trx)
  await sql`create temporary table touched (member_id integer) on commit drop`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(found)} where is_new`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Enrolls new members with the file's sponsor and status, from the first open month on. */
export async function insertMembers(trx: Transaction, found: string, firstOpen: Month): Promise<void> {
  await sql`
    insert into users (id, member_no, email, type, status, first_name, last_name, phone_number, cosmetology_id,
      referral_code, created_at, license_approved_at) overriding system value
    select id, member_no, email, type, status, first_name, last_name, coalesce(phone_number, ''), '', referral_code,
      created_at, case status when 'active' then now() end
      from ${sql.table(found)} where is_new`.execute(trx)
  await sql`
    insert into sponsorships (member_id, from_month, sponsor_id)
    select member.id, greatest(month, ${firstOpen}), sponsor.id
      from ${sql.table(found)} member left join users sponsor on sponsor.member_no = sponsor_no
     where is_new order by member.id`.execute(trx)
  await sql`
    insert into member_statuses (member_id, from_month, status)
    select id, greatest(month, ${firstOpen}), status from ${sql.table(found)} where is_new`.execute(trx)
}

/**
 * Applies the same effects as a change by staff: a new email is unverified, and members who may not sign in are signed
 * out.
 */
export async function applyStatusSideEffects(trx: Transaction, found: string): Promise<void> {
  await sql`
    delete from password_links using ${sql.table(found)} given join users on users.id = given.id
     where user_id = users.id and users.email <> given.email`.execute(trx)
  await sql`
    delete from sessions using ${sql.table(found)} given
     where user_id = given.id and given.status in ('suspended', 'closed')`.execute(trx)
}

/**
 * Updates only the members whom the file changes. Active approves the license, as `user set` does, unless another
 * account has the same license: then staff decide.
 */
export async function updateMembers(trx: Transaction, found: string): Promise<void> {
  await sql`
    with changed as (
      update users set type = given.type, first_name = given.first_name, last_name = given.last_name, email = given.email,
        phone_number = coalesce(given.phone_number, users.phone_number), created_at = given.created_at, status = given.status,
        email_verified_at = case when users.email = given.email then email_verified_at end,
        license_refusal = case when users.status <> given.status and given.status = 'active' then null else license_refusal end,
        license_approved_at = case
          when users.status = given.status then license_approved_at
          when given.status = 'active' and (users.license_number = '' or users.license_state is null or not exists (
            select from users other where other.id <> users.id and other.license_state = users.license_state
              and other.license_number = users.license_number and other.license_number <> ''))
            then coalesce(license_approved_at, now())
          when given.status = 'active' then license_approved_at
          when given.status <> 'pending' then license_approved_at end,
        license_shared = license_shared and (users.status = given.status or given.status <> 'pending')
        from ${sql.table(found)} given
       where given.id = users.id and not is_new and
         (given.type, given.first_name, given.last_name, given.email, coalesce(given.phone_number, users.phone_number),
          given.created_at, given.status) is distinct from
         (users.type, users.first_name, users.last_name, users.email, users.phone_number, users.created_at, users.status)
      returning users.id)
    insert into touched select id from changed`.execute(trx)
}

/** Updates which orders of open months precede the enrollment after its day has changed (docs/plan §11). */
export async function updateBeforeEnrollment(trx: Transaction, found: string, firstOpen: Month): Promise<void> {
  await sql`
    update counted_orders counted set before_enrollment = not before_enrollment
      from ${sql.table(found)} given
     where redated and member_id = given.id and counted.month >= ${firstOpen}
       and before_enrollment <> is_before_enrollment(completed_at, given.created_at)`.execute(trx)
}

/** Replaces the sponsor of known members if the file's differs from the latest one; returns the number of changes. */
export async function replaceSponsors(trx: Transaction, found: string, firstOpen: Month): Promise<number> {
  await sql`
    create temporary table moves on commit drop as
    select member.id as member_id, greatest(month, ${firstOpen}) as from_month, sponsor.id as sponsor_id
      from ${sql.table(found)} member
      cross join lateral (
        select sponsor_id from sponsorships where member_id = member.id order by from_month desc limit 1) latest
      left join users sponsor on sponsor.member_no = sponsor_no
     where not is_new and (moved or latest.sponsor_id is distinct from sponsor.id)`.execute(trx)
  await sql`
    delete from sponsorships using moves
     where sponsorships.member_id = moves.member_id and sponsorships.from_month >= ${firstOpen}`.execute(trx)
  await sql`
    insert into sponsorships (member_id, from_month, sponsor_id)
    select member_id, from_month, sponsor_id from moves where not exists (
      select from (select sponsor_id from sponsorships where member_id = moves.member_id order by from_month desc limit 1) kept
       where kept.sponsor_id is not distinct from moves.sponsor_id)`.execute(trx)
  const { numAffectedRows } = await sql`insert into touched select member_id from moves`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Replaces the status of known members in the same way. */
export async function replaceStatuses(trx: Transaction, found: string, firstOpen: Month): Promise<void> {
  await sql`
    create temporary table changes on commit drop as
    select member.id as member_id, greatest(month, ${firstOpen}) as from_month, member.status
      from ${sql.table(found)} member
      cross join lateral (
        select status from member_statuses where member_id = member.id order by from_month desc limit 1) latest
     where not is_new and (moved or latest.status <> member.status)`.execute(trx)
  await sql`
    delete from member_statuses using changes
     where member_statuses.member_id = changes.member_id and member_statuses.from_month >= ${firstOpen}`.execute(trx)
  await sql`
    insert into member_statuses (member_id, from_month, status)
    select member_id, from_month, status from changes where not exists (
      select from (select status from member_statuses where member_id = changes.member_id order by from_month desc limit 1) kept
       where kept.status = changes.status)`.execute(trx)
  await sql`insert into touched select member_id from changes`.execute(trx)
}

export async function countChangedMembers(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct member_id) from touched`.execute(trx)
  return rows[0]?.count ?? 0
}

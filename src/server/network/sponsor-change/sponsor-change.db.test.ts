import { expect, it } from 'vitest'
import { firstInstant, month, monthOf, nextMonth } from '#domain/calendar/month.ts'
import { findSponsorsInMonth, moveMember, type Sponsorship } from '#domain/network/sponsorship.ts'
import { openLiveNetwork } from '#server/compensation/live/live-network.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { jobsForSuite } from '#test/shop.ts'
import { cancelSponsorChange } from './cancel-sponsor-change.ts'
import { findEdges } from './edge.queries.ts'
import { buildSponsorState } from './edges.ts'
import { listSponsors } from './list-sponsors.ts'
import { planSponsorChange } from './plan-sponsor-change.ts'
import { previewSponsorChange } from './preview-sponsor-change.ts'

const actor: Actor = { kind: 'command_line', by: 'test' }
const reason = 'Both asked for it'
const NOW = Date.now()

databaseTest('changing a sponsor', (connection, engine) => {
  const suite = appForSuite(connection)
  const jobs = jobsForSuite(connection)
  let createdCount = 0
  const createUser = async (sponsor?: UserId): Promise<UserId> => {
    const { id } = await makeUser(connection().db, { firstName: `Member${++createdCount}` })
    if (sponsor !== undefined) {
      await connection().pool.query('update sponsorships set sponsor_id = $2 where member_id = $1', [id, sponsor])
    }
    return id
  }
  const readVersion = async (id: UserId, now = NOW) =>
    buildSponsorState(await findEdges(connection().db, id), now).version
  const plan = async (memberId: UserId, sponsorId: UserId | null, now = NOW, version?: string) => {
    const currentVersion = version ?? (await readVersion(memberId, now))
    const change = { memberId, sponsorId, version: currentVersion, reason }
    const shop = { jobs: jobs(), now, approvalAbove: 10 }
    const planned = await inTransaction(connection().db, (trx) => planSponsorChange(trx, actor, change, shop))
    if (!planned.ok) return planned
    expect(planned.passed).toBe(true)
    return { ok: true as const }
  }
  const cancel = async (memberId: UserId, now = NOW, version?: string) => {
    const change = {
      memberId,
      expectedVersion: version ?? (await readVersion(memberId, now)),
      reason: 'They changed their minds',
    }
    return inTransaction(connection().db, (trx) => cancelSponsorChange(trx, actor, change, { jobs: jobs(), now }))
  }
  const findSponsor = async (id: UserId, value: string): Promise<number | null> => {
    const { rows } = await connection().pool.query(
      'select sponsor_id from sponsorships where member_id = $1 and from_month <= $2 order by from_month desc limit 1',
      [id, value],
    )
    return rows[0].sponsor_id
  }
  const toRefusal = (code: string) => ({ ok: false, refusal: { code } })

  it('takes effect on the first of the next month, includes the downline, and is announced in advance', async () => {
    const top = await createUser()
    const [former, next] = [await createUser(top), await createUser(top)]
    const member = await createUser(former)
    const child = await createUser(member)
    await createUser(child)
    const this_ = monthOf(NOW)
    const previewed = await previewSponsorChange(connection().db, member, next, NOW)
    expect(previewed).toMatchObject({
      ok: true,
      preview: {
        fromMonth: nextMonth(this_),
        downline: { count: 2, more: false },
        losing: { people: [{ id: former }], more: 0 },
        gaining: { people: [{ id: next }], more: 0 },
      },
    })
    expect(await plan(member, next)).toEqual({ ok: true })
    expect(await findSponsor(member, this_)).toBe(former)
    expect(await findSponsor(member, nextMonth(this_))).toBe(next)
    expect(await findSponsor(child, nextMonth(this_))).toBe(member)
    expect((await listSponsors(connection().db, member, NOW))?.spans).toMatchObject([
      { planned: true, sponsor: { id: next }, decided: { by: 'test', reason } },
      { planned: false, sponsor: { id: former }, decided: null },
    ])
    // A move planned further down counts in the next preview.
    expect(await previewSponsorChange(connection().db, next, former, NOW)).toMatchObject({
      preview: { downline: { count: 3 } },
    })
  })

  it('is refused when the rules forbid it', async () => {
    const top = await createUser()
    const member = await createUser(top)
    const child = await createUser(member)
    const closed = await createUser()
    await connection().pool.query(`update users set status = 'closed' where id = $1`, [closed])
    expect(await plan(member, member)).toEqual(toRefusal('own_sponsor'))
    expect(await plan(member, child)).toEqual(toRefusal('sponsor_in_downline'))
    expect(await plan(top, child)).toEqual(toRefusal('sponsor_in_downline'))
    expect(await plan(member, top)).toEqual(toRefusal('sponsor_unchanged'))
    expect(await plan(top, null)).toEqual(toRefusal('sponsor_unchanged'))
    expect(await plan(member, closed)).toEqual(toRefusal('sponsor_closed'))
    expect(await plan(member, 2_000_000_000 as UserId)).toEqual(toRefusal('sponsor_not_found'))
    expect(await plan(2_000_000_000 as UserId, top, NOW, '')).toEqual(toRefusal('not_found'))
    expect(await cancel(member)).toEqual(toRefusal('no_sponsor_change_planned'))
    expect(await plan(member, null)).toEqual({ ok: true })
    expect(await plan(member, closed)).toEqual(toRefusal('sponsor_change_planned'))
    // Since the member moves out of their downline that month, the former upline may move below.
    expect(await plan(top, child)).toEqual({ ok: true })
    // Now it cannot be canceled: that would create a cycle.
    expect(await cancel(member)).toEqual(toRefusal('sponsor_cycle'))
    expect(await cancel(top)).toEqual({ ok: true })
    expect(await cancel(member)).toEqual({ ok: true })
    expect(await findSponsor(member, '9000-01')).toBe(top)
  })

  it('is refused once another person has changed it, or a new month has begun', async () => {
    const [one, other, member] = [await createUser(), await createUser(), await createUser()]
    const currentVersion = await readVersion(member)
    expect(await plan(member, one, firstInstant(nextMonth(monthOf(NOW))), currentVersion)).toEqual(toRefusal('stale'))
    expect(await plan(member, one, NOW, currentVersion)).toEqual({ ok: true })
    expect(await plan(member, other, NOW, currentVersion)).toEqual(toRefusal('stale'))
    expect(await cancel(member, NOW, currentVersion)).toEqual(toRefusal('stale'))
    expect(await cancel(member)).toEqual({ ok: true })
    // Once it has taken effect, it is no longer a plan.
    const nextMonthStart = firstInstant(nextMonth(monthOf(NOW)))
    expect(await plan(member, other)).toEqual({ ok: true })
    expect(await cancel(member, nextMonthStart)).toEqual(toRefusal('no_sponsor_change_planned'))
    expect((await listSponsors(connection().db, member, nextMonthStart))?.spans[0]).toMatchObject({
      planned: false,
      sponsor: { id: other },
    })
    expect((await listSponsors(connection().db, member, nextMonthStart))?.canceled).toMatchObject([
      { sponsor: { id: one }, decided: { reason: 'They changed their minds' } },
    ])
  })

  it('emails the member and both sponsors, including when it is canceled', async () => {
    const [former, next] = [await createUser(), await createUser()]
    const member = await createUser(former)
    const atTop = await createUser()
    await connection().pool.query('delete from pgboss.job')
    await plan(member, next)
    await cancel(member)
    await plan(member, null)
    await plan(atTop, next)
    const { rows } = await connection().pool.query(
      `select data from pgboss.job where name = 'mail' order by created_on`,
    )
    const { rows: people } = await connection().pool.query('select id, email, first_name, last_name from users')
    const findPerson = (id: number) => people.find((person) => person.id === id)
    const toName = (id: number) => `${findPerson(id).first_name} ${findPerson(id).last_name}`
    const mails = await Promise.all(rows.map(({ data }) => writeQueuedMail(suite().services, data.payload ?? data)))
    const mailTexts = mails.map((mail) => `${mail?.to}: ${mail?.text}`)
    const expectOne = (id: number, expectedText: string) =>
      expect(
        mailTexts.filter((text) => text.startsWith(findPerson(id).email) && text.includes(expectedText)),
      ).toHaveLength(1)
    expect(mails).toHaveLength(10)
    expectOne(member, `your sponsor will be ${toName(next)} instead of ${toName(former)}.`)
    expectOne(member, `Your sponsor is still ${toName(former)}.`)
    expectOne(member, `you will no longer have a sponsor. Your sponsor was ${toName(former)}.`)
    expectOne(atTop, `your sponsor will be ${toName(next)}.`)
    expectOne(next, `${toName(member)} will be in your direct line`)
    expectOne(next, `${toName(member)} is not joining your direct line`)
    expectOne(former, `${toName(member)} stays in your direct line`)
    expect(
      mailTexts.filter((text) => text.startsWith(findPerson(former).email) && text.includes('no longer be in your')),
    ).toHaveLength(2)
  })

  it('follows the rules through months of planning and canceling (docs/plan §13.12)', async () => {
    const members: UserId[] = []
    for (let n = 0; n < 7; n++) members.push(await createUser())
    const first = monthOf(NOW)
    let edges: Sponsorship[] = members.map((member) => ({ member, sponsor: undefined, fromMonth: first }))
    const random = createRandom(41)
    let at = first
    let changeCount = 0
    for (let step = 0; step < 120; step++) {
      const now = firstInstant(at) + 1000
      const member = members[random(7)] as UserId
      const sponsor = random(5) === 0 ? undefined : (members[random(7)] as UserId)
      const frozen = [...findSponsorsInMonth(edges, at)]
      const planned = edges.find((edge) => edge.member === member && edge.fromMonth === nextMonth(at))
      if (planned && random(2) === 0) {
        const remaining = edges.filter((edge) => edge !== planned)
        const canceled = await cancel(member, now)
        expect(canceled.ok).toBe(isForest(findSponsorsInMonth(remaining, nextMonth(at))))
        if (canceled.ok) edges = remaining
      } else if (!planned) {
        const ruled = moveMember(edges, { member, sponsor }, at)
        const createdCount = await plan(member, sponsor ?? null, now)
        if (findSponsorsInMonth(edges, at).get(member) === sponsor)
          expect(createdCount).toEqual(toRefusal('sponsor_unchanged'))
        else {
          expect(createdCount.ok ? 'ok' : createdCount.refusal.code).toBe(ruled.ok ? 'ok' : ruled.refusal.code)
          if (ruled.ok) {
            edges = ruled.edges
            changeCount++
          }
        }
      }
      expect([...findSponsorsInMonth(edges, at)]).toEqual(frozen)
      for (const value of [at, nextMonth(at)]) {
        const tree = findSponsorsInMonth(edges, value)
        expect(isForest(tree)).toBe(true)
        const { rows } = await connection().pool.query(
          `select distinct on (member_id) member_id, sponsor_id from sponsorships
            where member_id = any($1) and from_month <= $2 order by member_id, from_month desc`,
          [members, value],
        )
        const sponsors = new Map(rows.map((row) => [row.member_id, row.sponsor_id]))
        expect(sponsors).toEqual(new Map(members.map((each) => [each, tree.get(each) ?? null])))
      }
      if (random(6) === 0) at = nextMonth(at)
    }
    expect(changeCount).toBeGreaterThan(20)
  })

  it('does not change the current month in memory, and changes the next one once it is read', async () => {
    const [former, next] = [await createUser(), await createUser()]
    const member = await createUser(former)
    await connection().pool.query(
      `insert into counted_orders (order_no, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents,
         month_pv, remaining_cv_cents, remaining_pv)
       values ('M-' || $1::int, $1, false, now(), month_of(now()), 50000, 400, 50000, 400, 50000, 400)`,
      [member],
    )
    const network = openLiveNetwork(connection(), (error) => {
      throw error
    })
    try {
      const readPv = async (memberId: UserId, value: string) =>
        (await network.query({ name: 'card', month: month(value), memberId }))?.groupPv
      const current = monthOf(NOW)
      expect([await readPv(former, current), await readPv(next, current)]).toEqual([400, 0])
      await plan(member, next)
      expect([await readPv(former, current), await readPv(next, current)]).toEqual([400, 0])
      // Simulates a change planned a month ago: the feed reports it, and the month is reloaded.
      const { pool } = connection()
      await pool.query('delete from sponsorships where member_id = $1 and from_month = $2', [member, current])
      await pool.query('update sponsorships set from_month = $2 where member_id = $1', [member, current])
      await expect.poll(() => readPv(next, current)).toBe(400)
      expect(await readPv(former, current)).toBe(0)
    } finally {
      await network.close()
    }
  })

  // On the embedded engine's single connection, they would run one after the other.
  it.runIf(engine === 'postgres')('only one of two moves that together create a cycle is planned', async () => {
    for (let round = 0; round < 20; round++) {
      // Members with and without a downline: the trigger takes no lock for a member without one.
      const [a, b] = [await createUser(), await createUser()]
      if (round % 2 === 0) for (const each of [a, b]) await createUser(each)
      const planned = await Promise.all([plan(a, b), plan(b, a)])
      expect(planned.map((each) => (each.ok ? 'ok' : each.refusal.code)).toSorted()).toEqual([
        'ok',
        'sponsor_in_downline',
      ])
    }
  })

  it.runIf(engine === 'postgres')(
    'only one of two concurrent plans succeeds, as does one of two cancellations',
    async () => {
      for (let round = 0; round < 10; round++) {
        const [a, b, member] = [await createUser(), await createUser(), await createUser()]
        const toCodes = (results: { ok: boolean }[]) =>
          results.map((each) => ('refusal' in each ? (each.refusal as { code: string }).code : 'ok')).toSorted()
        const before = await readVersion(member)
        const planned = await Promise.all([plan(member, a, NOW, before), plan(member, b, NOW, before)])
        expect(toCodes(planned)).toEqual(['ok', 'stale'])
        const currentVersion = await readVersion(member)
        const canceled = await Promise.all([cancel(member, NOW, currentVersion), cancel(member, NOW, currentVersion)])
        expect(toCodes(canceled)).toEqual(['ok', 'stale'])
      }
    },
  )

  it.runIf(engine === 'postgres')('canceling a move while another would create a cycle leaves no cycle', async () => {
    for (let round = 0; round < 20; round++) {
      const top = await createUser()
      const member = await createUser(top)
      const child = await createUser(member)
      await plan(member, null)
      const results = await Promise.all([cancel(member), plan(top, child)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    }
  })
})

const createRandom = (seed: number) => {
  let state = seed
  return (child: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * child)
  }
}

/** Reports whether each member's path to the top terminates. */
const isForest = (tree: ReadonlyMap<number, number | undefined>): boolean =>
  [...tree.keys()].every((member) => {
    let ancestor = tree.get(member)
    for (let steps = 0; ancestor !== undefined && steps <= tree.size; steps++) ancestor = tree.get(ancestor)
    return ancestor === undefined
  })

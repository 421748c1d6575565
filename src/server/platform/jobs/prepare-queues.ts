import { isDeepStrictEqual } from 'node:util'
import type { PgBoss } from 'pg-boss'

/*
 * pg-boss runs a statement for each queue and schedule, whether it exists or not. All but the first start find them up
 * to date, with one query each.
 */

type QueueOptions = NonNullable<Parameters<PgBoss['createQueue']>[1]>
export type Schedule = { name: string; cron: string; timezone: string }

/** Creates missing queues, and updates the options of those created by an older version. */
export async function prepareQueues(boss: PgBoss, names: readonly string[], options: QueueOptions): Promise<void> {
  const existing = await boss.getQueues([...names])
  for (const name of names) {
    const found = existing.find((queue) => queue.name === name)
    if (found && isDeepStrictEqual({ ...found, ...options }, { ...found })) continue
    if (!found) await boss.createQueue(name, options)
    else await boss.updateQueue(name, options)
    // pg-boss looks a queue up at its first insert. Inside a transaction on the embedded engine's only connection, that
    // lookup would wait for itself, so it is done here, by an empty insert.
    await boss.insert(name, [])
  }
}

/** Schedules of older versions had no payload; now each has an empty one. */
export async function prepareSchedules(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  const existing = await boss.getSchedules()
  for (const { name, cron, timezone } of schedules) {
    const expected = { key: '', cron, timezone, data: {}, options: { tz: timezone } }
    const found = existing.find((schedule) => schedule.name === name && schedule.key === expected.key)
    if (found && isDeepStrictEqual({ ...found, ...expected }, { ...found })) continue
    await boss.schedule(name, cron, expected.data, expected.options)
  }
}

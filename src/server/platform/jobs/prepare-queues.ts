import { isDeepStrictEqual } from 'node:util'
import type { PgBoss } from 'pg-boss'

/*
 * pg-boss has a statement for each queue and each schedule that is made, whether it is there or not. All but the first
 * start find them as they are to be, by one question each.
 */

type QueueOptions = NonNullable<Parameters<PgBoss['createQueue']>[1]>
export type Schedule = { name: string; cron: string; timezone: string }

/** Makes the queues that are not there, and gives those that an older version made the options of this one. */
export async function prepareQueues(boss: PgBoss, names: readonly string[], options: QueueOptions): Promise<void> {
  const there = await boss.getQueues([...names])
  for (const name of names) {
    const found = there.find((queue) => queue.name === name)
    if (found && isDeepStrictEqual({ ...found, ...options }, { ...found })) continue
    if (!found) await boss.createQueue(name, options)
    else await boss.updateQueue(name, options)
    // pg-boss looks a queue up at its start, or at its first insert. Inside a transaction on the embedded engine's only
    // connection that look-up would wait for itself, so it is done here, by an insert of nothing.
    await boss.insert(name, [])
  }
}

/** Those of older versions had no payload; each has an empty one. */
export async function prepareSchedules(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  const there = await boss.getSchedules()
  for (const { name, cron, timezone } of schedules) {
    const wanted = { key: '', cron, timezone, data: {}, options: { tz: timezone } }
    const found = there.find((schedule) => schedule.name === name && schedule.key === wanted.key)
    if (found && isDeepStrictEqual({ ...found, ...wanted }, { ...found })) continue
    await boss.schedule(name, cron, wanted.data, wanted.options)
  }
}

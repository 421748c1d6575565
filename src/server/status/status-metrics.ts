import { Gauge, type Registry } from 'prom-client'
import type { CheckState } from '#contract/admin-status.ts'
import type { Services } from '#server/platform/services.ts'
import { evaluateHealth } from './evaluate-health.ts'
import type { Facts } from './metrics.ts'
import { readMetrics, type StatusServices } from './read-facts.ts'

const LEVELS: Record<CheckState, number> = { well: 0, idle: 0, attention: 1, broken: 2 }
/** Scrapes within this time get the same metrics. */
const CACHED_MS = 5_000

/** Registers the shop's metrics for external monitoring; they are NaN or missing while the database is unavailable. */
export function countShopIn(registry: Registry, services: StatusServices & Pick<Services, 'connection'>): void {
  let asked: { at: number; facts: Promise<Facts | undefined> } | undefined
  const facts = () => {
    const now = Date.now()
    if (!asked || now - asked.at >= CACHED_MS) asked = { at: now, facts: readMetrics(services).catch(() => undefined) }
    return asked.facts
  }
  const gauge = (name: string, help: string, figureOf: (facts: Facts) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await facts()
        this.set((found && figureOf(found)) ?? Number.NaN)
      },
    })
  /** Counts from the creation of the shop if it never happened. */
  const ageOf = (last: { at: Date } | undefined, { openedAt }: Facts) =>
    (Date.now() - (last?.at ?? openedAt).getTime()) / 1000

  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers this process',
    registers: [registry],
    async collect() {
      this.set((await facts()) ? 1 : 0)
    },
  })

  gauge('orders_last_hour', 'Orders placed within the last hour', (found) => found.ordersLastHour)
  gauge('payments_today', 'Payments received with the value date of today', (found) => found.paymentsToday)
  gauge('newsletters_stopped', 'Newsletters that no mail server took for a day', (found) => found.stoppedNewsletters)
  gauge(
    'live_figures_lag_seconds',
    'Until what is committed now is in the months in memory',
    (found) => found.liveSeconds,
  )
  gauge('audit_unsealed_seconds', 'Age of the oldest audit entry that is not sealed', (found) => found.unsealedSeconds)
  gauge('disk_free_bytes', 'Free on the disk of the data directory', (found) => found.disk.freeBytes)
  gauge('disk_size_bytes', 'Size of the disk of the data directory', (found) => found.disk.totalBytes)
  gauge('backup_age_seconds', 'Since the last backup', (found) => ageOf(found.lastBackup, found))
  gauge('verify_age_seconds', 'Since the last check of every sum', (found) => ageOf(found.lastVerify, found))
  gauge('verify_findings', 'What did not add up then', (found) => found.lastVerify?.findings)
  gauge('clean_age_seconds', 'Since the last nightly cleaning', (found) => ageOf(found.lastClean, found))
  gauge('files_store_up', 'Whether the bucket answers; 1 where files lie on the disk', (found) =>
    found.bucket?.fault === undefined ? 1 : 0,
  )
  gauge('wal_archiving_failed', 'Whether PostgreSQL failed to archive its log last', (found) =>
    found.archiving ? Number(found.archiving.failedSince !== null) : undefined,
  )

  const ofQueues = (name: string, help: string, figureOf: (queue: Facts['queues'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const queue of (await facts())?.queues ?? []) this.set({ queue: queue.queue }, figureOf(queue))
      },
    })
  ofQueues('jobs_waiting', 'Jobs that are due, by queue; a queue without any is not listed', ({ waiting }) => waiting)
  ofQueues(
    'jobs_oldest_seconds',
    'How long the oldest is due that was never tried',
    ({ oldestSeconds }) => oldestSeconds,
  )
  ofQueues('jobs_failed', 'Given up within a day', ({ failed }) => failed)

  new Gauge({
    name: 'shop_check',
    help: 'What the status page says: 0 well, 1 needs attention, 2 broken',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      this.reset()
      const found = await facts()
      for (const { check, state } of found ? evaluateHealth(found, new Date()) : []) this.set({ check }, LEVELS[state])
    },
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process: all, those that rest, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = services.connection.pool
      this.set({ state: 'open' }, totalCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
}

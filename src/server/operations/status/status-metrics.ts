import { Gauge, type Registry } from 'prom-client'
import type { CheckState } from '#contract/operations/status.ts'
import type { Services } from '#server/platform/services.ts'
import { evaluateHealth } from './evaluate-health.ts'
import type { Facts } from './metrics.ts'
import { readMetrics, type StatusServices } from './read-facts.ts'

const LEVELS: Record<CheckState, number> = { ok: 0, unknown: 0, warning: 1, critical: 2 }
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
  gauge(
    'newsletters_stopped',
    'Newsletters that no mail server accepted for a day',
    (found) => found.stoppedNewsletters,
  )
  gauge('month_cache_lag_seconds', 'Delay until a commit is in the months in memory', (found) => found.liveSeconds)
  gauge(
    'audit_oldest_unsealed_age_seconds',
    'Age of the oldest audit entry that is not sealed',
    (found) => found.unsealedSeconds,
  )
  gauge('disk_free_bytes', 'Free bytes of the disk of the data directory', (found) => found.disk.freeBytes)
  gauge('disk_size_bytes', 'Size of the disk of the data directory', (found) => found.disk.totalBytes)
  gauge('backup_age_seconds', 'Time since the last backup', (found) => ageOf(found.lastBackup, found))
  gauge('verification_age_seconds', 'Time since the last verification', (found) => ageOf(found.lastVerify, found))
  gauge(
    'verification_findings',
    'Inconsistencies that the last verification found',
    (found) => found.lastVerify?.findings,
  )
  gauge('cleanup_age_seconds', 'Time since the last nightly cleanup', (found) => ageOf(found.lastClean, found))
  gauge('file_store_up', 'Whether the bucket responds; 1 if files are on the disk', (found) =>
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
  ofQueues('jobs_pending', 'Jobs that are due, by queue; a queue without any is not listed', ({ waiting }) => waiting)
  ofQueues(
    'jobs_oldest_age_seconds',
    'Age of the oldest due job that was never attempted',
    ({ oldestSeconds }) => oldestSeconds,
  )
  ofQueues('jobs_failed', 'Jobs that failed permanently within a day', ({ failed }) => failed)

  new Gauge({
    name: 'health_check_status',
    help: 'State of each health check: 0 ok or unknown, 1 warning, 2 critical',
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
    help: 'Connections of this process: open, idle, and requests that wait for one',
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

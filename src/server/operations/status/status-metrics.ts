import { Gauge, type Registry } from 'prom-client'
import type { CheckState } from '#contract/operations/status.ts'
import type { Services } from '#server/platform/services.ts'
import { evaluateHealth } from './evaluate-health.ts'
import type { Metrics } from './metrics.ts'
import { readMetrics, type StatusServices } from './read-metrics.ts'

const LEVELS: Record<CheckState, number> = { ok: 0, unknown: 0, warning: 1, critical: 2 }
/** Scrapes within this time get the same metrics. */
const CACHE_MS = 5_000

/** Registers the shop's metrics for external monitoring; they are NaN or missing while the database is unavailable. */
export function registerShopMetrics(registry: Registry, services: StatusServices & Pick<Services, 'connection'>): void {
  let cached: { at: number; metrics: Promise<Metrics | undefined> } | undefined
  const readCachedMetrics = () => {
    const now = Date.now()
    if (!cached || now - cached.at >= CACHE_MS)
      cached = { at: now, metrics: readMetrics(services).catch(() => undefined) }
    return cached.metrics
  }
  const addGauge = (name: string, help: string, readValue: (readCachedMetrics: Metrics) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const metrics = await readCachedMetrics()
        this.set((metrics && readValue(metrics)) ?? Number.NaN)
      },
    })
  /** Counts from the creation of the shop if it never happened. */
  const secondsSince = (last: { at: Date } | undefined, { openedAt }: Metrics) =>
    (Date.now() - (last?.at ?? openedAt).getTime()) / 1000

  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers this process',
    registers: [registry],
    async collect() {
      this.set((await readCachedMetrics()) ? 1 : 0)
    },
  })

  addGauge('orders_last_hour', 'Orders placed within the last hour', (metrics) => metrics.ordersLastHour)
  addGauge('payments_today', 'Payments received with the value date of today', (metrics) => metrics.paymentsToday)
  addGauge(
    'newsletters_stopped',
    'Newsletters that no mail server accepted for a day',
    (metrics) => metrics.stoppedNewsletters,
  )
  addGauge(
    'month_cache_lag_seconds',
    'Delay until a commit is in the months in memory',
    (metrics) => metrics.catchUpSeconds,
  )
  addGauge(
    'audit_oldest_unsealed_age_seconds',
    'Age of the oldest audit entry that is not sealed',
    (metrics) => metrics.unsealedSeconds,
  )
  addGauge('disk_free_bytes', 'Free bytes of the disk of the data directory', (metrics) => metrics.disk.freeBytes)
  addGauge('disk_size_bytes', 'Size of the disk of the data directory', (metrics) => metrics.disk.totalBytes)
  addGauge('backup_age_seconds', 'Time since the last backup', (metrics) => secondsSince(metrics.lastBackup, metrics))
  addGauge('verification_age_seconds', 'Time since the last verification', (metrics) =>
    secondsSince(metrics.lastVerify, metrics),
  )
  addGauge(
    'verification_findings',
    'Inconsistencies that the last verification found',
    (metrics) => metrics.lastVerify?.findings,
  )
  addGauge('cleanup_age_seconds', 'Time since the last nightly cleanup', (metrics) =>
    secondsSince(metrics.lastClean, metrics),
  )
  addGauge('file_store_up', 'Whether the bucket responds; 1 if files are on the disk', (metrics) =>
    metrics.bucket?.error === undefined ? 1 : 0,
  )
  addGauge('wal_archiving_failed', 'Whether PostgreSQL failed to archive its log last', (metrics) =>
    metrics.archiving ? Number(metrics.archiving.failedSince !== null) : undefined,
  )

  const addQueueGauge = (name: string, help: string, readValue: (queue: Metrics['queues'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const queue of (await readCachedMetrics())?.queues ?? [])
          this.set({ queue: queue.queue }, readValue(queue))
      },
    })
  addQueueGauge(
    'jobs_pending',
    'Jobs that are due, by queue; a queue without any is not listed',
    ({ waiting }) => waiting,
  )
  addQueueGauge(
    'jobs_oldest_age_seconds',
    'Age of the oldest due job that was never attempted',
    ({ overdueSeconds }) => overdueSeconds,
  )
  addQueueGauge('jobs_failed', 'Jobs that failed permanently within a day', ({ failed }) => failed)

  new Gauge({
    name: 'health_check_status',
    help: 'State of each health check: 0 ok or unknown, 1 warning, 2 critical',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      this.reset()
      const metrics = await readCachedMetrics()
      for (const { check, state } of metrics ? evaluateHealth(metrics, new Date()) : [])
        this.set({ check }, LEVELS[state])
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

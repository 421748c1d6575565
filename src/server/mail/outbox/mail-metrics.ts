import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#server/platform/database/connection.ts'
import { countEmails, type MailCounts } from './undelivered-emails.queries.ts'

const UNKNOWN: MailCounts = { queued: Number.NaN, oldestSeconds: Number.NaN, undelivered: Number.NaN }

/** Counts queued emails and their age; NaN while the database cannot be queried. */
export function registerMailMetrics(registry: Registry, db: Database): void {
  let pending: Promise<MailCounts> | undefined
  // All gauges are collected at the same time, so one query is enough.
  const counts = () => {
    pending ??= countEmails(db)
      .catch(() => UNKNOWN)
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  const addGauge = (name: string, help: string, metric: keyof MailCounts) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await counts())[metric])
      },
    })
  addGauge('mails_queued', 'Mails queued for sending or retrying', 'queued')
  addGauge('mails_oldest_age_seconds', 'Age of the oldest queued mail', 'oldestSeconds')
  addGauge('mails_undelivered', 'Undelivered mails, to be retried with "mails retry"', 'undelivered')
}

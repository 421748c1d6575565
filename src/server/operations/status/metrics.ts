export type OperationKind = 'backup' | 'verify' | 'clean'
export type LastOperation = { at: Date; findings: number; note: string }

export type QueueMetrics = {
  queue: string
  waiting: number
  /** Seconds that the oldest job without an attempt is overdue. */
  overdueSeconds: number
  /** Age in seconds of the oldest unfinished job, with or without attempts. */
  ageSeconds: number
  retried: number
  /** Number of jobs that failed for good within a day. */
  failed: number
}

export type DatabaseMetrics = {
  openedAt: Date
  undeliveredMails: number
  /** Null if none was ever sent. */
  lastMailSentAt: Date | null
  unsealedSeconds: number
  stoppedNewsletters: number
  ordersLastHour: number
  paymentsToday: number
  queues: QueueMetrics[]
  archiving: { failedSince: Date | null; lastArchivedAt: Date | null } | undefined
  lastBackup: LastOperation | undefined
  lastVerify: LastOperation | undefined
  lastClean: LastOperation | undefined
}

/** Metrics used to evaluate a shop's health. */
export type Metrics = DatabaseMetrics & {
  disk: { freeBytes: number; totalBytes: number }
  /** `undefined` if files are stored on disk; otherwise the error of the bucket, if any. */
  bucket: { error: string | undefined } | undefined
  /** Seconds the in-memory months took to catch up; undefined if they could not. */
  catchUpSeconds: number | undefined
}

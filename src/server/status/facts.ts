export type OperationKind = 'backup' | 'verify' | 'clean'
export type LastOperation = { at: Date; findings: number; note: string }

export type QueueFacts = {
  queue: string
  waiting: number
  /** How long the oldest that was never tried is due. */
  oldestSeconds: number
  /** How old the oldest is that is not done, also if it was tried. */
  ageSeconds: number
  retried: number
  /** Given up within a day. */
  failed: number
}

export type DatabaseFacts = {
  openedAt: Date
  undeliveredMails: number
  /** Null: none was ever sent. */
  lastMailSentAt: Date | null
  unsealedSeconds: number
  stoppedNewsletters: number
  ordersLastHour: number
  paymentsToday: number
  queues: QueueFacts[]
  archiving: { failedSince: Date | null; lastArchivedAt: Date | null } | undefined
  lastBackup: LastOperation | undefined
  lastVerify: LastOperation | undefined
  lastClean: LastOperation | undefined
}

/** What a shop's state is judged by. */
export type Facts = DatabaseFacts & {
  disk: { freeBytes: number; totalBytes: number }
  /** `undefined`: files lie on the disk; else what the bucket said, or that it answered. */
  bucket: { fault: string | undefined } | undefined
  /** How long the months in memory took to be up to date; undefined where they were not. */
  liveSeconds: number | undefined
}

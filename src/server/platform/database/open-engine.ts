import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

/** Matches the line in which PostgreSQL reports why it exits. */
const EXIT_REASON = /(?:FATAL|PANIC): +(.*)/
/** Matches a table's file, but none of the log or the settings. */
const CONFLICTING_FILE = /^could not create file "(?:base|global)\/[^"]+": File exists$/

/** Thrown when the engine exits during its start. The message has PostgreSQL's reason, if it gave one. */
export class EngineNotStarted extends Error {
  readonly reason: string | undefined

  constructor(reason: string | undefined, cause: unknown) {
    super(`The embedded database engine did not start: ${reason ?? String(cause)}`, { cause })
    this.name = 'EngineNotStarted'
    this.reason = reason
  }
}

/** Throws EngineNotStarted. */
export async function openEngine(options: PGliteOptions): Promise<PGlite> {
  let reason: string | undefined
  const onStderr = (line: string) => {
    reason = EXIT_REASON.exec(line)?.[1] ?? reason
    return true
  }
  try {
    return await PGlite.create({ ...options, onStderr })
  } catch (error) {
    throw new EngineNotStarted(reason, error)
  }
}

/**
 * Retries once, and reports that, if a table's file was in the way. After a power cut, an unlogged table's file can be
 * on disk without the file that marks the table as unlogged. PostgreSQL then restores the marker from its log, creates
 * the table's file again because of it, finds the old one and exits. The next start has the marker from the beginning,
 * and removes the file first (docs/decisions/0002). Throws EngineNotStarted.
 */
export async function openAfterPowerCut(open: () => Promise<PGlite>, log: (message: string) => void): Promise<PGlite> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof EngineNotStarted && CONFLICTING_FILE.test(error.reason ?? ''))) throw error
    log(`A power cut left a file in the way (${error.reason}). The database is started once more.`)
    return open()
  }
}

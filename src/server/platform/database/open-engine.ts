import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

/** How PostgreSQL says why it ends. */
const LAST_WORD = /(?:FATAL|PANIC): +(.*)/
/** A table's file, not one of the log or of a setting. */
const FILE_IN_THE_WAY = /^could not create file "(?:base|global)\/[^"]+": File exists$/

/** The engine ended before it was there. The message has PostgreSQL's reason, where it gave one. */
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
    reason = LAST_WORD.exec(line)?.[1] ?? reason
    return true
  }
  try {
    return await PGlite.create({ ...options, onStderr })
  } catch (fault) {
    throw new EngineNotStarted(reason, fault)
  }
}

/**
 * Opens it a second time, and says so, when the first time a table's file was in the way. After a power cut an unlogged
 * table's file can be on the disk without the one that marks the table as unlogged: PostgreSQL brings the mark back from
 * its log, makes the table's file anew because of it, finds the old one and ends. The next start has the mark from its
 * beginning, and removes the file first (docs/decisions/0088). Throws EngineNotStarted.
 */
export async function openAfterCut(open: () => Promise<PGlite>, say: (sentence: string) => void): Promise<PGlite> {
  try {
    return await open()
  } catch (fault) {
    if (!(fault instanceof EngineNotStarted && FILE_IN_THE_WAY.test(fault.reason ?? ''))) throw fault
    say(`A power cut left a file in the way (${fault.reason}). The database is started once more.`)
    return open()
  }
}

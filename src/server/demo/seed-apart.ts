import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/platform/config.ts'
import { type BesideOptions, besideOptions } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'

type Bucket = Omit<NonNullable<Config['s3']>, 'endpoint'>

export type SeedTask = {
  beside: BesideOptions
  config: Pick<Config, 'dataDir' | 'secret' | 'secretPrevious' | 'storage'> & { s3: Bucket | undefined }
  /** The bucket's; a message cannot carry a URL. */
  endpoint: string | undefined
  now: Date
}

/**
 * Fills an empty shop from a process of its own: what only the demo shop needs, paper and a year of orders among it, would
 * stay in the memory of a server that is to run for weeks (docs/performance.md). Returns `done`, or the code or signal
 * that ended the process before; why, it has said itself.
 */
export async function seedApart(connection: Connection, config: Config, now: Date): Promise<'done' | number | string> {
  const { dataDir, secret, secretPrevious, storage, s3 } = config
  const task: SeedTask = {
    beside: besideOptions(connection),
    config: { dataDir, secret, secretPrevious, storage, s3: s3 && withoutEndpoint(s3) },
    endpoint: s3?.endpoint.href,
    now,
  }
  return endOf(
    fork(fileURLToPath(new URL('./seeding-process.ts', import.meta.url)), { serialization: 'advanced' }),
    task,
  )
}

/** Sends a process its task, and waits for its end. */
export async function endOf(seeding: ChildProcess, task: SeedTask): Promise<'done' | number | string> {
  const ended = once(seeding, 'exit')
  let unsent: Error | null = null
  seeding.send(task, (fault) => {
    unsent = fault
    // Without its task it would wait for ever; one that is gone already needs none.
    if (fault) seeding.kill()
  })
  const [code, signal] = await ended
  if (signal === null) return code === 0 ? 'done' : code
  // What another signal ended was killed by somebody else; its task did not reach it for that reason.
  return unsent === null || signal !== 'SIGTERM'
    ? signal
    : `${signal}, because its task could not be sent: ${(unsent as Error).message}`
}

function withoutEndpoint({ endpoint: _, ...bucket }: NonNullable<Config['s3']>): Bucket {
  return bucket
}

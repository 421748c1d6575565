import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/platform/config.ts'
import { type SecondaryPoolOptions, secondaryPoolOptions } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'

type Bucket = Omit<NonNullable<Config['s3']>, 'endpoint'>

export type SeedTask = {
  pool: SecondaryPoolOptions
  config: Pick<Config, 'dataDir' | 'secret' | 'secretPrevious' | 'storage'> & { s3: Bucket | undefined }
  /** Endpoint of the bucket, as text: a message cannot carry a URL object. */
  endpoint: string | undefined
  now: Date
}

/**
 * Fills an empty shop from a separate process: code that only the demo shop needs, such as PDF rendering, and a year of
 * orders would otherwise stay in the memory of a server that runs for weeks (docs/performance.md). Returns `done`, or
 * the code or signal that ended the process early; the process has logged the reason itself.
 */
export async function seedInChildProcess(
  connection: Connection,
  config: Config,
  now: Date,
): Promise<'done' | number | string> {
  const { dataDir, secret, secretPrevious, storage, s3 } = config
  const task: SeedTask = {
    pool: secondaryPoolOptions(connection),
    config: { dataDir, secret, secretPrevious, storage, s3: s3 && withoutEndpoint(s3) },
    endpoint: s3?.endpoint.href,
    now,
  }
  return runSeeding(
    fork(fileURLToPath(new URL('./seeding-process.ts', import.meta.url)), { serialization: 'advanced' }),
    task,
  )
}

/** Sends a process its task and waits for it to exit. */
export async function runSeeding(seeding: ChildProcess, task: SeedTask): Promise<'done' | number | string> {
  const exit = once(seeding, 'exit')
  let sendError: Error | null = null
  seeding.send(task, (error) => {
    sendError = error
    // Without its task, the process would wait forever; if it has already exited, this does nothing.
    if (error) seeding.kill()
  })
  const [code, signal] = await exit
  if (signal === null) return code === 0 ? 'done' : code
  // Another signal means that the process was killed from outside, which is why its task did not reach it.
  return sendError === null || signal !== 'SIGTERM'
    ? signal
    : `${signal}, because its task could not be sent: ${(sendError as Error).message}`
}

function withoutEndpoint({ endpoint: _, ...bucket }: NonNullable<Config['s3']>): Bucket {
  return bucket
}

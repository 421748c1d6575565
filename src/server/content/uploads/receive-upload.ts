import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { shopMessages } from '#contract/base/messages.ts'
import { type AntiForgery, pageExpired } from '#server/http/anti-forgery.ts'
import { readMultipart, tooLarge } from '#server/http/bodies.ts'
import { fieldProblem, type ProblemError } from '#server/http/errors.ts'
import type { Receive } from '#server/http/serve.ts'
import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import { readFreeSpace } from './free-space.ts'

const MEGABYTE = 1_048_576
/** Disk space reserved for the database. */
const MIN_FREE_BYTES = 1024 * MEGABYTE
const DISK_FULL_MESSAGE = 'We can’t accept files right now. Please try again later.'
const DAY_MS = 24 * 60 * 60 * 1000
export const toIncomingFolder = (dataDir: string) => join(dataDir, 'incoming')

/**
 * Reads a multipart form and streams its file to disk; this is the only way in for external files. Nothing is written
 * before the anti-forgery token is verified, in the header or in a field before the file.
 */
export const makeReceive =
  (dataDir: string, { isOurs }: AntiForgery): Receive =>
  async (request, { field, maxBytes }) => {
    const path = join(toIncomingFolder(dataDir), randomBytes(16).toString('hex'))
    const discard = () => rm(path, { force: true })
    let file: ReceivedFile | undefined
    let refusal: ProblemError | undefined
    try {
      const fields = await readMultipart(request, {
        maxBytes,
        async onFile({ fieldname, filename, file: stream }, precedingFields) {
          if (!isOurs(request, precedingFields)) refusal = pageExpired()
          else if (fieldname !== field) refusal = fieldProblem('invalid', fieldname, shopMessages.malformed)
          if (!refusal && (await readFreeSpace(dataDir)) < MIN_FREE_BYTES + maxBytes)
            refusal = tooLarge(DISK_FULL_MESSAGE)
          if (refusal) {
            stream.resume()
            return
          }
          await mkdir(toIncomingFolder(dataDir), { recursive: true })
          await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
          if (stream.truncated) refusal = tooLarge(`Files can be up to ${maxBytes / MEGABYTE} MB.`)
          // A form with an empty file field sends a nameless, empty file.
          else if (filename || stream.bytesRead > 0) file = { path, name: filename ?? '', bytes: stream.bytesRead }
        },
      })
      if (refusal) throw refusal
      if (!isOurs(request, fields)) throw pageExpired()
      return { fields, file, discard }
    } catch (error) {
      await discard()
      throw error
    }
  }

/** Deletes incoming files of calls that were interrupted because the process ended. */
export async function cleanIncoming(dataDir: string, now = Date.now()): Promise<void> {
  const folder = toIncomingFolder(dataDir)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (now - mtimeMs > DAY_MS) await rm(join(folder, name), { force: true })
  }
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { guardFormula } from './formula-guard.ts'

export type CsvWriter = {
  /** Adds cells joined by commas; text must go through `csvCell`. */
  add(line: string): void
  /** Waits until the disk has caught up: millions of lines must not pile up in memory. */
  drained(): Promise<void>
  rows(): number
}

const CHUNK_LENGTH = 1 << 20

export async function writeCsv<Result>(
  path: string,
  heading: string,
  write: (csv: CsvWriter) => Promise<Result>,
): Promise<Result> {
  return writeAtomically(path, async (tempPath) => {
    const stream = createWriteStream(tempPath)
    // The error is reported at the end, or by `drained`.
    stream.on('error', () => {})
    let text = `${heading}\n`
    let rows = 0
    const flush = () => {
      stream.write(text)
      text = ''
    }
    try {
      const result = await write({
        add(line) {
          text += `${line}\n`
          rows++
          if (text.length >= CHUNK_LENGTH) flush()
        },
        async drained() {
          if (stream.errored) throw stream.errored
          if (stream.writableNeedDrain) await once(stream, 'drain')
        },
        rows: () => rows,
      })
      flush()
      stream.end()
      await finished(stream)
      return result
    } finally {
      stream.destroy()
    }
  })
}

/** Gives the requested name only to a complete file. */
export async function writeAtomically<Result>(
  path: string,
  write: (tempPath: string) => Promise<Result>,
): Promise<Result> {
  const tempPath = `${path}.${process.pid}.tmp`
  try {
    const result = await write(tempPath)
    await rename(tempPath, path)
    return result
  } catch (error) {
    await rm(tempPath, { force: true })
    // The caller does not know the temporary name.
    const ioError = error as NodeJS.ErrnoException
    if (ioError.path === tempPath) ioError.path = path
    throw error
  }
}

/** Writes text as a cell: guarded against formulas, and quoted if it contains a separator. */
export function csvCell(text: string): string {
  const guarded = guardFormula(text)
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

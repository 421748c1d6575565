import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import type { Connection } from '../database/connection.ts'
import { withOwnConnection } from '../database/own-connection.ts'
import { writeWhole } from './write-csv.ts'

/**
 * Writes the rows of a query with its column names as the heading; returns the number of rows. `onBytes` reports
 * progress.
 */
export async function exportFile(
  connection: Connection,
  query: string,
  path: string,
  onBytes: (count: number) => void = () => {},
): Promise<number> {
  return withOwnConnection(connection, async ({ client }) => {
    const copied: CopyToStreamQuery = client.query(to(`copy (${query}) to stdout (format csv, header)`))
    let bytes = 0
    const heard = new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length
        onBytes(bytes)
        done(null, chunk)
      },
    })
    await writeWhole(path, (unfinished) => pipeline(copied, heard, createWriteStream(unfinished)))
    return copied.rowCount
  })
}

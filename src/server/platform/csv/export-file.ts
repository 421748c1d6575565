import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import type { Connection } from '../database/connection.ts'
import { withDedicatedConnection } from '../database/dedicated-connection.ts'
import { writeAtomically } from './write-csv.ts'

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
  return withDedicatedConnection(connection, async ({ client }) => {
    const copyStream: CopyToStreamQuery = client.query(to(`copy (${query}) to stdout (format csv, header)`))
    let bytes = 0
    const counter = new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length
        onBytes(bytes)
        done(null, chunk)
      },
    })
    await writeAtomically(path, (tempPath) => pipeline(copyStream, counter, createWriteStream(tempPath)))
    return copyStream.rowCount
  })
}

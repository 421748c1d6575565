import type { FastifyReply } from 'fastify'
import { shopDayOf } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { PersonKeys } from './decision.ts'
import { writeExport } from './write-export.ts'

/** Streams a person's data while reading it. */
export function sendArchive(reply: FastifyReply, db: Database, files: FileStore, person: PersonKeys): FastifyReply {
  const now = new Date()
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="my-data-${shopDayOf(now.getTime())}.zip"`)
    .header('cache-control', 'private, no-store')
    .send(writeExport(db, files, person, now))
}

import type { Database } from '#server/platform/database/connection.ts'
import { type CertificateRow, findCertificates } from './certificate.queries.ts'

/** Every resale certificate, the newest first. */
export const listCertificates = (db: Database): Promise<CertificateRow[]> => findCertificates(db)

import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import {
  type CertificateRow,
  type CertificateStatus,
  countCertificates,
  findCertificatePage,
  findCertificates,
  findDecidedCertificate,
} from './certificate.queries.ts'

/** Every resale certificate, the newest first. */
export const listCertificates = (db: Database): Promise<CertificateRow[]> => findCertificates(db)

/** Those of one member, the newest first. */
export const listCertificatesOf = (db: Database, userId: UserId): Promise<CertificateRow[]> =>
  findCertificates(db, userId)

const PAGE = 100

/** A page of them, of one status or of all. */
export async function listCertificatePage(
  db: Database,
  which: { status?: CertificateStatus | undefined; before?: number | undefined },
): Promise<{ data: CertificateRow[]; next: number | null }> {
  const rows = await findCertificatePage(db, { ...which, limit: PAGE + 1 })
  const data = rows.slice(0, PAGE)
  return { data, next: rows.length > PAGE ? (data.at(-1)?.id ?? null) : null }
}

/** How many wait to be approved or refused. */
export const countSubmittedCertificates = (db: Database): Promise<number> => countCertificates(db, 'submitted')

/** One of them; undefined if there is none. */
export const findCertificate = (db: Database, id: number): Promise<CertificateRow | undefined> =>
  findDecidedCertificate(db, id)

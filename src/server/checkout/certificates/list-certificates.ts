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

/** Lists the certificates of one member, newest first. */
export const listUserCertificates = (db: Database, userId: UserId): Promise<CertificateRow[]> =>
  findCertificates(db, userId)

const PAGE_SIZE = 100

/** Lists a page of certificates, of one status or all. */
export async function listCertificatePage(
  db: Database,
  filter: { status?: CertificateStatus | undefined; before?: number | undefined },
): Promise<{ data: CertificateRow[]; next: number | null }> {
  const rows = await findCertificatePage(db, { ...filter, limit: PAGE_SIZE + 1 })
  const data = rows.slice(0, PAGE_SIZE)
  return { data, next: rows.length > PAGE_SIZE ? (data.at(-1)?.id ?? null) : null }
}

/** Counts certificates awaiting a decision. */
export const countSubmittedCertificates = (db: Database): Promise<number> => countCertificates(db, 'submitted')

/** Returns a certificate, or undefined if there is none. */
export const findCertificate = (db: Database, id: number): Promise<CertificateRow | undefined> =>
  findDecidedCertificate(db, id)

import { createHash } from 'node:crypto'
import { licenseTypeNames } from '#contract/customers/license-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { type DemoLicense, demoLicenses } from '#seed/network/licenses.ts'
import { createDemoMembers } from '#seed/network/members.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { LEFT, TOP, writeDocument } from '#server/platform/pdf/sheet.ts'
import { insertDemoLicenses } from './demo-licenses.queries.ts'

const DAY_MS = 86_400_000
/** License card in the format that boards print. */
const CARD = { width: 396, height: 252 }
const APPROVED_DAYS_AGO = 200

type StoredPdf = { member: number; isRenewal: boolean; file: string; name: string; bytes: number }

/** Writes the made-up licenses as PDFs into the file store; the same day always gives the same files. */
export async function writeDemoLicenses(files: FileStore, now: Date): Promise<StoredPdf[]> {
  const stored: StoredPdf[] = []
  for (const license of demoLicenses) {
    const documents = [
      ...(license.hasFile ? [{ isRenewal: false, days: license.expiresInDays }] : []),
      ...(license.renewal ? [{ isRenewal: true, days: license.renewal.expiresInDays }] : []),
    ]
    for (const { isRenewal, days } of documents) {
      const bytes = await drawLicense(license, dayAfter(now, days), now)
      const key = createHash('sha256').update(`license ${license.member} ${isRenewal}`).digest('hex').slice(0, 32)
      // Removes the file of an interrupted start.
      await files.remove(`${key}.pdf`)
      await files.add([{ name: `${key}.pdf`, bytes }])
      const name = isRenewal ? 'renewed license.pdf' : 'license.pdf'
      stored.push({ member: license.member, isRenewal, file: `${key}.pdf`, name, bytes: bytes.length })
    }
  }
  return stored
}

function drawLicense({ member, type }: DemoLicense, documents: string, createdAt: Date): Promise<Buffer> {
  const { first_name, last_name, cosmetology_id, addresses } = createDemoMembers()[member] ?? throwMissingMember(member)
  const title = `License ${cosmetology_id}`
  return writeDocument({ title, author: 'Demo', createdAt, compress: true }, CARD, ({ pen }) => {
    const lines = [
      `${first_name} ${last_name}`,
      licenseTypeNames[type],
      `${addresses[0]?.state ?? ''} ${cosmetology_id}`,
      `Expires on ${formatCalendarDay(documents)}`,
    ]
    pen.write('Board of Cosmetology', LEFT, TOP, { size: 17 })
    for (const [index, line] of lines.entries()) pen.write(line, LEFT, TOP + 44 + index * 22, { size: 12 })
    pen.write('A made-up license of the demo shop', LEFT, CARD.height - 36, { size: 8.5 })
  })
}

/** Gives some members licenses in each state. */
export async function seedDemoLicenses(
  trx: Transaction,
  ids: readonly UserId[],
  stored: readonly StoredPdf[],
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await insertDemoLicenses(
    trx,
    demoLicenses.map(({ member, type, status, expiresInDays, refusal, renewal }) => ({
      userId: ids[member] ?? throwMissingMember(member),
      type,
      expiresOn: dayAfter(now, expiresInDays),
      approvedAt: status === 'approved' ? daysAgo(Math.max(APPROVED_DAYS_AGO, -expiresInDays + 1)) : null,
      expiredAt: expiresInDays < 0 ? daysAgo(-expiresInDays - 1) : null,
      refusal: refusal ?? null,
      renewal: renewal ? { expiresOn: dayAfter(now, renewal.expiresInDays), refusal: renewal.refusal ?? null } : null,
      files: stored.filter((file) => file.member === member),
    })),
  )
}

const dayAfter = (now: Date, days: number): string =>
  new Date(Date.parse(shopDayOf(now.getTime())) + days * DAY_MS).toISOString().slice(0, 10)

function throwMissingMember(index: number): never {
  throw new Error(`the demo shop has no member ${index}`)
}

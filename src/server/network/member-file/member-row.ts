import { emailText, tidyPhoneNumber } from '#contract/fields.ts'
import { TEXT_LIMIT } from '#contract/limits.ts'
import { normalizeLine } from '#domain/normal-form.ts'
import { type FileKind, rowByRow } from '#server/platform/csv/import-file.ts'
import type { Row } from '#server/platform/csv/row.ts'
import { makeReferralCode } from '../referral-code.ts'

/** As `export members` writes them. */
export const MEMBER_COLUMNS = [
  'member_no',
  'sponsor_no',
  'type',
  'status',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'enrolled_on',
] as const
type Column = (typeof MEMBER_COLUMNS)[number]

const STATUSES = ['pending', 'active', 'suspended', 'closed'] as const
const TYPES = ['member', 'franchise'] as const
/** The rule of every form; a file has sentences of its own, which name what stands in the cell. */
const Email = emailText('', '')

export const memberFile: FileKind<Column> = {
  columns: MEMBER_COLUMNS,
  required: ['member_no', 'sponsor_no', 'type', 'status', 'first_name', 'last_name', 'email'],
  staged: {
    line: 'integer',
    member_no: 'text collate "C"',
    sponsor_no: 'text collate "C"',
    type: 'text',
    status: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    phone_number: 'text',
    enrolled_at: 'timestamptz',
    enrolled_is_day: 'boolean',
    enrolled_month: 'text collate "C"',
    referral_code: 'text',
  },
  read: rowByRow((row, columns) => {
    const memberNo = row.required('member_no', TEXT_LIMIT).trim()
    const sponsorNo = row.text('sponsor_no', TEXT_LIMIT).trim()
    if (sponsorNo === memberNo) throw row.error('sponsor_no', `Member “${memberNo}” cannot be their own sponsor.`)
    const enrolled = row.instant('enrolled_on')
    return [
      row.line,
      memberNo,
      sponsorNo === '' ? null : sponsorNo,
      row.requiredOneOf('type', TYPES),
      row.requiredOneOf('status', STATUSES),
      readName(row, 'first_name'),
      readName(row, 'last_name'),
      readEmail(row),
      columns.has('phone_number') ? tidyPhoneNumber(normalizeLine(row.text('phone_number', TEXT_LIMIT))) : null,
      enrolled?.text,
      enrolled?.isDay ?? false,
      enrolled?.month,
      makeReferralCode(),
    ]
  }),
}

/** As names that are entered in forms. */
const readName = (row: Row<Column>, column: Column): string => normalizeLine(row.text(column, TEXT_LIMIT))

function readEmail(row: Row<Column>): string {
  const given = row.text('email', TEXT_LIMIT)
  const email = Email.safeParse(given)
  if (email.success) return email.data
  throw row.error('email', given.trim() === '' ? 'email is missing.' : `“${given.trim()}” is not an email address.`)
}

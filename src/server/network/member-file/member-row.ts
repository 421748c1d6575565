import { emailText, tidyPhoneNumber } from '#contract/base/fields.ts'
import { TEXT_LIMIT } from '#contract/base/limits.ts'
import { normalizeLine } from '#domain/text/normal-form.ts'
import { type FileKind, readRowByRow } from '#server/platform/csv/import-file.ts'
import type { Row } from '#server/platform/csv/row.ts'
import { makeReferralCode } from '../referral-code.ts'

/** Matches the output of `export members`. */
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
/** Uses the rule of every form, with messages of its own that quote the cell. */
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
  read: readRowByRow((row, columns) => {
    if (!row.has('member_no')) throw row.error('member_no', 'member_no is missing.')
    const memberNo = readNumber(row, 'member_no')
    const sponsorNo = readNumber(row, 'sponsor_no')
    if (sponsorNo === memberNo) throw row.error('sponsor_no', `Member “${memberNo}” cannot be their own sponsor.`)
    const enrolled = row.dayOrInstant('enrolled_on')
    return [
      row.line,
      memberNo,
      sponsorNo === '' ? null : sponsorNo,
      row.requiredOneOf('type', TYPES),
      row.requiredOneOf('status', STATUSES),
      readName(row, 'first_name'),
      readName(row, 'last_name'),
      readEmail(row),
      columns.has('phone_number') ? tidyPhoneNumber(normalizeLine(row.code('phone_number', TEXT_LIMIT))) : null,
      enrolled?.text,
      enrolled?.isDay ?? false,
      enrolled?.month,
      makeReferralCode(),
    ]
  }),
}

/** Matches commas, apostrophes and the spaces that spreadsheets put between thousands. */
const WITH_SEPARATORS = /^\d{1,3}(?:[,’'\u00a0\u202f\u2009]\d{3})+(?:\.0+)?$/
const WITH_DECIMALS = /^(\d+)\.0+$/

/** Reads a member number as text: a spreadsheet may have turned 1002 into 1002.0 or 1,002. */
function readNumber(row: Row<Column>, column: 'member_no' | 'sponsor_no'): string {
  const number = row.code(column, TEXT_LIMIT)
  if (WITH_SEPARATORS.test(number)) {
    throw row.error(column, `“${number}” has a thousands separator; a number is written without one.`)
  }
  return number.replace(WITH_DECIMALS, '$1')
}

/** Reads a name with the same rules as in forms. */
const readName = (row: Row<Column>, column: Column): string => normalizeLine(row.text(column, TEXT_LIMIT))

function readEmail(row: Row<Column>): string {
  const text = row.text('email', TEXT_LIMIT)
  const email = Email.safeParse(text)
  if (email.success) return email.data
  throw row.error('email', text.trim() === '' ? 'email is missing.' : `“${text.trim()}” is not an email address.`)
}

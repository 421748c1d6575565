import type { RawBuilder } from 'kysely'

/** What rows name a person by. */
export type PersonKeys = {
  /** `users.id`; null of a guest, who has orders alone. */
  user: number | null
  /** Every email that was proven to be theirs, or that a guest ordered with; in lower case. */
  emails: readonly string[]
  /** `orders.id` */
  orders: readonly number[]
}

/** What takes the place of a text that is erased: a value, or SQL over the row. */
export type Replacement = string | boolean | null | RawBuilder<unknown>

/**
 * A table with rows about a person. Each of its columns stands in exactly one of the five lists; columns in a text are
 * parted by blanks.
 */
export type PersonalTable = {
  /** Which rows name the person. */
  of: (person: PersonKeys) => RawBuilder<boolean>
  /**
   * What erasing the person does: `rows` deletes them, `columns` empties what is `erased` and `wiped`, `nothing` leaves
   * them as they are; `elsewhere`: by code of their own (erase-person.ts says which).
   */
  erase: 'rows' | 'columns' | 'nothing' | 'elsewhere'
  /** In the export. They stay as long as their row does: numbers, dates, amounts, what the books need. */
  shown: string
  /** Columns that may tell of others: what the export has of them. */
  shownInPart?: Record<string, (person: PersonKeys) => RawBuilder<unknown>>
  /** Texts about the person: in the export, and emptied. */
  erased?: Record<string, Replacement>
  /** Emptied, too, but never in an export: hashes of passwords, secrets. */
  wiped?: Record<string, Replacement>
  /** Not in the export, and left: hashes of tokens of rows that are deleted, staff who did it, what is derived. */
  hidden?: string
}

/** A table of which no row is about a member or customer. */
export type OtherTable = { notPersonal: string; columns: string }

export type Decision = PersonalTable | OtherTable

export const isPersonal = (decision: Decision): decision is PersonalTable => 'of' in decision

const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '')

/** The columns that a decision names, one after the other; more than once where it contradicts itself. */
export const columnsOf = (decision: Decision): string[] =>
  isPersonal(decision)
    ? [
        ...shownColumns(decision),
        ...Object.keys(decision.shownInPart ?? {}),
        ...Object.keys(decision.wiped ?? {}),
        ...words(decision.hidden),
      ]
    : words(decision.columns)

/** What the export of a table has whole. */
export const shownColumns = ({ shown, erased = {} }: PersonalTable): string[] => [
  ...words(shown),
  ...Object.keys(erased),
]

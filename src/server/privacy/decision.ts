import type { RawBuilder } from 'kysely'

/** Keys by which rows refer to a person. */
export type PersonKeys = {
  /** `users.id`; null for a guest, who has only orders. */
  user: number | null
  /** Every email address that was verified as theirs, or that a guest ordered with; in lowercase. */
  emails: readonly string[]
  /** `orders.id` */
  orders: readonly number[]
}

/** Replacement for an erased text: a value, or SQL over the row. */
export type Replacement = string | boolean | null | RawBuilder<unknown>

/**
 * A table with rows about a person. Each of its columns is in exactly one of the five lists; column names in a string
 * are separated by spaces.
 */
export type PersonalTable = {
  /** Selects the rows about the person. */
  where: (person: PersonKeys) => RawBuilder<boolean>
  /**
   * How the person is erased: `rows` deletes them, `columns` empties the `erased` and `wiped` columns, `nothing` leaves
   * them unchanged, and `elsewhere` means separate code (see erase-person.ts).
   */
  erase: 'rows' | 'columns' | 'nothing' | 'elsewhere'
  /** Exported, and kept as long as their row: numbers, dates, amounts, everything that the books need. */
  shown: string
  /** Columns that may contain data about others, with the part that is exported. */
  shownInPart?: Record<string, (person: PersonKeys) => RawBuilder<unknown>>
  /** Texts about the person: exported, and emptied. */
  erased?: Record<string, Replacement>
  /** Emptied, too, but never exported: password hashes, secrets. */
  wiped?: Record<string, Replacement>
  /** Neither exported nor emptied: token hashes in deleted rows, staff IDs, derived data. */
  hidden?: string
}

/** A table without rows about members or customers. */
export type OtherTable = { notPersonal: string; columns: string }

export type Decision = PersonalTable | OtherTable

export const isPersonal = (decision: Decision): decision is PersonalTable => 'where' in decision

const splitNames = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Lists the columns that a decision names; a contradictory decision lists one more than once. */
export const listColumns = (decision: Decision): string[] =>
  isPersonal(decision)
    ? [
        ...listShownColumns(decision),
        ...Object.keys(decision.shownInPart ?? {}),
        ...Object.keys(decision.wiped ?? {}),
        ...splitNames(decision.hidden),
      ]
    : splitNames(decision.columns)

/** Columns that the export includes in full. */
export const listShownColumns = ({ shown, erased = {} }: PersonalTable): string[] => [
  ...splitNames(shown),
  ...Object.keys(erased),
]

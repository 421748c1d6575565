import type { StaffId, Tables, UserId } from '#server/platform/database/tables.generated.ts'

/** Tables with the sign-in data of one kind of account. They have the same columns, except the owner's ID. */
export type AccountTables<Id extends number> = {
  owner: 'user_id' | 'staff_id'
  sessions: keyof Tables
  secondFactors: keyof Tables
  recoveryCodes: keyof Tables
  passwordLinks: keyof Tables
  /** Type of the owner's ID; never set. */
  id?: Id
}

export const userTables: AccountTables<UserId> = {
  owner: 'user_id',
  sessions: 'sessions',
  secondFactors: 'second_factors',
  recoveryCodes: 'recovery_codes',
  passwordLinks: 'password_links',
}

export const staffTables: AccountTables<StaffId> = {
  owner: 'staff_id',
  sessions: 'staff_sessions',
  secondFactors: 'staff_second_factors',
  recoveryCodes: 'staff_recovery_codes',
  passwordLinks: 'staff_links',
}

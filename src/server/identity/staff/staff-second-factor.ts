import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { makeSecondFactorStore, type SecondFactorStore } from '#server/identity/credentials/second-factors.ts'
import type { Config } from '#server/platform/config.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'

export type StaffSecondFactors = SecondFactorStore<StaffId>

/** Creates the second factors of staff (docs/back-office §1). */
export const makeStaffSecondFactors = (config: Pick<Config, 'secret' | 'secretPrevious'>): StaffSecondFactors =>
  makeSecondFactorStore(config, {
    tables: staffTables,
    purposes: { seal: 'staff second factor', recovery: 'staff recovery code' },
  })

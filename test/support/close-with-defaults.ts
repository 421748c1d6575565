import type { Month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { type ClosedMonth, type CloseOptions, closeMonth } from '#server/compensation/close/close-month.ts'
import type { Connection } from '#server/platform/database/connection.ts'

/** Closes a month with the default settings. */
export const closeWithDefaults = (
  connection: Connection,
  month: Month,
  overrides: Partial<CloseOptions> = {},
): Promise<ClosedMonth> =>
  closeMonth(connection, {
    month,
    closedBy: 'test',
    settlingDays: 5,
    minimumPayoutCents: cents(2500),
    ...overrides,
  })

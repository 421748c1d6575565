/** in_failed_sql_transaction: a statement was refused because one before it had failed. */
export const FOLLOWS_A_FAULT = '25P02'

/** What ended a transaction, of which a later statement may bring the news (primary-client.ts). */
export function causeOf(fault: unknown): unknown {
  const { code, cause } = Object(fault) as { code?: unknown; cause?: unknown }
  return code === FOLLOWS_A_FAULT && cause !== undefined ? cause : fault
}

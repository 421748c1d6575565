/** SQLSTATE in_failed_sql_transaction: a statement was refused because an earlier one had failed. */
export const IN_FAILED_TRANSACTION = '25P02'

/** Returns the error that ended a transaction, which a later statement may report (primary-client.ts). */
export function findCause(error: unknown): unknown {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  return code === IN_FAILED_TRANSACTION && cause !== undefined ? cause : error
}

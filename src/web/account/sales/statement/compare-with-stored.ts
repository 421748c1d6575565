import type { QueryClient } from '@tanstack/react-query'
import type { Statement } from '#contract/compensation/statement.ts'
import { computeStatementChecksum } from '#domain/compensation/statement/statement-checksum.ts'
import { ApiError } from '#web/api/api.ts'
import { statementQuery } from '../sales-queries.ts'

/**
 * Whether a file equals the shop's frozen statement; unknown for other members' files and for months without a
 * statement.
 */
export type StatementMatch = 'same' | 'different' | 'unknown'

export async function compareWithStored(
  client: QueryClient,
  file: Statement,
  displayed: Statement | undefined,
): Promise<StatementMatch> {
  const stored = displayed?.month === file.month ? displayed : await findStored(client, file.month)
  if (!stored || stored.member.member_no !== file.member.member_no) return 'unknown'
  // Recomputes the checksum, because the file's own may have been changed along with it.
  return computeStatementChecksum(stored) === computeStatementChecksum(file) ? 'same' : 'different'
}

async function findStored(client: QueryClient, statementMonth: string): Promise<Statement | undefined> {
  const [year, month] = statementMonth.split('-')
  try {
    return await client.fetchQuery(statementQuery({ year, month }))
  } catch (error) {
    // The verification of the figures does not depend on it.
    if (error instanceof ApiError || error instanceof TypeError) return undefined
    throw error
  }
}

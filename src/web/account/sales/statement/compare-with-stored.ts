import type { QueryClient } from '@tanstack/react-query'
import type { Statement } from '#contract/compensation/statement.ts'
import { computeStatementChecksum } from '#domain/compensation/statement/statement-checksum.ts'
import { ApiError } from '#web/api/api.ts'
import { statementQuery } from '../sales-queries.ts'

/**
 * Whether a file equals the shop's frozen statement; unknown for other members' files and for months without a
 * statement.
 */
export type StatementMatch = 'same' | 'other' | 'unknown'

export async function keptBy(
  client: QueryClient,
  file: Statement,
  shown: Statement | undefined,
): Promise<StatementMatch> {
  const kept = shown?.month === file.month ? shown : await findKept(client, file.month)
  if (!kept || kept.member.member_no !== file.member.member_no) return 'unknown'
  // Recomputes the checksum, because the file's own may have been changed along with it.
  return computeStatementChecksum(kept) === computeStatementChecksum(file) ? 'same' : 'other'
}

async function findKept(client: QueryClient, of: string): Promise<Statement | undefined> {
  const [year, month] = of.split('-')
  try {
    return await client.fetchQuery(statementQuery({ year, month }))
  } catch (fault) {
    // The verification of the figures does not depend on it.
    if (fault instanceof ApiError || fault instanceof TypeError) return undefined
    throw fault
  }
}

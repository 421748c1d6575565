import type { Transaction } from '#server/platform/database/connection.ts'
import { insertOperation } from './metrics.queries.ts'
import type { OperationKind } from './metrics.ts'

const MAX_NOTE_LENGTH = 500

/** Records a maintenance operation, such as a backup. */
export const recordOperation = (
  trx: Transaction,
  kind: OperationKind,
  { findings = 0, note = '' }: { findings?: number; note?: string } = {},
): Promise<void> => insertOperation(trx, { kind, findings, note: note.slice(0, MAX_NOTE_LENGTH) })

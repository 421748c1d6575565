import { exportEntries } from '#server/identity/audit/export-entries.ts'
import type { CommandContext } from './command.ts'
import { exportTo } from './csv-files.ts'

export const exportAuditCommand = (context: CommandContext, given: string): Promise<number> =>
  exportTo(context, given, 'audit entries', (path) =>
    exportEntries(context.connection.db, path, (count) => context.progress(`${count} entries written`)),
  )

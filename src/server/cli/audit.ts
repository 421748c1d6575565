import { exportEntries } from '#server/identity/audit/export-entries.ts'
import type { CommandContext } from './command.ts'
import { exportTo } from './csv-files.ts'

export const exportAuditCommand = (context: CommandContext, file: string): Promise<number> =>
  exportTo(context, file, 'audit entries', (path) =>
    exportEntries(context.connection.db, path, (count) => context.progress(`${count} entries written`)),
  )

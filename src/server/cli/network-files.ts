import { exportOrders } from '#server/compensation/files/export-orders.ts'
import { importOrders } from '#server/compensation/files/import-orders.ts'
import { importReturns } from '#server/compensation/files/import-returns.ts'
import { exportMembers } from '#server/network/member-file/export-members.ts'
import { importMembers } from '#server/network/member-file/import-members.ts'
import type { CommandContext } from './command.ts'
import { exportTo, importFrom } from './csv-files.ts'

export const importMembersCommand = (context: CommandContext, file: string): Promise<number> =>
  importFrom(
    context,
    file,
    'members',
    (options) => importMembers(context.connection, options),
    ({ added, updated, unchanged }) => `${added} added, ${updated} updated, ${unchanged} unchanged`,
  )

export const importOrdersCommand = (context: CommandContext, file: string): Promise<number> =>
  importFrom(
    context,
    file,
    'orders',
    (options) => importOrders(context.connection, options),
    ({ added, canceled, unchanged }) => `${added} added, ${canceled} canceled, ${unchanged} unchanged`,
  )

export const importReturnsCommand = (context: CommandContext, file: string): Promise<number> =>
  importFrom(
    context,
    file,
    'returns',
    (options) => importReturns(context.connection, options),
    ({ added, unchanged }) => `${added} added, ${unchanged} unchanged`,
  )

const reportMegabytes = (context: CommandContext) => (bytes: number) =>
  context.progress(`${Math.floor(bytes / 1_000_000)} MB written`)

export const exportMembersCommand = (context: CommandContext, file: string): Promise<number> =>
  exportTo(context, file, 'members', (path) => exportMembers(context.connection, path, reportMegabytes(context)))

export const exportOrdersCommand = (context: CommandContext, file: string): Promise<number> =>
  exportTo(context, file, 'orders', (path) => exportOrders(context.connection, path, reportMegabytes(context)))

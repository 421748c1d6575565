import { exportOrders } from '../bonus/order-file/export-orders.ts'
import { importOrders } from '../bonus/order-file/import-orders.ts'
import { importReturns } from '../bonus/order-file/import-returns.ts'
import { exportMembers } from '../network/member-file/export-members.ts'
import { importMembers } from '../network/member-file/import-members.ts'
import { exportTo, importFrom } from './csv-files.ts'
import type { Bench } from './verb.ts'

export const importMembersVerb = (bench: Bench, given: string): Promise<number> =>
  importFrom(
    bench,
    given,
    'members',
    (options) => importMembers(bench.connection, options),
    ({ added, updated, unchanged }) => `${added} added, ${updated} updated, ${unchanged} unchanged`,
  )

export const importOrdersVerb = (bench: Bench, given: string): Promise<number> =>
  importFrom(
    bench,
    given,
    'orders',
    (options) => importOrders(bench.connection, options),
    ({ added, canceled, unchanged }) => `${added} added, ${canceled} canceled, ${unchanged} unchanged`,
  )

export const importReturnsVerb = (bench: Bench, given: string): Promise<number> =>
  importFrom(
    bench,
    given,
    'returns',
    (options) => importReturns(bench.connection, options),
    ({ added, unchanged }) => `${added} added, ${unchanged} unchanged`,
  )

const megabytes = (bench: Bench) => (bytes: number) => bench.progress(`${Math.floor(bytes / 1_000_000)} MB written`)

export const exportMembersVerb = (bench: Bench, given: string): Promise<number> =>
  exportTo(bench, given, 'members', (path) => exportMembers(bench.connection, path, megabytes(bench)))

export const exportOrdersVerb = (bench: Bench, given: string): Promise<number> =>
  exportTo(bench, given, 'orders', (path) => exportOrders(bench.connection, path, megabytes(bench)))

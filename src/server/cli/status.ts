import { checkNames } from '#contract/operations/status.ts'
import { openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { evaluateHealth } from '#server/operations/status/evaluate-health.ts'
import { readMetrics } from '#server/operations/status/read-metrics.ts'
import { recordOperation } from '#server/operations/status/record-operation.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'

const MARKS = { ok: 'well      ', unknown: '          ', warning: 'attention ', critical: 'BROKEN    ' }
const NAME_WIDTH = Math.max(...checkNames.map((name) => name.length)) + 2

/** `shop status`: prints the checks of the status page of /admin. Exit code 1 if anything is broken. */
export async function statusCommand({ connection, config, files, print }: CommandContext): Promise<number> {
  const { db } = connection
  let firstError: unknown
  const recordError = (error: unknown): void => {
    firstError ??= error
  }
  const network = openLiveNetwork(connection, recordError)
  try {
    // Age is measured once the figures are ready, because computing a month again takes time.
    await network.catchUp().catch(recordError)
    const checks = evaluateHealth(await readMetrics({ config, db, files, network }), new Date())
    for (const { check, state, message, advice } of checks) {
      print(`${MARKS[state]}${check.padEnd(NAME_WIDTH)}${message}`)
      if (advice !== undefined) print(`${' '.repeat(MARKS.ok.length + NAME_WIDTH)}→ ${advice}`)
    }
    if (firstError !== undefined) print(`The cached months: ${String(firstError)}`)
    return checks.some(({ state }) => state === 'critical') ? 1 : 0
  } finally {
    await network.close()
  }
}

/** `shop status record-backup`: for programs that back up the database, such as ops/backup/backup. */
export async function recordBackupCommand({ connection, print }: CommandContext, input: string): Promise<number> {
  const note = input.trim()
  if (note === '') throw new UserError('Describe the backup, such as “nightly, by pgBackRest”.')
  await inTransaction(connection.db, (trx) => recordOperation(trx, 'backup', { note }))
  print('Recorded.')
  return 0
}

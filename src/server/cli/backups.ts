import { existsSync } from 'node:fs'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { type Backup, makeBackup } from '#server/operations/backup/make-backup.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { type RestoreRefusal, type RestoreResult, restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { recordOperation } from '#server/operations/status/record-operation.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { DirectoryInUse } from '#server/platform/database/directory-lock.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openStores } from '#server/platform/files/open-files.ts'
import { completeErasedList } from '#server/privacy/erased-list.ts'
import { type BaseContext, type CommandContext, sealPending, UserError } from './command.ts'
import { formatCount } from './format-count.ts'
import { verifyCommand } from './verify.ts'

export async function backupCommand(
  context: CommandContext,
  file: string,
  options: { withSecret?: true },
): Promise<number> {
  const path = context.resolvePath(file)
  const fileExistsMessage = `${file} already exists; a backup never replaces a file.`
  if (existsSync(path)) throw new UserError(fileExistsMessage)
  let backup: Backup
  try {
    backup = await makeBackup(context.connection, { ...context.config, files: context.files }, path, {
      withSecret: options.withSecret === true,
      onProgress: context.progress,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new UserError(fileExistsMessage)
    if (error instanceof DirectoryInUse) throw new UserError(`Another backup is running in process ${error.pid}.`)
    throw error
  }
  await inTransaction(context.connection.db, (trx) =>
    recordOperation(trx, 'backup', { findings: backup.missing.length, note: 'into a file, by “shop backup”' }),
  )
  context.progress('')
  for (const finding of backup.missing) context.print(finding)
  context.print(`Backed up to ${file}: ${describeContents(backup.manifest)}.`)
  if (!options.withSecret) {
    context.print(
      'The backup does not contain the secret. Keep it elsewhere (SECRET, or the file “secret” in the data directory), or add --with-secret.',
    )
  }
  return 0
}

export async function restoreCommand(context: BaseContext, file: string): Promise<number> {
  const { config, env, print, progress } = context
  const { s3, files } = await openStores(config)
  const restored = await restoreBackup(context.resolvePath(file), {
    config,
    bucket: config.storage === 's3' ? s3 : undefined,
    secretIsGiven: (env.SECRET ?? '') !== '',
    onProgress: progress,
  })
  progress('')
  if (!restored.ok) throw new UserError(`${errorMessage(file, config.dataDir, restored.refusal)} Nothing was changed.`)
  const { manifest } = restored
  print(`Restored the backup of ${manifest.begunAt}: ${describeContents(manifest)}.`)
  for (const message of listWarnings(restored, config.erasedList)) print(message)
  const { databaseUrl, dataDir } = config
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  try {
    await inTransaction(connection.db, (trx) =>
      recordAction(trx, context.actor, {
        action: 'shop.restored',
        subject: { kind: 'shop', id: 'backup' },
        after: { begunAt: manifest.begunAt, version: manifest.version },
      }),
    )
    await completeErasedList(connection.db, config.erasedList)
    // The backup may have included its secret.
    const restoredConfig = readConfig(env)
    await sealPending(connection, restoredConfig)
    return await verifyCommand({ connection, config: restoredConfig, files, print, progress })
  } finally {
    await connection.close()
  }
}

function describeContents({ tables, uploads, queuedMails }: Manifest): string {
  const all = Object.values(tables)
  const rows = all.reduce((sum, table) => sum + table.rows, 0)
  const mails = queuedMails.rows === 0 ? '' : `, ${formatCount(queuedMails.rows, 'unsent email')}`
  return `${formatCount(rows, 'row')} of ${formatCount(all.length, 'table')}, ${formatCount(uploads.files, 'uploaded file')}${mails}`
}

function* listWarnings(
  { heldMails, stoppedNewsletters, sealed, erasedAgain }: RestoreResult,
  erasedList: string,
): Generator<string> {
  if (!existsSync(erasedList)) {
    yield `There is no list of erasures at ${erasedList}, so data erased since the backup has been restored. Set ERASURE_LIST if the list is elsewhere.`
  } else if (erasedAgain > 0) {
    yield `${erasedAgain} erased since the backup (accounts and guest orders) were erased again.`
  }
  if (heldMails > 0) {
    yield `Emails queued when the backup was made: ${heldMails}. They are on hold because the original shop may have sent them: ` +
      '“Outbox” in the back office shows them, "mails retry --all" sends them.'
  }
  if (stoppedNewsletters > 0) {
    yield `Newsletters that were being sent when the backup was made: ${stoppedNewsletters}. They are stopped because the original shop may have sent the rest: ` +
      '“Newsletters” in the back office resumes them.'
  }
  if (!sealed) return
  const unreadable = [
    sealed.secondFactors > 0 &&
      `two-step sign-in of ${formatCount(sealed.secondFactors, 'user')}, including recovery codes ("user two-step-off EMAIL" switches it off for one)`,
    sealed.staffSecondFactors > 0 &&
      `two-step sign-in of ${sealed.staffSecondFactors} staff members, including recovery codes ("staff reset-two-step EMAIL" prints a link to set it up again)`,
    sealed.guestOrders > 0 && `links to ${formatCount(sealed.guestOrders, 'guest order')} in emails sent so far`,
    'cookies of visitors, except carts and sessions',
  ].filter((item) => item !== false)
  yield `This shop’s secret differs from the backup’s. Without the old secret, these cannot be read: ${unreadable.join('; ')}. ` +
    'If you have it, set it in SECRET or in the file “secret” in the data directory.'
}

function errorMessage(file: string, dataDir: string, refusal: RestoreRefusal): string {
  switch (refusal.code) {
    case 'corrupt':
      return `${file} cannot be restored: ${refusal.why}.`
    case 'directory_not_empty':
      return `The data directory ${dataDir} is not empty (${refusal.names.slice(0, 5).join(', ')}); a backup is restored into an empty one.`
    case 'store_not_empty':
      return 'The bucket already has files; restore into an empty bucket or into a separate prefix (S3_PREFIX).'
    case 'database_not_empty':
      return 'The database already has tables; restore into an empty one.'
    case 'version_mismatch':
      return `${file} was made by version ${refusal.version}, which is newer than this one (migration ${refusal.migration}).`
  }
}

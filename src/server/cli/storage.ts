import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { toIncomingFolder } from '#server/content/uploads/receive-upload.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { moveFiles } from '#server/platform/files/move-files.ts'
import { openStores } from '#server/platform/files/open-files.ts'
import type { S3Config } from '#server/platform/files/s3-store.ts'
import { type CommandContext, UserError } from './command.ts'

type Run = (work: (context: CommandContext) => Promise<number>) => Promise<void>
type Store = 'disk' | 's3'

/** Adds `shop storage`, for the location of pictures and attachments (docs/operating.md). */
export function addStorageCommands(program: Command, run: Run): void {
  const storage = program.command('storage').description('storage of pictures and attachments')
  storage
    .command('check')
    .description('writes, reads and deletes a test file in the bucket, and counts files by location')
    .action(() => run(checkStorageCommand))
  storage
    .command('move')
    .description('moves every file, removing it only after comparing each byte; also while the shop runs')
    .addOption(new Option('--to <store>', 'destination').choices(['disk', 's3']).makeOptionMandatory())
    .action(({ to }: { to: Store }) => run((context) => moveStorageCommand(context, to)))
}

const describeBucket = ({ endpoint, bucket, prefix }: S3Config): string =>
  `the bucket ${bucket}/${prefix} at ${endpoint.host}`

async function checkStorageCommand({ config, print }: CommandContext): Promise<number> {
  const { disk, s3 } = await openStores(config)
  print(`In ${config.dataDir}: ${await describeContents(disk)}.`)
  if (!s3 || !config.s3) {
    print('There is no bucket (S3_BUCKET).')
    return 0
  }
  const { readableByAll, keepsVersions } = await s3.examine()
  const where = describeBucket(config.s3)
  print(`In ${where}: ${await describeContents(s3)}. Writing, reading and deleting work.`)
  print(`New files go to ${config.storage === 's3' ? 'the bucket' : 'the disk'}.`)
  if (readableByAll) print('ANYONE can read its files: restrict it to this key.')
  if (keepsVersions === true) {
    print('Versioning is on, so erased files remain as older versions. Turn it off, or add a rule that deletes them.')
  }
  return readableByAll ? 1 : 0
}

async function describeContents(store: FileStore): Promise<string> {
  const total = { files: 0, bytes: 0 }
  for await (const { bytes } of store.list()) {
    total.files++
    total.bytes += bytes
  }
  return `${total.files} files, ${total.bytes} bytes`
}

async function moveStorageCommand({ config, connection, actor, print, progress }: CommandContext, target: Store) {
  const { disk, s3 } = await openStores(config)
  if (!s3 || !config.s3) throw new UserError('There is no bucket to move from or to. Set S3_BUCKET and its key.')
  if (config.storage !== target) {
    throw new UserError(
      `New files still go to ${config.storage === 's3' ? 'the bucket' : 'the disk'}: set STORAGE=${target} and restart the shop first.`,
    )
  }
  const [from, to] = target === 's3' ? [disk, s3] : [s3, disk]
  const folder = toIncomingFolder(config.dataDir)
  const { files, bytes, differing } = await moveFiles({
    from,
    to,
    folder,
    onProgress: (moved) => progress(`${moved.files} files, ${moved.bytes} bytes`),
  })
  progress('')
  await inTransaction(connection.db, (trx) =>
    recordAction(trx, actor, {
      action: 'storage.moved',
      subject: { kind: 'shop', id: 'files' },
      after: { to: target, files, bytes },
    }),
  )
  const where = target === 's3' ? describeBucket(config.s3) : join(config.dataDir, 'uploads')
  print(`Moved ${files} files, ${bytes} bytes, to ${where}; each was read back and its SHA-256 matches.`)
  for (const name of differing) print(`${name} is in both with different contents and was left in both.`)
  return differing.length === 0 ? 0 : 1
}

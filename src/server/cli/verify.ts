import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import type { CommandContext } from './command.ts'

export async function verifyCommand({
  connection,
  config,
  files,
  print,
  progress,
}: Pick<CommandContext, 'connection' | 'config' | 'files' | 'print' | 'progress'>): Promise<number> {
  const { checked, findings } = await verifyShop(
    connection.db,
    config.dataDir,
    progress,
    makeSealer(config.secret, config.secretPrevious),
    files,
    connection,
  )
  progress('')
  for (const finding of findings) print(finding)
  print(checked)
  return findings.length > 0 ? 1 : 0
}

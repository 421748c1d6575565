import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { normalizeEmail } from '#domain/text/email-address.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { prepareMonths, sealAll } from '#server/identity/audit/audit-sealer.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { LockTimeoutError } from '#server/platform/database/lock-timeout-error.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { withRecordedAddress } from '#server/platform/files/shop-address.ts'
import { operatorErrorMessage } from '#server/platform/operator-error-message.ts'

/** Context of every command, besides its arguments. */
export type BaseContext = {
  config: Config
  env: NodeJS.ProcessEnv
  /** User of the terminal, for the audit log. */
  actor: Actor & { kind: 'command_line' }
  /** Resolves a path relative to where the command was typed, because npm runs the program in another directory. */
  resolvePath(input: string): string
  print(message: string): void
  /** Prints a line that the next one replaces, on a terminal only. */
  progress(line: string): void
}

/** Context of a command that works on the shop's database. */
export type CommandContext = BaseContext & { connection: Connection; files: FileStore }

/** A mistake that the user can correct; printed as one line, without a stack. */
export class UserError extends Error {}

/**
 * Opens the shop's database, whether or not the shop is running, migrates it, and runs a command on it. `by` is the
 * email from `--by`. Returns the exit code.
 */
export const withShop = (
  env: NodeJS.ProcessEnv,
  by: string | undefined,
  command: (context: CommandContext) => Promise<number>,
): Promise<number> =>
  withoutShop(env, by, async (context) => {
    const { databaseUrl, dataDir, databasePoolSize: poolSize } = context.config
    const connection = await openDatabase({ databaseUrl, dataDir, poolSize, mode: 'join' })
    try {
      await migrate(connection)
      await prepareMonths(connection.db)
      // Seals entries left unsealed by a stopped or restored shop.
      await sealPending(connection, context.config)
      const code = await command({ ...context, connection, files: await openFiles(context.config) })
      await sealPending(connection, context.config)
      return code
    } finally {
      await connection.close()
    }
  })

/** Seals the audit log. A running shop would do so too, but it may be stopped for long. */
export const sealPending = (connection: Connection, { secret, secretPrevious }: Config): Promise<void> =>
  sealAll(connection.db, makeSealer(secret, secretPrevious), ({ day, number, seal }) => {
    process.stderr.write(`Last seal of the audit log on ${day}: ${number} ${seal.toString('hex')}\n`)
  })

/** Runs a command that opens the database itself. */
export async function withoutShop(
  env: NodeJS.ProcessEnv,
  by: string | undefined,
  command: (context: BaseContext) => Promise<number>,
): Promise<number> {
  const terminal = process.stderr.isTTY
  const progress = (line: string) => void (terminal && process.stderr.write(`\r\x1b[K${line}`))
  try {
    const actor = { kind: 'command_line', by: readEmail(by) } as const
    const config = withRecordedAddress(readConfig(env))
    try {
      return await command({
        config,
        env,
        actor,
        progress,
        resolvePath: (input) => resolve(env.INIT_CWD ?? process.cwd(), input),
        print: (message) => void process.stdout.write(`${printable(message)}\n`),
      })
    } finally {
      progress('')
    }
  } catch (error) {
    process.stderr.write(`${printable(describeError(error))}\n`)
    return 1
  }
}

/** Replaces control characters, because output includes text from customers. */
const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n]/gu, ' ')

function readEmail(input: string | undefined): string | undefined {
  const email = input === undefined ? undefined : normalizeEmail(input)
  if (email !== undefined && !z.email().safeParse(email).success) {
    throw new UserError(`--by must be the email of a staff member; “${input}” is not an email.`)
  }
  return email
}

function describeError(error: unknown): string {
  if (error instanceof UserError || error instanceof LockTimeoutError) return error.message
  return operatorErrorMessage(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

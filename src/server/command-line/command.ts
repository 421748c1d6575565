import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { normalizeEmail } from '#domain/email-address.ts'
import type { Actor } from '#server/audit/actor.ts'
import { prepareMonths, sealAll } from '#server/audit/audit-sealer.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { HeldForNow } from '#server/platform/database/held-for-now.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { withRecordedAddress } from '#server/platform/files/shop-address.ts'
import { plainSentence } from '#server/platform/plain-sentence.ts'

/** What every command is given besides its own arguments. */
export type BaseContext = {
  config: Config
  env: NodeJS.ProcessEnv
  /** Whoever has the terminal, for the audit log. */
  actor: Actor & { kind: 'command_line' }
  /** A path as the person meant it: npm runs the program elsewhere than where the command was typed. */
  pathOf(given: string): string
  say(sentence: string): void
  /** On a terminal, a line that the next one replaces; elsewhere nothing. */
  progress(line: string): void
}

/** The context of a command that works on the shop's database. */
export type CommandContext = BaseContext & { connection: Connection; files: FileStore }

/** A mistake that the person at the terminal can put right: printed as one line, without a stack. */
export class UserError extends Error {}

/**
 * Opens the shop's database, running or not, brings it up to date, and lets a command work on it; `by` is the email that
 * `--by` named. Returns the exit code.
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
      // What a shop that was closed, or is a restored one, had not sealed yet.
      await sealOwn(connection, context.config)
      const code = await command({ ...context, connection, files: await openFiles(context.config) })
      await sealOwn(connection, context.config)
      return code
    } finally {
      await connection.close()
    }
  })

/** A shop that runs would do it, too; but it may be closed for long. */
export const sealOwn = (connection: Connection, { secret, secretPrevious }: Config): Promise<void> =>
  sealAll(connection.db, makeSealer(secret, secretPrevious), ({ day, number, seal }) => {
    process.stderr.write(`Last seal of the audit log on ${day}: ${number} ${seal.toString('hex')}\n`)
  })

/** The same for a command that opens the database itself. */
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
        pathOf: (given) => resolve(env.INIT_CWD ?? process.cwd(), given),
        say: (sentence) => void process.stdout.write(`${printable(sentence)}\n`),
      })
    } finally {
      progress('')
    }
  } catch (fault) {
    process.stderr.write(`${printable(sentenceFor(fault))}\n`)
    return 1
  }
}

/** Without what a terminal obeys: customers' words are printed, too. */
const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n]/gu, ' ')

function readEmail(given: string | undefined): string | undefined {
  const email = given === undefined ? undefined : normalizeEmail(given)
  if (email !== undefined && !z.email().safeParse(email).success) {
    throw new UserError(`--by is the email of a staff member; “${given}” is none.`)
  }
  return email
}

function sentenceFor(fault: unknown): string {
  if (fault instanceof UserError || fault instanceof HeldForNow) return fault.message
  return plainSentence(fault) ?? (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
}

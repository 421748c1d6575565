import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { publishTerms, readTerms } from '#server/content/publish-terms.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'

type Work = (command: (context: CommandContext) => Promise<number>) => Promise<void>

/** Adds `shop terms show` and `shop terms publish` (docs/back-office §4). */
export function addTermsCommands(program: Command, work: Work): void {
  const terms = program.command('terms').description('terms that users accept when they register')
  terms
    .command('show')
    .description('prints the current terms')
    .action(() => work(show))
  terms
    .command('publish <file>')
    .description('publishes a plain text as the next version; earlier acceptances stay recorded')
    .action((file: string) => work((context) => publish(context, file)))
}

async function show({ connection, say }: CommandContext): Promise<number> {
  const terms = await readTerms(connection.db)
  if (!terms) throw new UserError('There are no terms yet: "terms publish FILE".')
  say(`Version ${terms.version}, published on ${terms.published_at.toISOString().slice(0, 10)}:\n\n${terms.text}`)
  return 0
}

async function publish({ connection, actor, pathOf, say }: CommandContext, file: string): Promise<number> {
  const text = await readFile(pathOf(file), 'utf8').catch((fault: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be read: ${fault.code}.`)
  })
  const done = await inTransaction(connection.db, (trx) => publishTerms(trx, actor, text))
  if (!done.ok)
    throw new UserError(done.refusal.code === 'empty' ? `${file} is empty.` : 'These are the terms already.')
  say(`Version ${done.version} applies to users who register from now on.`)
  return 0
}

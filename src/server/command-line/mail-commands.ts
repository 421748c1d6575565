import type { Command } from 'commander'
import type { CommandContext } from './command.ts'
import { listMailTextsCommand, resetMailText, setMailText, showMailText } from './mail-texts.ts'
import { listMailsCommand, previewMailsCommand, retryMailsCommand } from './mails.ts'

type Why = { reason?: string }

/** Adds the commands for the shop's mails and their texts. */
export function addMailCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  const mails = program.command('mails').description('the emails that the shop sends')
  mails
    .command('preview <folder>')
    .description('writes a sample of every kind to a folder')
    .action((folder: string) => run((context) => previewMailsCommand(context, folder)))
  mails
    .command('list')
    .description('lists emails that failed for good, and those still queued')
    .action(() => run(listMailsCommand))
  mails
    .command('retry [ids...]')
    .description('sends failed emails again')
    .option('--all', 'all of them')
    .action((ids: string[], options: { all?: true }) => run((context) => retryMailsCommand(context, ids, options)))
  const texts = program.command('mail-text').description("the texts of the shop's emails")
  texts
    .command('list')
    .description('lists mail, changed or default, subject and meaning')
    .action(() => run(listMailTextsCommand))
  texts
    .command('show <mail>')
    .description('prints subject, an empty line, and the text')
    .action((mail: string) => run((context) => showMailText(context, mail)))
  texts
    .command('set <mail> <file>')
    .description('sets a text from a file, in the format of show')
    .option('--reason <text>', 'reason, for the history')
    .action((mail: string, file: string, options: Why) => run((context) => setMailText(context, mail, file, options)))
  texts
    .command('reset <mail>')
    .description('resets to the default text')
    .option('--reason <text>', 'reason, for the history')
    .action((mail: string, options: Why) => run((context) => resetMailText(context, mail, options)))
}

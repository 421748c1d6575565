import type { Command } from 'commander'
import type { CommandContext } from './command.ts'
import { listMailTextsCommand, resetMailText, setMailText, showMailText } from './mail-texts.ts'
import { listMailsCommand, previewMailsCommand, retryMailsCommand } from './mails.ts'

type Why = { reason?: string }

/** The mails that the shop sends, and what they say. */
export function addMailCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  const mails = program.command('mails').description('the emails that the shop sends')
  mails
    .command('preview <folder>')
    .description('writes one of every kind, made up, to look at')
    .action((folder: string) => run((context) => previewMailsCommand(context, folder)))
  mails
    .command('list')
    .description('those given up, and those that still wait')
    .action(() => run(listMailsCommand))
  mails
    .command('retry [ids...]')
    .description('sends again what was given up')
    .option('--all', 'all of it')
    .action((ids: string[], options: { all?: true }) => run((context) => retryMailsCommand(context, ids, options)))
  const texts = program.command('mail-text').description('what the emails of the shop say')
  texts
    .command('list')
    .description('mail, changed or default, subject and meaning')
    .action(() => run(listMailTextsCommand))
  texts
    .command('show <mail>')
    .description('subject, an empty line, and the text')
    .action((mail: string) => run((context) => showMailText(context, mail)))
  texts
    .command('set <mail> <file>')
    .description('takes a text from a file, as show writes it')
    .option('--reason <text>', 'why, for the history')
    .action((mail: string, file: string, options: Why) => run((context) => setMailText(context, mail, file, options)))
  texts
    .command('reset <mail>')
    .description('the default again')
    .option('--reason <text>', 'why, for the history')
    .action((mail: string, options: Why) => run((context) => resetMailText(context, mail, options)))
}

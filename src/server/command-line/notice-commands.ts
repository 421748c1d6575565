import { type Command, Option } from 'commander'
import type { CommandContext } from './command.ts'
import {
  type BookNoticesOptions,
  bookNoticesCommand,
  type ImportNoticesOptions,
  importNoticesCommand,
  type ListNoticesOptions,
  listNoticesCommand,
  type NoticeReasonOptions,
  pasteNoticesCommand,
  receiveNoticeCommand,
  setNoticeAsideCommand,
  undoNoticeCommand,
} from './notices.ts'

/** What staff do with the notices of the bank. */
export function addNoticeCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  const notices = program.command('notices').description('what the bank says has come in')
  notices
    .command('import <file>')
    .description('a CSV or OFX file of the bank; what is known already is left out')
    .option('--columns <list>', 'which columns hold what, as date=1,amount="Net Amount"')
    .action((file: string, options: ImportNoticesOptions) =>
      run((context) => importNoticesCommand(context, file, options)),
    )
  notices
    .command('paste')
    .description('mails and lines of statements, from the standard input')
    .action(() => run(pasteNoticesCommand))
  notices
    .command('list')
    .description('with the order that each may pay, and why')
    .addOption(new Option('--state <state>', 'which ones').choices(['open', 'booked', 'set_aside']).default('open'))
    .action((options: ListNoticesOptions) => run((context) => listNoticesCommand(context, options)))
  notices
    .command('book [notice] [orders...]')
    .description('books one for ORDER or ORDER=DOLLARS, split over several if need be; or all exact ones')
    .option('--exact', 'all whose code and amount are right')
    .option('--confirm', 'an amount of more than five times what is due for an order is right')
    .action((id: string | undefined, orders: string[], options: BookNoticesOptions) =>
      run((context) => bookNoticesCommand(context, id, orders, options)),
    )
  notices
    .command('received <notice>')
    .description('decides of an undecided notice that its money came in')
    .action((id: string) => run((context) => receiveNoticeCommand(context, id)))
  notices
    .command('set-aside <notice>')
    .description('it pays no order')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, options: NoticeReasonOptions) => run((context) => setNoticeAsideCommand(context, id, options)))
  notices
    .command('undo <notice>')
    .description('its payments are corrected, and it is open again')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, options: NoticeReasonOptions) => run((context) => undoNoticeCommand(context, id, options)))
}

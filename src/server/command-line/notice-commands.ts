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

/** Adds the commands for bank transactions. */
export function addNoticeCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  const notices = program.command('notices').description('bank transactions')
  notices
    .command('import <file>')
    .description('imports a CSV or OFX file of the bank; skips known transactions')
    .option('--columns <list>', 'columns by field, such as date=1,amount="Net Amount"')
    .action((file: string, options: ImportNoticesOptions) =>
      run((context) => importNoticesCommand(context, file, options)),
    )
  notices
    .command('paste')
    .description('imports mails and statement lines from standard input')
    .action(() => run(pasteNoticesCommand))
  notices
    .command('list')
    .description('lists transactions with the order that each may pay, and the reason')
    .addOption(
      new Option('--state <state>', 'which transactions').choices(['open', 'booked', 'set_aside']).default('open'),
    )
    .action((options: ListNoticesOptions) => run((context) => listNoticesCommand(context, options)))
  notices
    .command('book [notice] [orders...]')
    .description('records one for ORDER or ORDER=DOLLARS, split over several if needed; or all exact matches')
    .option('--exact', 'all with matching reference and amount')
    .option('--confirm', 'confirms an amount of more than five times the amount due')
    .action((id: string | undefined, orders: string[], options: BookNoticesOptions) =>
      run((context) => bookNoticesCommand(context, id, orders, options)),
    )
  notices
    .command('received <notice>')
    .description('confirms that the money of an uncertain transaction was received')
    .action((id: string) => run((context) => receiveNoticeCommand(context, id)))
  notices
    .command('set-aside <notice>')
    .description('marks it as paying no order')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, options: NoticeReasonOptions) => run((context) => setNoticeAsideCommand(context, id, options)))
  notices
    .command('undo <notice>')
    .description('reverses its payments and reopens it')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, options: NoticeReasonOptions) => run((context) => undoNoticeCommand(context, id, options)))
}

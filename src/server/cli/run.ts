import { Command, CommanderError, Option } from 'commander'
import { laterStatuses } from '#domain/orders/status.ts'
import { seedDemoShop } from '#server/demo/seed-demo-shop.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { exportAuditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backups.ts'
import { importBankFileCommand } from './bank-import.ts'
import { type CommandContext, UserError, withoutShop, withShop } from './command.ts'
import { addCorrectionCommands } from './corrections.ts'
import { retryEmailsCommand } from './mails.ts'
import { closeMonthCommand, payMonthCommand, previewMonthCommand, skipMonthsCommand } from './months.ts'
import {
  exportMembersCommand,
  exportOrdersCommand,
  importMembersCommand,
  importOrdersCommand,
  importReturnsCommand,
} from './network-files.ts'
import { type OrderOptions, setOrderCommand } from './orders.ts'
import { addPersonalDataCommands } from './personal-data.ts'
import { listPlansCommand, savePlanCommand } from './plans.ts'
import { exportProductsCommand, type ImportProductsOptions, importProductsCommand } from './products.ts'
import { getSetting, listSettings, setSetting } from './settings.ts'
import { addStaffCommands } from './staff.ts'
import { recordBackupCommand, statusCommand } from './status.ts'
import { addStorageCommands } from './storage.ts'
import { addUserCommands } from './users.ts'
import { verifyCommand } from './verify.ts'

/** Runs one command. Returns the exit code: 0 for success, 1 if it was refused or found problems. */
export async function runCommandLine(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { program, exitCode } = makeProgram(env)
  try {
    await program.parseAsync(argv)
    return exitCode()
  } catch (error) {
    // Help and mistyped commands; commander has already printed the message.
    if (error instanceof CommanderError) return error.exitCode
    throw error
  }
}

/** Builds the program with all commands. */
export function makeProgram(env: NodeJS.ProcessEnv): { program: Command; exitCode: () => number } {
  let code = 0
  const runInShop =
    <Arguments extends string[]>(work: (context: CommandContext, ...args: Arguments) => Promise<number>) =>
    async (...args: unknown[]) => {
      // Commander appends the options and the command itself to the arguments.
      const textArgs = args.filter((value) => typeof value === 'string') as Arguments
      code = await withShop(env, readActor(), (context) => work(context, ...textArgs))
    }

  const readActor = () => program.opts<{ by?: string }>().by
  const program = new Command('npm run shop --')
    .description('Works on the same database as the shop, also while it runs.')
    .option('--by <email>', 'the staff member who runs it, for the audit log')
    .exitOverride()
  const imports = program.command('import').description('imports a CSV file; a refused row refuses the whole file')
  imports
    .command('products <file>')
    .description(
      "products in Shopify's format, with columns for PV, Commissionable Share (percent) and Shelf; a known handle is updated",
    )
    .option('--dry-run', 'previews new, changed, sold out and free products, and those without picture or category')
    .option('--update-stock', 'also sets the stock of known products from the file')
    .addOption(createFormerOption('--look-first'))
    .addOption(createFormerOption('--count-stock'))
    .action(async (file: string, options: ImportProductsOptions) => {
      code = await withShop(env, readActor(), (context) => importProductsCommand(context, file, options))
    })
  imports
    .command('members <file>')
    .description('members with their sponsors; a known number is updated')
    .action(runInShop(importMembersCommand))
  imports
    .command('orders <file>')
    .description('orders from an older system; a known number can only be canceled')
    .action(runInShop(importOrdersCommand))
  imports.command('returns <file>').description('returns of orders').action(runInShop(importReturnsCommand))
  const exports = program.command('export').description('writes a CSV file')
  exports
    .command('products <file>')
    .description("products in Shopify's format, which import accepts")
    .action(runInShop(exportProductsCommand))
  exports.command('members <file>').description('every member').action(runInShop(exportMembersCommand))
  exports.command('orders <file>').description('every completed order').action(runInShop(exportOrdersCommand))
  const runWithContext = async (work: (context: CommandContext) => Promise<number>) => {
    code = await withShop(env, readActor(), work)
  }
  program
    .command('mails')
    .description('the emails that the shop sends')
    .command('retry [ids...]')
    .description('sends failed emails again')
    .option('--all', 'all of them')
    .action((ids: string[], options: { all?: true }) =>
      runWithContext((context) => retryEmailsCommand(context, ids, options)),
    )
  program
    .command('order')
    .description('manages an order')
    .command('set <number-or-payment-reference>')
    .description('marks it paid, completed or canceled; the customer is emailed')
    .option('--paid', 'records the open balance as received and cleared today')
    .option('--reason <text>', 'reason for canceling it')
    .addOption(new Option('--status <status>', 'new status').choices(laterStatuses))
    .action(async (id: string, options: OrderOptions) => {
      code = await withShop(env, readActor(), (context) => setOrderCommand(context, id, options))
    })
  program
    .command('bank')
    .alias('notices')
    .description('bank transactions')
    .command('import <file>')
    .description('imports a CSV or OFX file of the bank; skips known transactions')
    .option('--columns <list>', 'columns by field, such as date=1,amount="Net Amount"')
    .action((file: string, options: { columns?: string }) =>
      runWithContext((context) => importBankFileCommand(context, file, options)),
    )
  addPersonalDataCommands(addUserCommands(program, runWithContext), runWithContext)
  addStaffCommands(program, runWithContext)
  const months = program.command('month').description('bonuses of a month, written YYYY-MM')
  months
    .command('preview <month>')
    .description('shows the bonuses of a month at present; the final figures of a closed one')
    .requiredOption('--out <folder>', 'folder for cards.csv and lines.csv')
    .action(async (month: string, options: { out: string }) => {
      code = await withShop(env, readActor(), (context) => previewMonthCommand(context, month, options))
    })
  months
    .command('close <month>')
    .description('closes a month permanently')
    .option('--out <folder>', 'folder for cards.csv and lines.csv')
    .option('--reason <text>', 'reason, for the approver')
    .action(async (month: string, options: { out?: string; reason?: string }) => {
      code = await withShop(env, readActor(), (context) => closeMonthCommand(context, month, options))
    })
  months
    .command('skip-until <month>')
    .description('marks all earlier months as closed in an older system')
    .action(runInShop(skipMonthsCommand))
  months
    .command('pay <month>')
    .description('marks a closed month as paid')
    .requiredOption('--total <dollars>', 'total of the bank list; must equal the total of the cards')
    .option('--reason <text>', 'reason, for the approver')
    .action(async (month: string, options: { total: string; reason?: string }) => {
      code = await withShop(env, readActor(), (context) => payMonthCommand(context, month, options))
    })
  addCorrectionCommands(months, runWithContext)
  const plans = program.command('plan').description('versions of the compensation plan')
  plans.command('list').description('lists every version with its table of levels').action(runInShop(listPlansCommand))
  plans
    .command('save <file>')
    .description('saves a table of levels in the format of docs/plan/levels.csv, from a future month on')
    .requiredOption('--from <month>', 'first month in which it applies')
    .option('--direct-line <bp>', "rate of the direct line in basis points (default: the previous version's)")
    .option('--reason <text>', 'reason, for the approver')
    .action(async (file: string, options: { from: string; directLine?: string; reason?: string }) => {
      code = await withShop(env, readActor(), (context) => savePlanCommand(context, file, options))
    })
  program.command('demo').description('fills an empty database with the demo shop').action(runInShop(demoCommand))
  program
    .command('verify')
    .description('checks every sum and reference; exit code 1 if anything disagrees')
    .action(runInShop(verifyCommand))
  const status = program
    .command('status')
    .description("checks the shop's operation and lists what to do; exit code 1 if anything is broken")
    .action(runInShop(statusCommand))
  status
    .command('record-backup <note>')
    .alias('backed-up')
    .description('records that another program made a backup')
    .action(runInShop(recordBackupCommand))
  program
    .command('backup <file>')
    .description('writes database and uploads to a new .tar.gz, even while the shop runs')
    .option(
      '--with-secret',
      'also the secret that signs links and seals two-step sign-ins; keep the file like a password',
    )
    .action(async (file: string, options: { withSecret?: true }) => {
      code = await withShop(env, readActor(), (context) => backupCommand(context, file, options))
    })
  program
    .command('restore <file>')
    .description('restores a backup into an empty data directory and database')
    .action(async (file: string) => {
      code = await withoutShop(env, readActor(), (context) => restoreCommand(context, file))
    })
  addStorageCommands(program, runWithContext)
  program
    .command('audit')
    .description('the log of all actions')
    .command('export <file>')
    .description('exports everything as CSV')
    .action(runInShop(exportAuditCommand))
  const settings = program.command('settings').description('settings of the shop')
  settings.command('list').description('lists key, value, default and meaning').action(runInShop(listSettings))
  settings.command('get <key>').description('prints one value').action(runInShop(getSetting))
  settings
    .command('set <key> <value>')
    .description('stores a value')
    .option('--reason <text>', 'reason, for the approver')
    .action(async (key: string, value: string, options: { reason?: string }) => {
      code = await withShop(env, readActor(), (context) => setSetting(context, key, value, options))
    })

  return { program, exitCode: () => code }
}

/** An option by its earlier name: accepted, but not listed. */
const createFormerOption = (flags: string): Option => new Option(flags).hideHelp()

async function demoCommand({ connection, config, files, actor, print }: CommandContext): Promise<number> {
  const seeded = await seedDemoShop(connection, config, new Date(), files)
  if (!seeded.ok) throw new UserError('The shop already has products or orders. The demo shop only fills an empty one.')
  await inTransaction(connection.db, (trx) =>
    recordAction(trx, actor, {
      action: 'shop.demo_loaded',
      subject: { kind: 'shop', id: 'demo' },
      after: { products: seeded.products },
    }),
  )
  print(`The demo shop is ready, with ${seeded.products} products.`)
  return 0
}

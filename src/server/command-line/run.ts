import { Command, CommanderError, Option } from 'commander'
import { laterStatuses } from '#domain/order/status.ts'
import { recordAction } from '#server/audit/record-action.ts'
import { seedDemoShop } from '#server/demo/seed-demo-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type AuditListOptions, exportAuditCommand, listAuditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backups.ts'
import {
  addCertificateCommand,
  approveCertificateCommand,
  type CertificateOptions,
  endCertificateCommand,
  listCertificatesCommand,
  refuseCertificateCommand,
} from './certificates.ts'
import { type CommandContext, UserError, withoutShop, withShop } from './command.ts'
import { addCorrectionCommands } from './corrections.ts'
import { addDocumentCommands } from './documents.ts'
import { addFulfillmentCommands } from './fulfillment.ts'
import { addLicenseCommands } from './licenses.ts'
import { addMailCommands } from './mail-commands.ts'
import { closeMonthCommand, payMonthCommand, previewMonthCommand, skipMonthsCommand } from './months.ts'
import {
  exportMembersCommand,
  exportOrdersCommand,
  importMembersCommand,
  importOrdersCommand,
  importReturnsCommand,
} from './network-files.ts'
import { addNoticeCommands } from './notice-commands.ts'
import { type OrderOptions, setOrderCommand } from './orders.ts'
import { addPaymentCommands } from './payment-commands.ts'
import { addPayoutCommands } from './payouts.ts'
import { addPersonalDataCommands } from './personal-data.ts'
import { listPlansCommand, savePlanCommand } from './plans.ts'
import { exportProductsCommand, type ImportProductsOptions, importProductsCommand } from './products.ts'
import { type ReturnOptions, returnGoodsCommand } from './returns.ts'
import { getSetting, listSettings, setSetting } from './settings.ts'
import { addStaffCommands } from './staff.ts'
import { addStaffOrderCommands } from './staff-orders.ts'
import { backedUpCommand, statusCommand } from './status.ts'
import { adjustStockCommand, listDueCountsCommand, listLowStockCommand, showStockHistoryCommand } from './stock.ts'
import { addStorageCommands } from './storage.ts'
import { listTaxesCommand, removeTaxCommand, setTaxCommand, type TaxOptions } from './taxes.ts'
import { addTermsCommands } from './terms.ts'
import { dueCommand, type ReasonOption, settleClaimCommand } from './unpaid.ts'
import { addUserCommands } from './users.ts'
import { verifyCommand } from './verify.ts'

/** Runs one command. Returns the exit code: 0 for success, 1 if it was refused or found problems. */
export async function runCommandLine(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { program, exitCode } = makeProgram(env)
  try {
    await program.parseAsync(argv)
    return exitCode()
  } catch (fault) {
    // Help and mistyped commands; commander has already printed the message.
    if (fault instanceof CommanderError) return fault.exitCode
    throw fault
  }
}

/** Builds the program with all commands. */
export function makeProgram(env: NodeJS.ProcessEnv): { program: Command; exitCode: () => number } {
  let code = 0
  const inShop =
    <Given extends string[]>(work: (context: CommandContext, ...given: Given) => Promise<number>) =>
    async (...given: unknown[]) => {
      // Commander appends the options and the command itself to the arguments.
      const own = given.filter((value) => typeof value === 'string') as Given
      code = await withShop(env, by(), (context) => work(context, ...own))
    }

  const by = () => program.opts<{ by?: string }>().by
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
    .option('--look-first', 'previews new, changed, sold out and free products, and those without picture or category')
    .option('--count-stock', 'also sets the stock of known products from the file')
    .action(async (file: string, options: ImportProductsOptions) => {
      code = await withShop(env, by(), (context) => importProductsCommand(context, file, options))
    })
  imports
    .command('members <file>')
    .description('members with their sponsors; a known number is updated')
    .action(inShop(importMembersCommand))
  imports
    .command('orders <file>')
    .description('orders from an older system; a known number can only be canceled')
    .action(inShop(importOrdersCommand))
  imports.command('returns <file>').description('returns of orders').action(inShop(importReturnsCommand))
  const exports = program.command('export').description('writes a CSV file')
  exports
    .command('products <file>')
    .description("products in Shopify's format, which import accepts")
    .action(inShop(exportProductsCommand))
  exports.command('members <file>').description('every member').action(inShop(exportMembersCommand))
  exports.command('orders <file>').description('every completed order').action(inShop(exportOrdersCommand))
  const inShopWith = async (work: (context: CommandContext) => Promise<number>) => {
    code = await withShop(env, by(), work)
  }
  addMailCommands(program, inShopWith)
  const orders = program.command('order').description('manages an order')
  addPaymentCommands(orders, inShopWith)
  orders
    .command('set <number-or-memo-code>')
    .description('marks it paid, completed or canceled; the customer is emailed')
    .option('--paid', 'records the open balance as received and cleared today')
    .option('--reason <text>', 'reason for canceling it')
    .addOption(new Option('--status <status>', 'new status').choices(laterStatuses))
    .action(async (id: string, options: OrderOptions) => {
      code = await withShop(env, by(), (context) => setOrderCommand(context, id, options))
    })
  orders
    .command('due [number-or-memo-code] [day]')
    .description(
      'lists unpaid orders with upcoming reminders and cancellations; with a day, YYYY-MM-DD, moves a due date',
    )
    .option('--reason <text>', 'reason for moving it')
    .action(async (id: string | undefined, day: string | undefined, options: ReasonOption) => {
      code = await withShop(env, by(), (context) => dueCommand(context, id, day, options))
    })
  orders
    .command('claim-settle <number-or-memo-code>')
    .description("ends a customer's 'I’ve sent payment' report for which no payment was found")
    .requiredOption('--reason <text>', 'result of the search')
    .action(async (id: string, options: ReasonOption) => {
      code = await withShop(env, by(), (context) => settleClaimCommand(context, id, options))
    })
  const stock = program.command('stock').description('stock on hand; a product is named by ID, handle or SKU')
  for (const [name, kind, meaning] of [
    ['receive', 'receipt', "adds a supplier's delivery"],
    ['count', 'count', 'sets the stock on hand, after open orders; starts tracking an untracked product'],
    ['correct', 'correction', 'adds items, or removes them with a negative number'],
    ['damage', 'damage', 'removes unsellable items'],
  ] as const) {
    stock
      .command(`${name} <product> <quantity>`)
      .description(meaning)
      .requiredOption('--reason <text>', 'reason, for the history')
      .action(async (product: string, quantity: string, { reason }: { reason: string }) => {
        code = await withShop(env, by(), (context) => adjustStockCommand(context, { product, quantity, reason, kind }))
      })
  }
  stock.command('history <product>').description('lists every movement').action(inShop(showStockHistoryCommand))
  stock
    .command('low')
    .description('lists products that are nearly sold out, by the setting low_stock_below')
    .action(inShop(listLowStockCommand))
  stock
    .command('due')
    .description('lists products to count, because packages that may contain some were written off')
    .action(inShop(listDueCountsCommand))
  addFulfillmentCommands(orders, inShopWith)
  addDocumentCommands(orders, inShopWith)
  addStaffOrderCommands(orders, inShopWith)
  orders
    .command('return <number-or-memo-code>')
    .description('previews a return of items; with --confirm, records exactly the previewed return')
    .requiredOption('--lines <list>', 'lines and quantities, such as 1=2,3=1')
    .requiredOption('--reason <text>', 'why')
    .option('--restock', 'restocks all of it')
    .option('--credit <dollars>', 'credits less than proposed')
    .option('--credit-reason <text>', 'reason for the lower credit')
    .option('--confirm <shown>', 'hash printed at the end of the preview')
    .action((id: string, options: ReturnOptions) => inShopWith((context) => returnGoodsCommand(context, id, options)))
  addNoticeCommands(program, inShopWith)
  addPersonalDataCommands(addUserCommands(program, inShopWith), inShopWith)
  addLicenseCommands(program, inShopWith)
  addTermsCommands(program, inShopWith)
  addStaffCommands(program, inShopWith)
  const months = program.command('month').description('bonuses of a month, written YYYY-MM')
  months
    .command('preview <month>')
    .description('shows the bonuses of a month at present; the final figures of a closed one')
    .requiredOption('--out <folder>', 'folder for cards.csv and lines.csv')
    .action(async (month: string, options: { out: string }) => {
      code = await withShop(env, by(), (context) => previewMonthCommand(context, month, options))
    })
  months
    .command('close <month>')
    .description('closes a month permanently')
    .option('--out <folder>', 'folder for cards.csv and lines.csv')
    .option('--reason <text>', 'reason, for the approver')
    .action(async (month: string, options: { out?: string; reason?: string }) => {
      code = await withShop(env, by(), (context) => closeMonthCommand(context, month, options))
    })
  months
    .command('skip-until <month>')
    .description('marks all earlier months as closed in an older system')
    .action(inShop(skipMonthsCommand))
  months
    .command('pay <month>')
    .description('marks a closed month as paid')
    .requiredOption('--total <dollars>', 'total of the bank list; must equal the total of the cards')
    .option('--reason <text>', 'reason, for the approver')
    .action(async (month: string, options: { total: string; reason?: string }) => {
      code = await withShop(env, by(), (context) => payMonthCommand(context, month, options))
    })
  addPayoutCommands(program, inShopWith)
  addCorrectionCommands(months, inShopWith)
  const plans = program.command('plan').description('versions of the compensation plan')
  plans.command('list').description('lists every version with its table of levels').action(inShop(listPlansCommand))
  plans
    .command('save <file>')
    .description('saves a table of levels in the format of docs/plan/levels.csv, from a future month on')
    .requiredOption('--from <month>', 'first month in which it applies')
    .option('--direct-line <bp>', "rate of the direct line in basis points (default: the previous version's)")
    .option('--reason <text>', 'reason, for the approver')
    .action(async (file: string, options: { from: string; directLine?: string; reason?: string }) => {
      code = await withShop(env, by(), (context) => savePlanCommand(context, file, options))
    })
  const taxes = program.command('tax').description('sales tax rates by state and ZIP prefix')
  taxes
    .command('list [state]')
    .description('lists the rates of one state or of all, each with its base and start')
    .action(async (state?: string) => {
      code = await withShop(env, by(), (context) => listTaxesCommand(context, state))
    })
  taxes
    .command('set <state> <percent>')
    .description('taxes a state, such as "tax set NY 8.875 --goods --shipping" (default: goods only)')
    .option('--zip <beginning>', 'only ZIPs with this prefix, such as 100; the longest prefix wins')
    .option('--goods', 'the rate is on goods')
    .option('--shipping', 'the rate is on shipping and insurance')
    .option('--from <date>', 'first day, YYYY-MM-DD, today or later (default: today)')
    .action(async (state: string, percent: string, options: TaxOptions) => {
      code = await withShop(env, by(), (context) => setTaxCommand(context, state, percent, options))
    })
  taxes
    .command('remove <state>')
    .description('ends the tax of a state, including future rates')
    .option('--zip <beginning>', 'only ZIPs with this prefix; the longest remaining prefix then wins')
    .action(async (state: string, options: Pick<TaxOptions, 'zip'>) => {
      code = await withShop(env, by(), (context) => removeTaxCommand(context, state, options))
    })
  const certificates = program.command('certificate').description('resale certificates, which exempt buyers from tax')
  certificates
    .command('list')
    .description('lists every certificate: holder, state, number, last day, status')
    .action(inShop(listCertificatesCommand))
  certificates
    .command('add <email> <state> <number>')
    .description('records a certificate, which applies once it is approved')
    .requiredOption('--expires <date>', 'last valid day, YYYY-MM-DD')
    .action(async (email: string, state: string, number: string, options: { expires: string }) => {
      code = await withShop(env, by(), (context) => addCertificateCommand(context, email, state, number, options))
    })
  certificates
    .command('approve <email> <state>')
    .description("exempts the user's orders in the state from now on")
    .action(async (email: string, state: string) => {
      code = await withShop(env, by(), (context) => approveCertificateCommand(context, email, state))
    })
  certificates
    .command('refuse <email> <state>')
    .description('refuses a recorded certificate')
    .requiredOption('--reason <text>', 'why')
    .action(async (email: string, state: string, options: CertificateOptions) => {
      code = await withShop(env, by(), (context) => refuseCertificateCommand(context, email, state, options))
    })
  certificates
    .command('end <email> <state>')
    .description('taxes the user in the state again; existing orders keep their exemption')
    .option('--reason <text>', 'why')
    .action(async (email: string, state: string, options: CertificateOptions) => {
      code = await withShop(env, by(), (context) => endCertificateCommand(context, email, state, options))
    })
  program.command('demo').description('fills an empty database with the demo shop').action(inShop(demo))
  program
    .command('verify')
    .description('checks every sum and reference; exit code 1 if anything disagrees')
    .action(inShop(verifyCommand))
  const status = program
    .command('status')
    .description("checks the shop's operation and lists what to do; exit code 1 if anything is broken")
    .action(inShop(statusCommand))
  status
    .command('backed-up <note>')
    .description('records that another program made a backup')
    .action(inShop(backedUpCommand))
  program
    .command('backup <file>')
    .description('writes database and uploads to a new .tar.gz, even while the shop runs')
    .option(
      '--with-secret',
      'also the secret that signs links and seals two-step sign-ins; keep the file like a password',
    )
    .action(async (file: string, options: { withSecret?: true }) => {
      code = await withShop(env, by(), (context) => backupCommand(context, file, options))
    })
  program
    .command('restore <file>')
    .description('restores a backup into an empty data directory and database')
    .action(async (file: string) => {
      code = await withoutShop(env, by(), (context) => restoreCommand(context, file))
    })
  addStorageCommands(program, inShopWith)
  const audit = program.command('audit').description('the log of all actions')
  audit
    .command('list')
    .description('newest entries first')
    .option('--subject <kind:id>', 'subject, such as order:100001 or member:1050')
    .option('--actor <text>', "part of the actor's name")
    .option('--action <beginning>', 'action or its prefix, such as payment.')
    .option('--day <date>', "only that day in the shop's time zone, YYYY-MM-DD")
    .option('--before <number>', 'entries before this one, for the next page')
    .action(async (options: AuditListOptions) => {
      code = await withShop(env, by(), (context) => listAuditCommand(context, options))
    })
  audit.command('export <file>').description('exports everything as CSV').action(inShop(exportAuditCommand))
  const settings = program.command('settings').description('settings of the shop')
  settings.command('list').description('lists key, value, default and meaning').action(inShop(listSettings))
  settings.command('get <key>').description('prints one value').action(inShop(getSetting))
  settings
    .command('set <key> <value>')
    .description('stores a value')
    .option('--reason <text>', 'reason, for the approver')
    .action(async (key: string, value: string, options: { reason?: string }) => {
      code = await withShop(env, by(), (context) => setSetting(context, key, value, options))
    })

  return { program, exitCode: () => code }
}

async function demo({ connection, config, files, actor, say }: CommandContext): Promise<number> {
  const seeded = await seedDemoShop(connection, config, new Date(), files)
  if (!seeded.ok) throw new UserError('The shop already has products or orders. The demo shop only fills an empty one.')
  await inTransaction(connection.db, (trx) =>
    recordAction(trx, actor, {
      action: 'shop.demo_loaded',
      subject: { kind: 'shop', id: 'demo' },
      after: { products: seeded.products },
    }),
  )
  say(`The demo shop is ready, with ${seeded.products} products.`)
  return 0
}

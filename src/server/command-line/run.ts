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
import { addFulfillmentCommands } from './fulfillment.ts'
import { addLicenceCommands } from './licences.ts'
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
import { addPaperCommands } from './papers.ts'
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

/** Runs one command; returns the exit code: 0 done, 1 refused or found wrong. */
export async function runCommandLine(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { program, exitCode } = makeProgram(env)
  try {
    await program.parseAsync(argv)
    return exitCode()
  } catch (fault) {
    // Help and mistyped commands; commander has written what there is to say.
    if (fault instanceof CommanderError) return fault.exitCode
    throw fault
  }
}

/** All commands there are. */
export function makeProgram(env: NodeJS.ProcessEnv): { program: Command; exitCode: () => number } {
  let code = 0
  const inShop =
    <Given extends string[]>(work: (context: CommandContext, ...given: Given) => Promise<number>) =>
    async (...given: unknown[]) => {
      // Commander adds the options and the command itself behind the arguments.
      const own = given.filter((value) => typeof value === 'string') as Given
      code = await withShop(env, by(), (context) => work(context, ...own))
    }

  const by = () => program.opts<{ by?: string }>().by
  const program = new Command('npm run shop --')
    .description('Works on the same database as the shop, also while it runs.')
    .option('--by <email>', 'the staff member who does it, for the audit log')
    .exitOverride()
  const imports = program.command('import').description('reads a CSV file; a row that is refused refuses all')
  imports
    .command('products <file>')
    .description(
      "products in Shopify's format, with columns for PV, Commissionable Share (percent) and Shelf; a known handle is updated",
    )
    .option('--look-first', 'only lists what is new, changed, sold out, free, without picture or category')
    .option('--count-stock', 'also sets the stock of known products to what the file says')
    .action(async (file: string, options: ImportProductsOptions) => {
      code = await withShop(env, by(), (context) => importProductsCommand(context, file, options))
    })
  imports
    .command('members <file>')
    .description('members with their sponsors; a known number is updated')
    .action(inShop(importMembersCommand))
  imports
    .command('orders <file>')
    .description('orders taken over from an older system; a known number can only be canceled')
    .action(inShop(importOrdersCommand))
  imports.command('returns <file>').description('what came back of orders').action(inShop(importReturnsCommand))
  const exports = program.command('export').description('writes a CSV file')
  exports
    .command('products <file>')
    .description("products in Shopify's format, which import reads back")
    .action(inShop(exportProductsCommand))
  exports.command('members <file>').description('every member').action(inShop(exportMembersCommand))
  exports.command('orders <file>').description('every completed order').action(inShop(exportOrdersCommand))
  const inShopWith = async (work: (context: CommandContext) => Promise<number>) => {
    code = await withShop(env, by(), work)
  }
  addMailCommands(program, inShopWith)
  const orders = program.command('order').description('what staff do with an order')
  addPaymentCommands(orders, inShopWith)
  orders
    .command('set <number-or-memo-code>')
    .description('marks it paid, completed or canceled; the customer is emailed')
    .option('--paid', 'its payment has arrived: books the open balance as received and cleared today')
    .option('--reason <text>', 'why it is canceled')
    .addOption(new Option('--status <status>', 'what it becomes').choices(laterStatuses))
    .action(async (id: string, options: OrderOptions) => {
      code = await withShop(env, by(), (context) => setOrderCommand(context, id, options))
    })
  orders
    .command('due [number-or-memo-code] [day]')
    .description('lists what is to be paid and what will happen when; with a day, YYYY-MM-DD, moves a due date')
    .option('--reason <text>', 'why it is moved')
    .action(async (id: string | undefined, day: string | undefined, options: ReasonOption) => {
      code = await withShop(env, by(), (context) => dueCommand(context, id, day, options))
    })
  orders
    .command('claim-settle <number-or-memo-code>')
    .description("ends a customer's 'I have paid' for which no payment was found")
    .requiredOption('--reason <text>', 'what was found')
    .action(async (id: string, options: ReasonOption) => {
      code = await withShop(env, by(), (context) => settleClaimCommand(context, id, options))
    })
  const stock = program.command('stock').description('what is on hand; a product is named by id, handle or SKU')
  for (const [name, kind, meaning] of [
    ['receive', 'receipt', 'adds what a supplier sent'],
    ['count', 'count', 'sets what is on hand, without what open orders took; begins to count what was not counted'],
    ['correct', 'correction', 'adds pieces, or takes them: a number below zero'],
    ['damage', 'damage', 'takes out what cannot be sold'],
  ] as const) {
    stock
      .command(`${name} <product> <quantity>`)
      .description(meaning)
      .requiredOption('--reason <text>', 'why, for whoever reads the history')
      .action(async (product: string, quantity: string, { reason }: { reason: string }) => {
        code = await withShop(env, by(), (context) => adjustStockCommand(context, { product, quantity, reason, kind }))
      })
  }
  stock.command('history <product>').description('every movement').action(inShop(showStockHistoryCommand))
  stock
    .command('low')
    .description('products that are nearly sold out, by the setting low_stock_below')
    .action(inShop(listLowStockCommand))
  stock
    .command('due')
    .description('what to count, because packages that may hold some were written off')
    .action(inShop(listDueCountsCommand))
  addFulfillmentCommands(orders, inShopWith)
  addPaperCommands(orders, inShopWith)
  addStaffOrderCommands(orders, inShopWith)
  orders
    .command('return <number-or-memo-code>')
    .description('goods came back: shows what that changes, and with --confirm books exactly that')
    .requiredOption('--lines <list>', 'which of its lines and how many, as 1=2,3=1')
    .requiredOption('--reason <text>', 'why')
    .option('--restock', 'all of it goes back on the shelf')
    .option('--credit <dollars>', 'less than is proposed')
    .option('--credit-reason <text>', 'why less')
    .option('--confirm <shown>', 'what the preview ends with')
    .action((id: string, options: ReturnOptions) => inShopWith((context) => returnGoodsCommand(context, id, options)))
  addNoticeCommands(program, inShopWith)
  addPersonalDataCommands(addUserCommands(program, inShopWith), inShopWith)
  addLicenceCommands(program, inShopWith)
  addTermsCommands(program, inShopWith)
  addStaffCommands(program, inShopWith)
  const months = program.command('month').description('bonuses of a month, written YYYY-MM')
  months
    .command('preview <month>')
    .description('what it would pay as it stands now; frozen figures of a closed one')
    .requiredOption('--out <folder>', 'where cards.csv and lines.csv are written')
    .action(async (month: string, options: { out: string }) => {
      code = await withShop(env, by(), (context) => previewMonthCommand(context, month, options))
    })
  months
    .command('close <month>')
    .description('computes it for good; there is no way back')
    .option('--out <folder>', 'where cards.csv and lines.csv are written')
    .option('--reason <text>', 'why, for whoever approves it')
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
    .requiredOption('--total <dollars>', 'what the bank list comes to; it must be the same as that of the cards')
    .option('--reason <text>', 'why, for whoever approves it')
    .action(async (month: string, options: { total: string; reason?: string }) => {
      code = await withShop(env, by(), (context) => payMonthCommand(context, month, options))
    })
  addPayoutCommands(program, inShopWith)
  addCorrectionCommands(months, inShopWith)
  const plans = program.command('plan').description('the compensation plan, by versions')
  plans.command('list').description('every version with its table of levels').action(inShop(listPlansCommand))
  plans
    .command('save <file>')
    .description('a table of levels, as docs/plan/levels.csv is one, from a month that has not begun')
    .requiredOption('--from <month>', 'the first month it counts for')
    .option('--direct-line <bp>', 'rate of the direct line in basis points; as in the version before unless given')
    .option('--reason <text>', 'why, for whoever approves it')
    .action(async (file: string, options: { from: string; directLine?: string; reason?: string }) => {
      code = await withShop(env, by(), (context) => savePlanCommand(context, file, options))
    })
  const taxes = program.command('tax').description('sales tax, a rate for each state, and for parts of it')
  taxes
    .command('list [state]')
    .description('every rate, what it is on and from when, of one state or of all')
    .action(async (state?: string) => {
      code = await withShop(env, by(), (context) => listTaxesCommand(context, state))
    })
  taxes
    .command('set <state> <percent>')
    .description('taxes a state, as "tax set NY 8.875 --goods --shipping"; on goods alone unless said otherwise')
    .option('--zip <beginning>', 'only of ZIPs that begin so, as 100; the longest beginning decides')
    .option('--goods', 'the rate is on goods')
    .option('--shipping', 'the rate is on shipping and insurance')
    .option('--from <date>', 'the first day it counts, YYYY-MM-DD, today or later; today unless said otherwise')
    .action(async (state: string, percent: string, options: TaxOptions) => {
      code = await withShop(env, by(), (context) => setTaxCommand(context, state, percent, options))
    })
  taxes
    .command('remove <state>')
    .description('taxes a state no more, from now on and in times to come')
    .option('--zip <beginning>', 'only of ZIPs that begin so; the longest beginning that is left decides then')
    .action(async (state: string, options: Pick<TaxOptions, 'zip'>) => {
      code = await withShop(env, by(), (context) => removeTaxCommand(context, state, options))
    })
  const certificates = program.command('certificate').description('resale certificates, by which buyers are not taxed')
  certificates
    .command('list')
    .description('every certificate: whose, state, number, last day, status')
    .action(inShop(listCertificatesCommand))
  certificates
    .command('add <email> <state> <number>')
    .description('takes a certificate down; it counts once it is approved')
    .requiredOption('--expires <date>', 'the last day it counts, YYYY-MM-DD')
    .action(async (email: string, state: string, number: string, options: { expires: string }) => {
      code = await withShop(env, by(), (context) => addCertificateCommand(context, email, state, number, options))
    })
  certificates
    .command('approve <email> <state>')
    .description('orders of the user in the state are not taxed from now on')
    .action(async (email: string, state: string) => {
      code = await withShop(env, by(), (context) => approveCertificateCommand(context, email, state))
    })
  certificates
    .command('refuse <email> <state>')
    .description('what was added does not count')
    .requiredOption('--reason <text>', 'why')
    .action(async (email: string, state: string, options: CertificateOptions) => {
      code = await withShop(env, by(), (context) => refuseCertificateCommand(context, email, state, options))
    })
  certificates
    .command('end <email> <state>')
    .description('taxes the user in the state again; orders keep what they were placed with')
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
    .description('what keeps the shop safe, and what to do; exit code 1 if anything is broken')
    .action(inShop(statusCommand))
  status
    .command('backed-up <note>')
    .description('writes down that a backup was made by another program')
    .action(inShop(backedUpCommand))
  program
    .command('backup <file>')
    .description('writes database and uploads into a new .tar.gz, also while the shop runs')
    .option(
      '--with-secret',
      'also the secret that signs links and seals two-step sign-ins; keep the file like a password',
    )
    .action(async (file: string, options: { withSecret?: true }) => {
      code = await withShop(env, by(), (context) => backupCommand(context, file, options))
    })
  program
    .command('restore <file>')
    .description('makes a shop of a backup, in an empty data directory and database')
    .action(async (file: string) => {
      code = await withoutShop(env, by(), (context) => restoreCommand(context, file))
    })
  addStorageCommands(program, inShopWith)
  const audit = program.command('audit').description('who did what, and when')
  audit
    .command('list')
    .description('newest entries first')
    .option('--subject <kind:id>', 'what it was done to, as order:100001 or member:1050')
    .option('--actor <text>', 'part of who did it')
    .option('--action <beginning>', 'what was done, or its beginning, as payment.')
    .option('--day <date>', "of that day in the shop's zone, YYYY-MM-DD")
    .option('--before <number>', 'entries before that one, to read on')
    .action(async (options: AuditListOptions) => {
      code = await withShop(env, by(), (context) => listAuditCommand(context, options))
    })
  audit.command('export <file>').description('all of it as CSV').action(inShop(exportAuditCommand))
  const settings = program.command('settings').description('what the shop can be told without changing the program')
  settings.command('list').description('key, value, default and meaning').action(inShop(listSettings))
  settings.command('get <key>').description('one value').action(inShop(getSetting))
  settings
    .command('set <key> <value>')
    .description('stores a value')
    .option('--reason <text>', 'why, for whoever approves it')
    .action(async (key: string, value: string, options: { reason?: string }) => {
      code = await withShop(env, by(), (context) => setSetting(context, key, value, options))
    })

  return { program, exitCode: () => code }
}

async function demo({ connection, config, files, actor, say }: CommandContext): Promise<number> {
  const seeded = await seedDemoShop(connection, config, new Date(), files)
  if (!seeded.ok) throw new UserError('The shop has products or orders already; the demo shop fills an empty one only.')
  await inTransaction(connection.db, (trx) =>
    recordAction(trx, actor, {
      action: 'shop.filled',
      subject: { kind: 'shop', id: 'demo' },
      after: { products: seeded.products },
    }),
  )
  say(`The demo shop is there, with ${seeded.products} products.`)
  return 0
}

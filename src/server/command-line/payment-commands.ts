import { type Command, Option } from 'commander'
import { paymentMethods } from '#domain/order/balance.ts'
import { adjustPriceCommand, type CreditOptions } from './adjustments.ts'
import type { CommandContext } from './command.ts'
import {
  type CorrectOptions,
  clearCheckCommand,
  correctPaymentCommand,
  listOverpaidCommand,
  type PayOptions,
  payOrderCommand,
  type RefundOptions,
  refundCommand,
  reinstateOrderCommand,
  showOrderCommand,
} from './payments.ts'

const method = () =>
  new Option('--method <method>', "how; the order's own unless said otherwise").choices(paymentMethods)

/** For whoever types a command again, not knowing whether it was carried out: with the balance of before it is refused. */
const balance = () =>
  new Option('--balance <amount>', 'the balance that you saw, as "order show" has it; refused if it is another by now')

/** What staff do with an order's money. */
export function addPaymentCommands(
  orders: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  orders
    .command('show <number-or-memo-code>')
    .description('its payments and credit notes, with the balance after each')
    .action((id: string) => run((context) => showOrderCommand(context, id)))
  orders
    .command('overpaid')
    .description('orders of which money is to be given back')
    .action(() => run(listOverpaidCommand))
  orders
    .command('pay <number-or-memo-code> <amount>')
    .description('books money that was received')
    .addOption(method())
    .option('--reference <text>', 'number of the check or the transfer')
    .option('--date <day>', 'the day of the money, YYYY-MM-DD; today unless said otherwise')
    .option('--cleared', 'a check that has cleared already')
    .option('--confirm', 'an amount of more than five times what is due is right')
    .addOption(balance())
    .action((id: string, amount: string, options: PayOptions) =>
      run((context) => payOrderCommand(context, id, amount, options)),
    )
  orders
    .command('correct <payment>')
    .description('undoes a payment or a refund; a completed order that is unpaid by it is open again')
    .requiredOption('--reason <text>', 'why')
    .option('--bounced', 'the bank did not honor the check')
    .action((id: string, options: CorrectOptions) => run((context) => correctPaymentCommand(context, id, options)))
  orders
    .command('clear <payment>')
    .description('the bank has paid a check out')
    .action((id: string) => run((context) => clearCheckCommand(context, id)))
  orders
    .command('refund <number-or-memo-code> <amount>')
    .description('books money that was given back, of a credit note or an overpayment')
    .requiredOption('--reason <text>', 'why')
    .option('--credit-note <number>', 'the credit note that it is of')
    .option('--overpayment', 'it is of what was paid too much, whatever is credited')
    .addOption(method())
    .option('--reference <text>', 'number of the transfer')
    .addOption(balance())
    .action((id: string, amount: string, options: RefundOptions) =>
      run((context) => refundCommand(context, id, amount, options)),
    )
  orders
    .command('credit <number-or-memo-code> <amount>')
    .description('credits an amount for goods that stay with the customer')
    .requiredOption('--reason <text>', 'why')
    .addOption(balance())
    .action((id: string, amount: string, options: CreditOptions) =>
      run((context) => adjustPriceCommand(context, id, amount, options)),
    )
  orders
    .command('reinstate <number-or-memo-code>')
    .description('opens a canceled order again that never counted')
    .option('--reason <text>', 'why')
    .action((id: string, options: { reason?: string }) => run((context) => reinstateOrderCommand(context, id, options)))
}

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

const method = () => new Option('--method <method>', "method (default: the order's)").choices(paymentMethods)

/** Protects a command that is repeated because its outcome is unknown: with the previous balance it is refused. */
const balance = () => new Option('--balance <amount>', 'the balance you saw in "order show"; refused if it has changed')

/** Adds the commands for an order's money. */
export function addPaymentCommands(
  orders: Command,
  run: (work: (context: CommandContext) => Promise<number>) => Promise<void>,
): void {
  orders
    .command('show <number-or-memo-code>')
    .description('shows payments and credit notes, with the balance after each')
    .action((id: string) => run((context) => showOrderCommand(context, id)))
  orders
    .command('overpaid')
    .description('lists orders with refunds due')
    .action(() => run(listOverpaidCommand))
  orders
    .command('pay <number-or-memo-code> <amount>')
    .description('records a received payment')
    .addOption(method())
    .option('--reference <text>', 'number of the check or transfer')
    .option('--date <day>', 'date of the payment, YYYY-MM-DD (default: today)')
    .option('--cleared', 'a check that has already cleared')
    .option('--confirm', 'confirms an amount of more than five times the amount due')
    .addOption(balance())
    .action((id: string, amount: string, options: PayOptions) =>
      run((context) => payOrderCommand(context, id, amount, options)),
    )
  orders
    .command('correct <payment>')
    .description('reverses a payment or a refund; a completed order that becomes unpaid is reopened')
    .requiredOption('--reason <text>', 'why')
    .option('--bounced', 'the bank did not honor the check')
    .action((id: string, options: CorrectOptions) => run((context) => correctPaymentCommand(context, id, options)))
  orders
    .command('clear <payment>')
    .description('marks a check as cleared')
    .action((id: string) => run((context) => clearCheckCommand(context, id)))
  orders
    .command('refund <number-or-memo-code> <amount>')
    .description('records a refund of a credit note or an overpayment')
    .requiredOption('--reason <text>', 'why')
    .option('--credit-note <number>', 'the credit note being refunded')
    .option('--overpayment', 'refunds the overpayment, regardless of credit notes')
    .addOption(method())
    .option('--reference <text>', 'number of the transfer')
    .addOption(balance())
    .action((id: string, amount: string, options: RefundOptions) =>
      run((context) => refundCommand(context, id, amount, options)),
    )
  orders
    .command('credit <number-or-memo-code> <amount>')
    .description('credits an amount for goods that the customer keeps')
    .requiredOption('--reason <text>', 'why')
    .addOption(balance())
    .action((id: string, amount: string, options: CreditOptions) =>
      run((context) => adjustPriceCommand(context, id, amount, options)),
    )
  orders
    .command('reinstate <number-or-memo-code>')
    .description('reinstates a canceled order that was never counted')
    .option('--reason <text>', 'why')
    .action((id: string, options: { reason?: string }) => run((context) => reinstateOrderCommand(context, id, options)))
}

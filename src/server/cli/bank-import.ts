import { readFile } from 'node:fs/promises'
import { columnRoles } from '#domain/bank-transactions/headings.ts'
import { decodeText } from '#domain/text/decode-text.ts'
import { importBankTransactions } from '#server/orders/bank-transactions/import-bank-transactions.ts'
import type { ColumnMapping, ParseBankTextRefusal } from '#server/orders/bank-transactions/parse-bank-text.ts'
import { type CommandContext, UserError } from './command.ts'
import { formatCount } from './format-count.ts'
import { inShopTransaction } from './with-jobs.ts'

/** Imports a CSV or OFX file of a bank. Its transactions are recorded as payments on the pages below Money. */
export async function importBankFileCommand(
  context: CommandContext,
  file: string,
  options: { columns?: string },
): Promise<number> {
  const text = decodeText(await readFile(context.resolvePath(file)))
  const columns = readColumnsOption(options.columns)
  const imported = await inShopTransaction(context, (trx) =>
    importBankTransactions(trx, context.actor, { text, columns }),
  )
  if (!imported.ok) throw new UserError(importErrorMessage(imported.refusal))
  const { added, known: candidate, skipped, unconfirmed, guess } = imported
  if (guess && guess.confidence < 1) {
    const assignments = Object.entries(guess.columns).map(([role, index]) => `${role}=${index + 1}`)
    context.print(`Columns were read as ${assignments.join(',')}. Correct them with --columns.`)
  }
  for (const { line, reason, detail, source } of skipped) {
    const explanation = `${reason.replace('_', ' ')}${detail === undefined ? '' : ` (${detail})`}`
    if (reason !== 'debit') context.print(`Line ${line} was skipped, ${explanation}: ${source}`)
  }
  for (const { line, bankTransactionId, differs } of candidate) {
    if (differs)
      context.print(`Line ${line} has the bank ID of transaction ${bankTransactionId}, but a different amount or date.`)
  }
  if (unconfirmed > 0)
    context.print(
      `${formatCount(unconfirmed, 'transaction')} may not be incoming money. Confirm them or set them aside under Money → Bank in the back office.`,
    )
  context.print(`${formatCount(added.length, 'new transaction')}, ${candidate.length} already imported.`)
  return 0
}

/** Parses `date=Posting Date,amount=3`. */
function readColumnsOption(option: string | undefined): ColumnMapping {
  const columns: ColumnMapping = {}
  for (const pair of option?.split(',') ?? []) {
    const [name = '', column = ''] = pair.split('=', 2)
    const role = columnRoles.find((candidate) => candidate === name.trim())
    if (!role || column.trim() === '') {
      throw new UserError(
        `${pair} is not a column; write ${columnRoles.join(', ')} = its heading or number, such as date=1,amount=4.`,
      )
    }
    columns[role] = column
  }
  return columns
}

function importErrorMessage(refusal: ParseBankTextRefusal): string {
  switch (refusal.code) {
    case 'too_long':
      return `The text is longer than ${refusal.max} characters.`
    case 'too_many_transactions':
      return `Line ${refusal.line}: there are more than ${refusal.max} transactions; split the file.`
    case 'no_transactions_found':
      return 'No payments found.'
    case 'format_not_supported':
      return `This is ${refusal.format}; download CSV or OFX instead.`
    case 'row_invalid':
      return `Line ${refusal.line}: ${refusal.sentence}`
    case 'columns_not_recognized':
      return 'The date and amount columns could not be detected. Name them with --columns date=1,amount=2.'
    case 'column_not_found':
      return `There is no column ${refusal.column}.`
  }
}

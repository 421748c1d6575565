import { TextField } from '#web/ui/fields.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { type OrderRecord, returnedByLine, shippedByLine } from './order-record.ts'
import type { ReturnedLines } from './return-request.ts'

type ReturnLinesProps = { record: OrderRecord; lines: ReturnedLines; onChange: (lines: ReturnedLines) => void }

/** Returned units of each product, and whether they are resellable. */
export function ReturnLines({ record, lines, onChange }: ReturnLinesProps) {
  const [returnedCounts, shippedCounts] = [returnedByLine(record), shippedByLine(record)]
  const returnableLines = record.order.products
    .map(({ name, quantity }, line) => ({ line, name, maxQuantity: quantity - (returnedCounts.get(line) ?? 0) }))
    .filter(({ maxQuantity }) => maxQuantity > 0)
  return (
    <ul className="grid">
      {returnableLines.map(({ line, name, maxQuantity }, index) => {
        const { quantity, restock } = lines[line] ?? { quantity: 0, restock: true }
        return (
          <li key={line} className="grid gap-1.5 border-b border-hairline py-2.5">
            <div className="flex items-center gap-3">
              <span className="min-w-0 grow">
                {name}
                <span className="block text-small text-muted">
                  {`up to ${maxQuantity}${(shippedCounts.get(line) ?? 0) === 0 ? ', not shipped yet' : ''}`}
                </span>
              </span>
              <TextField
                label={<span className="sr-only">{`Quantity returned: ${name}`}</span>}
                type="number"
                inputMode="numeric"
                min={0}
                max={maxQuantity}
                value={quantity === 0 ? '' : quantity}
                placeholder="0"
                autoFocus={index === 0}
                onChange={(event) =>
                  onChange({ ...lines, [line]: { quantity: Number(event.currentTarget.value), restock } })
                }
                className="w-20 shrink-0"
              />
            </div>
            {quantity > 0 && (
              <Checkbox
                label="Restock (sellable)"
                aria-label={`Restock ${name}`}
                checked={restock}
                onChange={(event) => onChange({ ...lines, [line]: { quantity, restock: event.currentTarget.checked } })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

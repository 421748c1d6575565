import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#web/ui/fields.tsx'

export type SelectableLine = { line: number; name: string; quantity: number }

const fieldName = (line: number) => `line-${line}`

/** Initial values of the fields: all units. */
export const lineQuantities = (lines: readonly SelectableLine[]): Record<string, string> =>
  Object.fromEntries(lines.map(({ line, quantity }) => [fieldName(line), String(quantity)]))

/** Entered quantities, without zeros. */
export const readQuantities = (
  fields: Record<string, string>,
  lines: readonly SelectableLine[],
): { line: number; quantity: number }[] =>
  lines
    .map(({ line }) => ({ line, quantity: Number(fields[fieldName(line)] ?? 0) }))
    .filter(({ quantity }) => quantity !== 0)

type LineQuantitiesProps = { lines: readonly SelectableLine[]; field: (name: string) => UseFormRegisterReturn }

/** Quantity for each line. */
export const LineQuantities = ({ lines, field }: LineQuantitiesProps) => (
  <ul className="grid">
    {lines.map(({ line, name, quantity }) => (
      <li key={line} className="flex items-center gap-3 border-b border-hairline py-2">
        <span className="min-w-0 grow">{name}</span>
        <span className="figures whitespace-nowrap text-muted">of {quantity}</span>
        <TextField
          {...field(fieldName(line))}
          label={<span className="sr-only">{`Quantity of ${name}`}</span>}
          type="number"
          inputMode="numeric"
          min={0}
          max={quantity}
          className="w-20 shrink-0"
        />
      </li>
    ))}
  </ul>
)

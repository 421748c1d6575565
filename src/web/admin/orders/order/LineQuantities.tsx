import { TextField } from '#web/ui/fields.tsx'

export type SelectableLine = { line: number; name: string; quantity: number }

/** Quantity for each line; defaults to all units. */
export const LineQuantities = ({ lines, verb }: { lines: readonly SelectableLine[]; verb: string }) => (
  <ul className="grid">
    {lines.map(({ line, name, quantity }) => (
      <li key={line} className="flex items-center gap-3 border-b border-hairline py-2">
        <span className="min-w-0 grow">{name}</span>
        <span className="figures whitespace-nowrap text-muted">of {quantity}</span>
        <TextField
          label={<span className="sr-only">{`${verb} of ${name}`}</span>}
          name={`line-${line}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={quantity}
          defaultValue={quantity}
          className="w-20 shrink-0"
        />
      </li>
    ))}
  </ul>
)

/** Entered quantities, without zeros. */
export const quantitiesOf = (form: FormData, lines: readonly SelectableLine[]): { line: number; quantity: number }[] =>
  lines
    .map(({ line }) => ({ line, quantity: Number(form.get(`line-${line}`) ?? 0) }))
    .filter(({ quantity }) => quantity !== 0)

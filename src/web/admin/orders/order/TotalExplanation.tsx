import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'

/** Explains the total with the steps from the pricing function. */
export function TotalExplanation({ steps }: { steps: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-link tap-target text-small" onClick={() => setOpen(true)}>
        Why this total?
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Why this total?">
        <ol className="figures grid gap-2">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one computation have a fixed order
            <li key={index} className="border-b border-hairline pb-2 last:border-0">
              {step}
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}

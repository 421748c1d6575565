import type { BonusCorrection } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { correctionFacts, correctionTitle } from './correction-labels.ts'

/** A staff correction with its reason. */
export const CorrectionItem = ({ correction }: { correction: BonusCorrection }) => (
  <li className="grid gap-1 border-t border-hairline py-4 first:border-t-0 first:pt-0">
    <p className="flex items-baseline justify-between gap-6 font-[560]">
      <span className="min-w-0 break-words">{correctionTitle(correction)}</span>
      <Money value={correction.amount} />
    </p>
    <p className="text-note text-muted">{correctionFacts(correction)}</p>
    <p className="text-note break-words">{correction.reason}</p>
  </li>
)

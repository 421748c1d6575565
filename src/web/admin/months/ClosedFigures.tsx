import { Section } from '../ui/Section.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import type { ManagedMonth } from './month-labels.ts'

/** Frozen figures of a closed month. */
export const ClosedFigures = ({ month: { sums } }: { month: ManagedMonth }) =>
  sums && (
    <Section title="Result">
      <div className="pt-4">
        <MonthFigures sums={sums} />
      </div>
    </Section>
  )

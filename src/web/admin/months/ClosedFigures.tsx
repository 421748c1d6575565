import { Section } from '../ui/Section.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import type { ManagedMonth } from './month-words.ts'

/** What the month came to when it was closed: frozen. */
export const ClosedFigures = ({ month: { sums } }: { month: ManagedMonth }) =>
  sums && (
    <Section title="Result">
      <div className="pt-4">
        <MonthFigures sums={sums} />
      </div>
    </Section>
  )

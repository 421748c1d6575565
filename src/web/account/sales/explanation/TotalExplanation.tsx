import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { FigureButton } from '../FigureButton.tsx'
import type { Figure } from './figure.ts'
import { Result } from './Result.tsx'

type TotalExplanationProps = { detail: SalesDetail; onFigure: (figure: Figure) => void }

export const TotalExplanation = ({ detail, onFigure }: TotalExplanationProps) => (
  <>
    <p>
      The sales bonus is for your personal sales and those of your direct line. The level bonus is for sales further
      down, where your rate is higher than what was already paid below you.
    </p>
    <div className="grid">
      <FigureButton ruled="always" figure="sales_bonus" label="Sales bonus" onExplain={onFigure}>
        <Money value={detail.sales_bonus} />
      </FigureButton>
      <FigureButton ruled="always" figure="level_bonus" label="Level bonus" onExplain={onFigure}>
        <Money value={detail.level_bonus} />
      </FigureButton>
      <Result label="Total bonus">
        <Money value={detail.total_bonus} />
      </Result>
    </div>
  </>
)

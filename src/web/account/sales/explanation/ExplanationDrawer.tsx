import { useEffect, useRef } from 'react'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ChangeExplanation } from '../changes/ChangeExplanation.tsx'
import { monthName } from '../figures.ts'
import { BonusExplanation } from './BonusExplanation.tsx'
import { type ExplainedFigure, explanationTitles, type Figure } from './figure.ts'
import { LevelExplanation } from './LevelExplanation.tsx'
import { SalesExplanation } from './SalesExplanation.tsx'
import { TotalExplanation } from './TotalExplanation.tsx'
import { VolumeExplanation } from './VolumeExplanation.tsx'

type ExplanationDrawerProps = {
  detail: SalesDetail
  /** Undefined while the drawer is closed. */
  figure: ExplainedFigure | undefined
  onFigure: (figure: Figure) => void
  onClose: () => void
}

/** Explains a figure of the month or its change since yesterday. */
export const ExplanationDrawer = ({ detail, figure, onFigure, onClose }: ExplanationDrawerProps) => (
  <Dialog look="drawer" open={figure !== undefined} onClose={onClose} title={figure ? explanationTitles[figure] : ''}>
    {figure && <Explanation key={figure} detail={detail} figure={figure} onFigure={onFigure} />}
  </Dialog>
)

type ExplanationProps = Pick<ExplanationDrawerProps, 'detail' | 'onFigure'> & { figure: ExplainedFigure }

function Explanation({ detail, figure, onFigure }: ExplanationProps) {
  // One explanation may link to another; the clicked button is gone then, so the focus moves to the top.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className="grid gap-6">
      <p className="-mt-4 text-note text-muted">
        {monthName(detail)}
        {detail.provisional && ', so far'}
      </p>
      {renderExplanation(figure, detail, onFigure)}
    </div>
  )
}

function renderExplanation(figure: ExplainedFigure, detail: SalesDetail, onFigure: (figure: Figure) => void) {
  switch (figure) {
    case 'changes':
      return <ChangeExplanation detail={detail} />
    case 'level':
      return <LevelExplanation detail={detail} />
    case 'total_sales':
      return <SalesExplanation detail={detail} />
    case 'total_pv':
      return <VolumeExplanation detail={detail} />
    case 'total_bonus':
      return <TotalExplanation detail={detail} onFigure={onFigure} />
    default:
      return <BonusExplanation detail={detail} bonus={figure === 'sales_bonus' ? 'sales' : 'level'} />
  }
}

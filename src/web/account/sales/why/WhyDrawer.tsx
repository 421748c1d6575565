import { useEffect, useRef } from 'react'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ChangeExplanation } from '../changes/WhatChanged.tsx'
import { monthName } from '../figures.ts'
import { askedNames, type ExplainedFigure, type Figure } from './figure.ts'
import { WhyBonus } from './WhyBonus.tsx'
import { WhyLevel } from './WhyLevel.tsx'
import { WhySales } from './WhySales.tsx'
import { WhyTotal } from './WhyTotal.tsx'
import { WhyVolume } from './WhyVolume.tsx'

type WhyDrawerProps = {
  detail: SalesDetail
  /** Undefined while the drawer is closed. */
  asked: ExplainedFigure | undefined
  onFigure: (figure: Figure) => void
  onClose: () => void
}

/** Explains a figure of the month or its change since yesterday. */
export const WhyDrawer = ({ detail, asked, onFigure, onClose }: WhyDrawerProps) => (
  <Dialog look="drawer" open={asked !== undefined} onClose={onClose} title={asked ? askedNames[asked] : ''}>
    {asked && <Answer key={asked} detail={detail} asked={asked} onFigure={onFigure} />}
  </Dialog>
)

type AnswerProps = Pick<WhyDrawerProps, 'detail' | 'onFigure'> & { asked: ExplainedFigure }

function Answer({ detail, asked, onFigure }: AnswerProps) {
  // One explanation may link to another; the clicked button is gone then, so the focus moves to the top.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className="grid gap-6">
      <p className="-mt-4 text-note text-muted">
        {monthName(detail)}
        {detail.provisional && ', so far'}
      </p>
      {answerTo(asked, detail, onFigure)}
    </div>
  )
}

function answerTo(asked: ExplainedFigure, detail: SalesDetail, onFigure: (figure: Figure) => void) {
  switch (asked) {
    case 'changes':
      return <ChangeExplanation detail={detail} />
    case 'level':
      return <WhyLevel detail={detail} />
    case 'total_sales':
      return <WhySales detail={detail} />
    case 'total_pv':
      return <WhyVolume detail={detail} />
    case 'total_bonus':
      return <WhyTotal detail={detail} onFigure={onFigure} />
    default:
      return <WhyBonus detail={detail} bonus={asked === 'sales_bonus' ? 'sales' : 'level'} />
  }
}

import History from 'lucide-react/icons/history'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import type { ExplainedFigure } from './explanation/figure.ts'
import { FigureButton } from './FigureButton.tsx'
import { formatRate, monthName } from './figures.ts'
import { Gem } from './Gem.tsx'
import { Payout } from './Payout.tsx'

/** Figures that decide the level are above the bonuses. */
const columns = 'grid grid-cols-1 gap-x-8 @min-[34rem]:grid-cols-[5fr_3fr_3fr] @min-[34rem]:items-center'

type SalesCardProps = { detail: SalesDetail; onExplain: (figure: ExplainedFigure) => void }

/** The month as a statement: the level, the figures behind it, and the sum of the bonuses. */
export const SalesCard = ({ detail, onExplain }: SalesCardProps) => (
  <section
    aria-label={`Statement for ${monthName(detail)}`}
    className="@container rounded-card border border-hairline bg-raised"
  >
    <div className={cx(columns, 'gap-y-6 p-5 sm:p-7')}>
      <div className="flex items-center gap-4 sm:gap-5 @max-[12rem]:flex-wrap">
        <Gem level={detail.sales_level} className="size-14 sm:size-16" />
        <div>
          <FigureButton figure="level" label="Level" onExplain={onExplain}>
            <span className="display">{detail.level_name}</span>
          </FigureButton>
          <p className="text-note text-muted">
            {detail.rate_bp > 0 ? `Rate ${formatRate(detail.rate_bp)}` : 'No rate this month'}
          </p>
        </div>
      </div>
      <div className="grid @min-[34rem]:contents">
        <FigureButton ruled="phone" figure="total_sales" label="Total sales" onExplain={onExplain}>
          <Money value={detail.total_sales} />
        </FigureButton>
        <FigureButton ruled="phone" figure="total_pv" label="Total PV" onExplain={onExplain}>
          <Pv points={detail.total_pv} />
        </FigureButton>
      </div>
    </div>
    <NoFiguresNote detail={detail} />
    <BonusSum detail={detail} onExplain={onExplain} />
    {detail.provisional && detail.enrolled && (
      <div className="border-t border-hairline px-5 py-2 sm:px-7">
        <Button kind="quiet" aria-haspopup="dialog" className="-ml-3" onClick={() => onExplain('changes')}>
          <History size={18} aria-hidden /> What changed since yesterday?
        </Button>
      </div>
    )}
    {detail.payout && (
      <Payout
        payout={detail.payout}
        bonus={detail.total_bonus}
        month={{ year: detail.year, month: detail.month }}
        isMonthPaid={detail.state === 'paid'}
      />
    )}
  </section>
)

/** The three bonus figures as a sum. */
const BonusSum = ({ detail, onExplain }: SalesCardProps) => (
  <div className={cx(columns, 'border-t border-hairline p-5 sm:p-7')}>
    <FigureButton ruled="phone" figure="sales_bonus" label="Sales bonus" onExplain={onExplain}>
      <Money value={detail.sales_bonus} />
    </FigureButton>
    <FigureButton ruled="phone" sign="+" figure="level_bonus" label="Level bonus" onExplain={onExplain}>
      <Money value={detail.level_bonus} />
    </FigureButton>
    <div className="grid max-sm:mt-2 max-sm:border-t max-sm:border-ink max-sm:pt-2">
      <FigureButton ruled="phone" strong sign="=" figure="total_bonus" label="Total bonus" onExplain={onExplain}>
        <Money value={detail.total_bonus} />
      </FigureButton>
    </div>
  </div>
)

function NoFiguresNote({ detail }: { detail: SalesDetail }) {
  const message = explainNoFigures(detail)
  if (!message) return null
  return <p className="mx-5 mb-5 rounded-field bg-sunken px-4 py-3 text-note sm:mx-7 sm:mb-7">{message}</p>
}

function explainNoFigures({ enrolled, active, provisional, ...month }: SalesDetail): string | undefined {
  if (!enrolled) {
    return `You have no figures for ${monthName(month)}. It was before you joined, or was closed in our previous system.`
  }
  if (active) return undefined
  return provisional
    ? 'Your account is pending, so you earn no bonus yet. Your points still count for your upline. ' +
        'If your account is active by the end of the month, the whole month counts.'
    : 'Your account was not active at the end of the month, so you earned no bonus. Your points still counted for your upline.'
}

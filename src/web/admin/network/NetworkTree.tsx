import ChevronRight from 'lucide-react/icons/chevron-right'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react'
import type { NetworkMember } from '#contract/compensation/network.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Level } from '#web/account/sales/Level.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminPages } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { countOf, formatPv, monthStatus, treeQuery } from './network-labels.ts'
import { handleTreeKey } from './tree-keys.ts'

const columnHeaders = [
  { name: 'Level', className: '@max-[46rem]:hidden' },
  { name: 'Status', className: '@max-[36rem]:hidden' },
  { name: 'PV', className: 'text-right @max-[36rem]:hidden' },
  { name: 'Group PV', className: 'text-right @max-[46rem]:pr-0!' },
  { name: 'Volume', className: 'text-right @max-[46rem]:hidden' },
  { name: 'Bonus', className: 'text-right @max-[46rem]:hidden' },
]
const COLUMNS = columnHeaders.length + 1

type TreeState = {
  month: string | undefined
  isOpen: (id: number) => boolean
  toggle: (id: number) => void
  /** Key of the row in the tab order. */
  current: string | undefined
  setCurrent: (key: string) => void
}
const TreeContext = createContext<TreeState | undefined>(undefined)

function useTreeState(): TreeState {
  const state = useContext(TreeContext)
  if (!state) throw new Error('TreeRow must be used inside NetworkTree')
  return state
}

/** A direct line that expands leg by leg, by keyboard or pointer; each leg loads when expanded. */
export function NetworkTree({
  month,
  memberId,
  label,
}: {
  month: string | undefined
  memberId: number | undefined
  label: string
}) {
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState<string>()
  const toggle = (id: number) =>
    setExpandedIds((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const state: TreeState = { month, isOpen: (id) => expandedIds.has(id), toggle, current, setCurrent }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    handleTreeKey(event, (row) => toggle(Number(row.dataset.member)))
  return (
    <TreeContext value={state}>
      {/* Columns depend on the width available for text, which shrinks with larger font sizes. */}
      <div className="@container">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML has no treegrid element */}
        <table role="treegrid" aria-label={label} className="w-full text-left" onKeyDown={onKeyDown}>
          <thead className="sticky top-0 z-20 bg-paper text-small text-muted max-sm:static">
            <tr className="*:border-b *:border-hairline *:py-2 *:pr-4 *:font-normal *:last:pr-0">
              <th scope="col">Member</th>
              {columnHeaders.map(({ name, className }) => (
                <th key={name} scope="col" className={cx('@min-[36rem]:whitespace-nowrap', className)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <DirectLine memberId={memberId} level={1} />
          </tbody>
        </table>
      </div>
    </TreeContext>
  )
}

function DirectLine({ memberId, level }: { memberId: number | undefined; level: number }) {
  const { month } = useTreeState()
  const line = useAdminPages('networkTree', treeQuery(month, memberId))
  const pages = line.data?.pages ?? []
  const count = pages[0]?.legs_count
  const legs = pages.flatMap((page) => page.legs)
  if (line.error && pages.length === 0)
    return (
      <MessageRow level={level}>
        <span className="text-danger">{errorMessage(line.error)}</span>{' '}
        <Button kind="quiet" onClick={() => void line.refetch()}>
          Try again
        </Button>
      </MessageRow>
    )
  if (!count)
    return (
      <MessageRow level={level}>
        <span role="status" className="text-muted">
          Loading …
        </span>
      </MessageRow>
    )
  return (
    <>
      {legs.map((leg, index) => (
        <Leg key={leg.id} leg={leg} level={level} position={index + 1} count={count.more ? -1 : count.count} />
      ))}
      {line.hasNextPage && (
        <LoadMoreRow
          level={level}
          memberId={memberId}
          progress={`${legs.length.toLocaleString('en-US')} of ${countOf(count)}`}
          busy={line.isFetchingNextPage}
          onMore={() => void line.fetchNextPage()}
        />
      )}
    </>
  )
}

/** Indents by depth, up to what fits on a phone. */
const indent = (level: number) => ({ paddingInlineStart: `${Math.min(level - 1, 10) * 1.1}rem` })

const rowClass =
  'transition-colors hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 ' +
  '*:border-b *:border-hairline *:py-1.5 *:pr-4 *:last:pr-0'

function Leg({ leg, level, position, count }: { leg: NetworkMember; level: number; position: number; count: number }) {
  const { isOpen, toggle, current, setCurrent } = useTreeState()
  const url = usePageUrl()
  const key = `${level}.${leg.id}`
  const hasLegs = leg.direct_line.count > 0
  const open = hasLegs && isOpen(leg.id)
  const status = monthStatus(leg)
  const isFirst = current === undefined && level === 1 && position === 1
  return (
    <>
      <tr
        aria-level={level}
        aria-posinset={position}
        aria-setsize={count}
        aria-expanded={hasLegs ? open : undefined}
        data-member={leg.id}
        tabIndex={current === key || isFirst ? 0 : -1}
        onFocus={(event) => {
          if (event.target === event.currentTarget) setCurrent(key)
        }}
        className={rowClass}
      >
        <td className="w-full min-w-0">
          <span className="flex items-center gap-1.5" style={indent(level)}>
            {hasLegs ? (
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Legs of ${leg.name}`}
                className="relative z-10 -my-1 grid size-7 shrink-0 place-items-center rounded-field text-muted hover:text-ink pointer-coarse:size-10"
                onClick={() => {
                  setCurrent(key)
                  toggle(leg.id)
                }}
              >
                <ChevronRight
                  size={16}
                  aria-hidden
                  className={cx('transition-transform motion-reduce:transition-none', open && 'rotate-90')}
                />
              </button>
            ) : (
              <span className="w-7 shrink-0 pointer-coarse:w-10" />
            )}
            <span className="min-w-0">
              <PageLink
                to={url.with({ member: String(leg.id) })}
                tabIndex={-1}
                data-opens
                className="font-[560] hover:underline"
              >
                {leg.name}
              </PageLink>
              <span className="block text-small text-muted">
                <span className="figures">{leg.member_no}</span>
                {hasLegs && ` · ${countOf(leg.direct_line)} direct`}
                <span className="@min-[46rem]:hidden">{` · ${leg.level_name}`}</span>
              </span>
            </span>
          </span>
        </td>
        <td className="whitespace-nowrap @max-[46rem]:hidden">
          <Level level={leg.level} name={leg.level_name} />
        </td>
        <td className="whitespace-nowrap @max-[36rem]:hidden">
          <StateDot tone={status.tone}>{status.label}</StateDot>
          {status.current && <span className="block text-small text-muted">today {status.current.toLowerCase()}</span>}
        </td>
        <td className="figures text-right @max-[36rem]:hidden">{formatPv(leg.personal_pv)}</td>
        <td className="figures text-right @max-[46rem]:pr-0!">
          {formatPv(leg.group_pv)}
          {!leg.active && <span className="block text-small text-muted @min-[36rem]:hidden">{status.label}</span>}
        </td>
        <td className="figures text-right @max-[46rem]:hidden">{formatDollars(leg.total_sales)}</td>
        <td className="figures text-right @max-[46rem]:hidden">{formatDollars(leg.total_bonus)}</td>
      </tr>
      {open && <DirectLine memberId={leg.id} level={level + 1} />}
    </>
  )
}

/** Loads the next page, as a row. */
function LoadMoreRow({
  level,
  memberId,
  progress,
  busy,
  onMore,
}: {
  level: number
  memberId: number | undefined
  progress: string
  busy: boolean
  onMore: () => void
}) {
  const { current, setCurrent } = useTreeState()
  const key = `more.${memberId}`
  return (
    <tr
      aria-level={level}
      tabIndex={current === key ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setCurrent(key)
      }}
      className={rowClass}
    >
      <td colSpan={COLUMNS}>
        <span style={indent(level)} className="flex items-center gap-3 pl-8">
          <Button kind="quiet" tabIndex={-1} data-opens="" busy={busy} onClick={onMore}>
            More
          </Button>
          <span className="figures text-small text-muted">{progress}</span>
        </span>
      </td>
    </tr>
  )
}

const MessageRow = ({ level, children }: { level: number; children: ReactNode }) => (
  <tr className="*:border-b *:border-hairline *:py-2">
    <td colSpan={COLUMNS}>
      <span style={indent(level)} className="block pl-8">
        {children}
      </span>
    </td>
  </tr>
)

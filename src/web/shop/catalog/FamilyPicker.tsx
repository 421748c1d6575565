import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { Family } from '#contract/catalog/calls.ts'
import { IN_PLACE } from '#web/page/RouteFocus.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

type Member = Family['members'][number]

/** Members that are always shown; the others are folded. */
const MAX_SHOWN = 24

/** Lets visitors choose among the products of a family, each by its URL. */
export function FamilyPicker({ family: { option_name, members }, url }: { family: Family; url: string }) {
  // A choice shows at once, while its page loads.
  const pendingUrl = useNavigation().location?.pathname
  const chosen = members.find((member) => member.url === pendingUrl) ?? members.find((member) => member.url === url)
  const shown = members.slice(0, MAX_SHOWN)
  const folded = members.slice(MAX_SHOWN)
  const [isOpen, setOpen] = useState(false)
  const hasColors = members.every(({ swatch }) => swatch)
  const listClass = hasColors ? swatchList : chipList
  const list = (some: readonly Member[]) =>
    some.map((member) => (
      <li key={member.id} className="max-w-full">
        <PageLink
          to={member.url}
          state={IN_PLACE}
          preventScrollReset
          aria-current={member === chosen ? 'true' : undefined}
          title={hasColors ? describe(member) : undefined}
          className={hasColors ? swatchClass : cx(chipClass, member.sold_out && 'text-muted line-through')}
        >
          {hasColors ? (
            <>
              <Swatch {...member} />
              <span className="sr-only">{describe(member)}</span>
            </>
          ) : (
            <>
              {member.value}
              {member.sold_out && <span className="sr-only">{SOLD_OUT}</span>}
            </>
          )}
        </PageLink>
      </li>
    ))
  return (
    <nav aria-label={option_name} className="mt-6">
      <p aria-hidden="true" className="pb-2">
        <span className="text-muted">{option_name}: </span>
        {chosen && describe(chosen)}
      </p>
      <ul className={listClass}>{list(shown)}</ul>
      {folded.length > 0 && (
        <details
          open={isOpen || (chosen && folded.includes(chosen))}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="text-link flex min-h-11 w-fit cursor-pointer items-center">{folded.length} more</summary>
          <ul className={cx(listClass, 'max-h-80 overflow-y-auto py-1')}>{list(folded)}</ul>
        </details>
      )}
    </nav>
  )
}

const SOLD_OUT = ', sold out'

const describe = ({ value, sold_out }: Member) => value + (sold_out ? SOLD_OUT : '')

const chipList = 'flex flex-wrap gap-2'
const swatchList = 'flex flex-wrap gap-x-2 gap-y-1 -mx-1.5'

const swatchClass =
  'grid size-11 place-items-center rounded-pill border-2 border-transparent transition-colors hover:border-hairline aria-[current]:border-ink'

const chipClass =
  'figures flex min-h-11 items-center rounded-pill border border-edge px-4 py-2 wrap-anywhere transition-colors hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper'

/** An SVG, because the policy forbids style attributes in HTML. */
const Swatch = ({ swatch, sold_out }: Member) => (
  <svg viewBox="0 0 32 32" className="size-8 stroke-edge" aria-hidden="true">
    <circle cx="16" cy="16" r="15.5" fill={swatch ?? undefined} />
    {sold_out && (
      <>
        <path d="M5.4 26.6 26.6 5.4" strokeWidth="4" className="stroke-paper" />
        <path d="M5.4 26.6 26.6 5.4" strokeWidth="1.5" className="stroke-ink" />
      </>
    )}
  </svg>
)

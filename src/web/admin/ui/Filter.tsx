import ListFilter from 'lucide-react/icons/list-filter'
import Close from 'lucide-react/icons/x'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Button } from './Button.tsx'
import { Menu, MenuChoice } from './Menu.tsx'
import { usePageUrl } from './use-page-url.ts'

export type FilterChoice = {
  param: string
  label: string
  /** Labels by value. A map keeps the order of values that are numbers. */
  options: Readonly<Record<string, string>> | ReadonlyMap<string, string>
}

/** Filters stored in URL parameters; a change returns to the first page. */
export function Filters({ choices }: { choices: readonly FilterChoice[] }) {
  const url = usePageUrl()
  return choices.map(({ param, label, options }) => {
    const selected = url.get(param)
    const labels = options instanceof Map ? options : new Map(Object.entries(options))
    return selected === undefined ? (
      <Menu
        key={param}
        trigger={
          <Button kind="quiet" icon={<ListFilter size={15} aria-hidden />}>
            {label}
          </Button>
        }
      >
        {[...labels].map(([value, optionLabel]) => (
          <MenuChoice key={value} checked={false} onChange={() => url.change({ [param]: value, after: undefined })}>
            {optionLabel}
          </MenuChoice>
        ))}
      </Menu>
    ) : (
      <FilterChip
        key={param}
        label={label}
        value={labels.get(selected) ?? selected}
        removeHref={url.with({ [param]: undefined, after: undefined })}
      />
    )
  })
}

/** An active filter; clicking removes it. On phones it precedes the available filters. */
export const FilterChip = ({ label, value, removeHref }: { label: string; value: string; removeHref: string }) => (
  <PageLink
    to={removeHref}
    preventScrollReset
    aria-label={`Remove the filter ${label}: ${value}`}
    className="inline-flex min-h-9 items-center gap-2 rounded-pill border border-ink px-3 whitespace-nowrap hover:bg-sunken max-sm:order-first pointer-coarse:min-h-11"
  >
    <span>
      <span className="text-muted">{label}:</span> {value}
    </span>
    <Close size={14} aria-hidden />
  </PageLink>
)

import { startTransition, useOptimistic } from 'react'
import { useNavigate } from 'react-router'
import type { Sort } from '#contract/base/limits.ts'
import type { ListingQuery } from '#contract/catalog/calls.ts'
import { paths } from '#web/api/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectControl } from '#web/ui/fields.tsx'

const labels: Record<Sort, string> = {
  featured: 'Featured',
  newest: 'Newest',
  price: 'Price, low to high',
  'price-desc': 'Price, high to low',
  name: 'Name, A to Z',
}

/** A search has no featured products. */
const searchLabels: Record<Sort, string> = { ...labels, featured: 'Best match' }

/** Sorts as soon as an option is selected; without scripts, through a button. */
export function SortSelect({ query }: { query: Partial<ListingQuery> }) {
  const navigate = useNavigate()
  // Shows the selection while its page loads, then the URL's value.
  const [selected, setSelected] = useOptimistic(query.sort ?? 'featured')

  const selectSort = (sort: Sort) =>
    startTransition(async () => {
      setSelected(sort)
      await navigate(paths.listing({ ...query, sort, page: 1 }), { preventScrollReset: true })
    })

  return (
    <form action={paths.packages} className="flex items-center gap-3">
      {query.category && <input type="hidden" name="category" value={query.category} />}
      {query.q && <input type="hidden" name="q" value={query.q} />}
      <label htmlFor="sort" className="text-note text-muted max-sm:sr-only">
        Sort by
      </label>
      <div className="max-sm:flex-1 sm:w-52">
        <SelectControl
          id="sort"
          name="sort"
          pill
          value={selected}
          onChange={({ target }) => selectSort(target.value as Sort)}
        >
          {Object.entries(query.q ? searchLabels : labels).map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </SelectControl>
      </div>
      <noscript>
        <Button type="submit" kind="secondary">
          Sort
        </Button>
      </noscript>
    </form>
  )
}

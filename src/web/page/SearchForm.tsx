import Search from 'lucide-react/icons/search'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/api/paths.ts'
import { queryString } from '#web/api/search.ts'
import { cx } from '#web/ui/cx.ts'

/** Without scripts, the browser requests the same URL itself. */
export function SearchForm({
  query,
  className,
  onSearch,
  action = paths.packages,
  label = 'Search the shop',
  placeholder = 'Search by name, brand or SKU',
}: {
  query?: string
  className?: string
  onSearch?: () => void
  /** The page that shows what is found. */
  action?: string
  label?: string
  placeholder?: string
}) {
  const id = useId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const lastQuery = useRef(query)
  // Resets the field to the page's search text when the URL changes, unless it has the focus.
  useEffect(() => {
    if (query === lastQuery.current) return
    lastQuery.current = query
    if (field.current && field.current !== document.activeElement) field.current.value = query ?? ''
  }, [query])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    onSearch?.()
    navigate(action + queryString({ q }), { viewTransition: true })
  }

  return (
    <search className={className}>
      <form action={action} onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={200}
          enterKeyHint="search"
          placeholder={placeholder}
          className={cx(
            'h-12 w-full rounded-pill border border-edge bg-raised pr-14 pl-5 text-ellipsis placeholder:text-muted hover:border-ink',
            '[&::-webkit-search-cancel-button]:appearance-none',
          )}
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-pill hover:bg-sunken"
        >
          <Search size={20} strokeWidth={1.6} aria-hidden />
        </button>
      </form>
    </search>
  )
}

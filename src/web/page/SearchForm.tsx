import Search from 'lucide-react/icons/search'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/api/paths.ts'
import { queryString } from '#web/api/search.ts'
import { cx } from '#web/ui/cx.ts'

const loadSuggestions = () => import('./SearchSuggestions.tsx')
const SearchSuggestions = lazy(loadSuggestions)

/** A shorter text has too many matches. */
const MIN_SUGGESTED = 2
/** The pause in typing after which suggestions are requested. */
const PAUSE_MS = 100

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
  /** The text that suggestions are shown for; undefined while they are hidden. */
  const [typed, setTyped] = useState<string>()
  const timer = useRef<number>(undefined)
  const hide = () => {
    window.clearTimeout(timer.current)
    setTyped(undefined)
  }
  // Resets the field to the page's search text when the URL changes, unless it has the focus.
  useEffect(() => {
    if (query === lastQuery.current) return
    lastQuery.current = query
    if (field.current && field.current !== document.activeElement) field.current.value = query ?? ''
  }, [query])

  const suggests = action === paths.packages

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    hide()
    onSearch?.()
    navigate(action + queryString({ q }), { viewTransition: true })
  }

  function onInput({ currentTarget: { value } }: FormEvent<HTMLInputElement>) {
    const text = value.trim()
    window.clearTimeout(timer.current)
    if (text.length < MIN_SUGGESTED) setTyped(undefined)
    else timer.current = window.setTimeout(() => setTyped(text), PAUSE_MS)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (typed === undefined) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      document.getElementById(`${id}list`)?.querySelector('a')?.focus()
    } else if (event.key === 'Escape') {
      // Closes the suggestions only, not the panel around the field.
      event.preventDefault()
      event.stopPropagation()
      hide()
    }
  }

  function onBlur(event: FocusEvent<HTMLFormElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) hide()
  }

  return (
    <search className={className}>
      <form action={action} onSubmit={submit} onBlur={onBlur} className="relative">
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
          autoComplete="off"
          onFocus={suggests ? () => void loadSuggestions() : undefined}
          onInput={suggests ? onInput : undefined}
          onKeyDown={onKeyDown}
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
        {typed !== undefined && (
          <Suspense>
            <SearchSuggestions
              id={`${id}list`}
              text={typed}
              onLeave={() => {
                field.current?.focus()
                hide()
              }}
              onSelect={() => {
                hide()
                onSearch?.()
              }}
            />
          </Suspense>
        )}
      </form>
    </search>
  )
}

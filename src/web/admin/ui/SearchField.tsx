import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { cx } from '#web/ui/cx.ts'
import { controlClass } from './compact.ts'

const DEBOUNCE_MS = 200

type SearchFieldProps = { label: string; value: string; onSearch: (query: string) => void; className?: string }

/** Searches as you type; `/` focuses the field. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const lastSearch = useRef(value)
  // Whether the slash needs Shift depends on the keyboard layout.
  useHotkeys('*', (event) => {
    if (event.key !== '/') return
    event.preventDefault()
    // `select` alone does not move the focus.
    input.current?.focus()
    input.current?.select()
  })

  // Changed from outside, such as by a link or Back.
  useEffect(() => {
    if (value === lastSearch.current) return
    lastSearch.current = value
    setText(value)
  }, [value])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = () => {
    clearTimeout(timer.current)
    const query = text.trim()
    if (query === lastSearch.current) return
    lastSearch.current = query
    onSearch(query)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    if (text.trim() === lastSearch.current) return
    timer.current = setTimeout(searchLater, DEBOUNCE_MS)
    return () => clearTimeout(timer.current)
  }, [text])

  return (
    <search className={cx('relative has-placeholder-shown:print:hidden', className)}>
      <Search
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Sends on blur, because a delayed search after clicking a result would navigate back.
        onBlur={search}
        // Blurs, so that the list's shortcuts work again. The browser clears the field first.
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className={cx(controlClass, 'rounded-pill pl-9')}
      />
    </search>
  )
}

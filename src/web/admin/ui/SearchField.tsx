import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { cx } from '#web/ui/cx.ts'
import { controlClass } from './compact.ts'

const PAUSE_MS = 200

type SearchFieldProps = { label: string; value: string; onSearch: (words: string) => void; className?: string }

/** Searches as you type; `/` focuses the field. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
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
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = () => {
    clearTimeout(timer.current)
    const words = typed.trim()
    if (words === sent.current) return
    sent.current = words
    onSearch(words)
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    if (typed.trim() === sent.current) return
    timer.current = setTimeout(sendLater, PAUSE_MS)
    return () => clearTimeout(timer.current)
  }, [typed])

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
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Sends on blur, because a delayed search after clicking a result would navigate back.
        onBlur={send}
        // Blurs, so that the list's shortcuts work again. The browser clears the field first.
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className={cx(controlClass, 'rounded-pill pl-9')}
      />
    </search>
  )
}

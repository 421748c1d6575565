import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

type TabsProps<Name extends string> = {
  label: string
  tabs: Record<Name, string>
  selected: Name
  onSelect: (name: Name) => void
  children: ReactNode
}

/** Views of one record; arrow keys move between them (WAI-ARIA tabs). */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs) as Name[]

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = names[(names.indexOf(selected) + step + names.length) % names.length]
    if (!next) return
    onSelect(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }

  return (
    <div className="grid gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-6 border-b border-hairline"
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
            className={cx(
              '-mb-px min-h-11 border-b-2',
              name === selected ? 'border-ink font-[560]' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </div>
  )
}

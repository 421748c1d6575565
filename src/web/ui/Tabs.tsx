import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

type TabsProps<Name extends string> = {
  label: string
  tabs: Record<Name, string>
  chosen: Name
  onChoose: (name: Name) => void
  children: ReactNode
}

/** Views of one record; arrow keys move between them (WAI-ARIA tabs). */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs) as Name[]

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length]
    if (!next) return
    onChoose(next)
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
            aria-selected={name === chosen}
            aria-controls={`${id}panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className={cx(
              '-mb-px min-h-11 border-b-2',
              name === chosen ? 'border-ink font-[560]' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
        {children}
      </div>
    </div>
  )
}

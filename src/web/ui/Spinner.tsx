import { cx } from './cx.ts'

/** Silent by default: describe what is loading in adjacent text, or through `label`. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-3', className)} role={label ? 'status' : undefined}>
      <svg viewBox="0 0 20 20" className="size-[1.15em] animate-spin" aria-hidden="true">
        <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
        <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span>{label}</span>}
    </span>
  )
}

import Check from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import Warning from 'lucide-react/icons/triangle-alert'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  danger: { look: 'bg-danger-tint text-danger', Sign: Warning },
  warning: { look: 'bg-warning-tint text-warning', Sign: Warning },
  success: { look: 'bg-success-tint text-success', Sign: Check },
  note: { look: 'bg-sunken text-ink', Sign: Info },
}

/**
 * A message the visitor must not miss. Screen readers announce danger immediately, the others at the next pause. Focus
 * it after a failed submit: it takes `ref` and is focusable by script.
 */
export function Alert({
  tone = 'note',
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { tone?: keyof typeof tones; children: ReactNode }) {
  const { look, Sign } = tones[tone]
  return (
    <div
      {...rest}
      role={tone === 'danger' ? 'alert' : 'status'}
      tabIndex={-1}
      className={cx('flex gap-3 rounded-card px-4 py-3.5', look, className)}
    >
      <Sign size={20} className="mt-0.5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-1 font-[520] wrap-anywhere">{children}</div>
    </div>
  )
}

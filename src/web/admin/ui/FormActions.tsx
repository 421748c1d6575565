import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Button } from './Button.tsx'

type FormActionsProps = { onCancel: () => void; disabled?: boolean; className?: string; children: ReactNode }

/** Footer of a form: Cancel, then the submit button. */
export const FormActions = ({ onCancel, disabled = false, className, children }: FormActionsProps) => (
  <div className={cx('flex flex-wrap justify-end gap-2', className)}>
    <Button kind="quiet" disabled={disabled} onClick={onCancel}>
      Never mind
    </Button>
    {children}
  </div>
)

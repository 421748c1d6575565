import type { ReactNode } from 'react'
import { may } from '#contract/permissions.ts'
import { useStaff } from '#web/admin/api/session.tsx'
import type { OrderFile } from './order-record.ts'
import { type OrderTask, possibleTasks } from './order-tasks.ts'
import { useTask } from './use-task.ts'

type TaskButtonProps = { children: ReactNode } & (
  | { task: OrderTask; file: OrderFile }
  /** Available to everyone who may view the order. */
  | { task: 'versions'; file?: undefined }
)

/** A text link that opens a dialog, shown when the role and the state of the order allow the task. */
export function TaskButton({ task, file, children }: TaskButtonProps) {
  const { role } = useStaff()
  const { open } = useTask()
  if (file && !possibleTasks(file, (permission) => may(role, permission)).includes(task)) return null
  return (
    <button type="button" className="text-link reach text-small" onClick={() => open(task)}>
      {children}
    </button>
  )
}

import type { ReactNode } from 'react'
import { hasPermission } from '#contract/permissions.ts'
import { useStaff } from '#web/admin/api/session.tsx'
import type { OrderRecord } from './order-record.ts'
import { type OrderTask, possibleTasks } from './order-tasks.ts'
import { useTask } from './use-task.ts'

type TaskButtonProps = { children: ReactNode } & (
  | { task: OrderTask; record: OrderRecord }
  /** Available to everyone who may view the order. */
  | { task: 'versions'; record?: undefined }
)

/** A text link that opens a dialog, shown when the role and the state of the order allow the task. */
export function TaskButton({ task, record, children }: TaskButtonProps) {
  const { role } = useStaff()
  const { open } = useTask()
  if (record && !possibleTasks(record, (permission) => hasPermission(role, permission)).includes(task)) return null
  return (
    <button type="button" className="text-link tap-target text-small" onClick={() => open(task)}>
      {children}
    </button>
  )
}

import type { ReactNode } from 'react'
import { may } from '#contract/permissions.ts'
import { useStaff } from '../../client/session.tsx'
import type { OrderFile } from './order-file.ts'
import { type OrderTask, possibleTasks } from './order-tasks.ts'
import { useTask } from './use-task.ts'

type TaskButtonProps = { children: ReactNode } & (
  | { task: OrderTask; file: OrderFile }
  /** What everybody may who sees the order. */
  | { task: 'versions'; file?: undefined }
)

/** A quiet link to a dialog, where the role and the order allow what it does. */
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

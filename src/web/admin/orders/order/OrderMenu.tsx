import ChevronDown from 'lucide-react/icons/chevron-down'
import { hasPermission } from '#contract/permissions.ts'
import { adminUrl } from '#web/admin/api/api.ts'
import { useStaff } from '#web/admin/api/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx'
import type { OrderRecord } from './order-record.ts'
import { nextTask, type OrderTask, possibleTasks } from './order-tasks.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useTask } from './use-task.ts'

const labels: Record<OrderTask, string> = {
  pay: 'Record a payment …',
  pack: 'Pack some items …',
  ship: 'Ship …',
  ready: 'Ready for pickup',
  hand_over: 'Hand over …',
  deliver: 'Delivered',
  complete: 'Complete …',
  refund: 'Refund …',
  return: 'Return items …',
  adjust: 'Credit an amount …',
  edit: 'Edit order …',
  contact: 'Correct contact …',
  due: 'Change due date …',
  settle: 'No payment found …',
  reinstate: 'Reinstate …',
  cancel: 'Cancel order …',
}

/** All other actions that the role and the state of the order allow, with those that reverse something set apart. */
export function OrderMenu({ record }: { record: OrderRecord }) {
  const { role } = useStaff()
  const { open } = useTask()
  const ready = useOrderMutation('readyForPickup', { successMessage: 'Ready. The customer gets an email.' })
  const deliver = useOrderMutation('deliverOrder', { successMessage: 'Delivered.' })
  const can = (permission: Parameters<typeof hasPermission>[1]) => hasPermission(role, permission)
  const tasks = possibleTasks(record, can)
  const next = nextTask(record, can)
  const hasReturnButton = tasks.includes('return') && record.order.fulfillment_state !== 'unfulfilled'
  const menuTasks = tasks.filter(
    (task) => !(task === next && task !== 'pack') && !(task === 'return' && hasReturnButton),
  )
  function start(task: OrderTask) {
    const step = { params: { order_id: record.order.id }, body: { expected_version: record.version } }
    // Asks before packing while a check may bounce.
    const needsConfirmation =
      record.money.clears_on !== null && !record.fulfillment.shipments.some(({ state }) => state === 'packed')
    if (task === 'ready' && needsConfirmation) open('pack')
    else if (task === 'ready') ready.mutate(step)
    else if (task === 'deliver') deliver.mutate(step)
    else open(task)
  }
  return (
    <>
      {hasReturnButton && <Button onClick={() => open('return')}>Return items</Button>}
      <Menu
        trigger={
          <Button icon={<ChevronDown size={16} aria-hidden className="order-last" />} aria-label="More actions">
            More
          </Button>
        }
      >
        {menuTasks.map((task) => (
          <MenuItem key={task} danger={task === 'cancel'} onSelect={() => start(task)}>
            {labels[task]}
          </MenuItem>
        ))}
        <MenuLink href={adminUrl('pickList', { query: { ids: String(record.order.id) } })}>Pick list (PDF)</MenuLink>
      </Menu>
    </>
  )
}

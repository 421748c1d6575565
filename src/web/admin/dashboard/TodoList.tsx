import ChevronRight from 'lucide-react/icons/chevron-right'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { countLabel, queueLabels, queueName } from '#contract/reporting/queue-labels.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Empty } from '../ui/states.tsx'

/** All queues with open work; each line links to its list. */
export function TodoList({ waiting }: { waiting: AdminResponse<'dashboard'>['waiting'] }) {
  const openQueues = waiting.filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="waiting" className="grid content-start gap-2">
      <h2 id="waiting" className="display text-lead">
        To do
      </h2>
      {openQueues.length === 0 ? (
        <Empty title="Nothing to do">New orders and payments appear here automatically.</Empty>
      ) : (
        <ul className="border-t border-hairline">
          {openQueues.map((kind) => (
            <li key={kind.kind} className="border-b border-hairline">
              <TodoItem kind={kind} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TodoItem({ kind }: { kind: AdminResponse<'dashboard'>['waiting'][number] }) {
  const { to, isUrgent } = queueLabels[kind.kind]
  return (
    <PageLink to={to} className="flex min-h-11 items-center gap-4 py-1.5 hover:bg-sunken">
      <span className={cx('figures display w-12 shrink-0 text-right text-title', isUrgent && 'text-accent')}>
        {countLabel(kind)}
      </span>
      <span className="grow">{queueName(kind)}</span>
      <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden />
    </PageLink>
  )
}

import { useAdminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { outcomeMessage } from '../staff/staff-labels.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { formatValue, type Setting } from './setting-labels.ts'

/** History of a setting; a change can be undone while it is the current value. */
export function SettingHistoryDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { key, name, value, version } = setting
  const history = useAdminQuery('settingHistory', { params: { key } })
  const undo = useAdminMutation('changeSetting', {
    successMessage: outcomeMessage(`${name} restored.`),
    onSuccess: onClose,
  })
  return (
    <Dialog open onClose={onClose} title={`Changes to ${name}`} isBusy={undo.isPending}>
      <Loaded query={history} skeleton={<RowsSkeleton rows={3} />}>
        {({ data }) => (
          <ol className="divide-y divide-hairline">
            {data.map(({ id, at, by, from, to, reason }, index) => (
              <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
                <div className="min-w-0">
                  <p className="figures break-words">
                    <del className="text-muted no-underline">{formatValue(setting, from)}</del>
                    <span aria-hidden> → </span>
                    <ins className="font-[560] no-underline">{formatValue(setting, to)}</ins>
                  </p>
                  <p className="text-small text-muted">
                    {by}, <TimeAgo at={at} />
                    {reason && ` – ${reason}`}
                  </p>
                </div>
                {index === 0 && to === value && from !== to && (
                  <Button
                    kind="quiet"
                    busy={undo.isPending}
                    onClick={() =>
                      undo.mutate({
                        params: { key },
                        body: { value: from, expected_version: version, reason: 'Undone' },
                      })
                    }
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

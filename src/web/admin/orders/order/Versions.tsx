import { useQuery } from '@tanstack/react-query'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { formatDollars } from '#domain/money/money.ts'
import { adminQuery } from '#web/admin/api/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/states.tsx'
import { formatDateTime } from '../../ui/TimeAgo.tsx'
import type { DialogProps } from './dialog-props.ts'

type Version = AdminResponse<'orderVersions'>['versions'][number]

/** Versions of the order, newest first. */
export function Versions({ record: { order }, onClose }: DialogProps) {
  const versions = useQuery(adminQuery('orderVersions', { params: { order_id: order.id } }))
  return (
    <Dialog open onClose={onClose} title="Order versions" variant="drawer">
      <Loaded query={versions}>
        {({ versions }) => (
          <ol className="grid gap-6">
            {versions.toReversed().map((version) => (
              <VersionItem key={version.edition} version={version} />
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

const VersionItem = ({ version }: { version: Version }) => (
  <li className="grid gap-1.5 border-t border-ink pt-2">
    <h3 className="font-[560]">
      {`Version ${version.edition}`}
      {version.replaced_at === null && <span className="font-normal text-muted"> (current)</span>}
    </h3>
    {version.replaced_at !== null && (
      <p className="text-small text-muted">
        {`Replaced on ${formatDateTime(version.replaced_at)} by ${version.replaced_by ?? 'someone'}: ${version.reason ?? ''}`}
      </p>
    )}
    <ul className="figures">
      {version.lines.map(({ position, name, quantity, total_price }) => (
        <li key={position} className="flex justify-between gap-4">
          <span>{`${quantity} × ${name}`}</span>
          <span>{formatDollars(total_price)}</span>
        </li>
      ))}
    </ul>
    <p className="figures flex justify-between border-t border-hairline pt-1 font-[560]">
      <span>Total</span>
      <span>{formatDollars(version.order_total)}</span>
    </p>
    <p className="text-small text-muted">
      {[
        version.discount > 0 && `discount ${formatDollars(version.discount)}`,
        version.type === 'P' ? 'Pickup' : version.address && addressLines(version.address).join(', '),
        version.type === 'D' && `${version.shipping_description}, ${formatDollars(version.shipping_price)}`,
        `tax ${formatDollars(version.tax)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </li>
)

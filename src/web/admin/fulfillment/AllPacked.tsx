import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminUrl } from '../api/api.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { DocumentLinks } from './DocumentLinks.tsx'
import type { PackList, PackOrder } from './steps.ts'
import type { PackingProps } from './use-packing.ts'

/** End of the list: outcome of each order, and the documents of everything this person packed. */
export function AllPacked({ list, packing: { packing } }: PackingProps & { list: PackList }) {
  const url = usePageUrl()
  const openOrders = list.orders.filter(({ lines }) => lines.length > 0)
  // A shipment that was unpacked since has no documents.
  const packedShipmentIds = list.orders.flatMap(({ id, shipments }) =>
    shipments.some((shipment) => shipment.id === packing.shipments[id]) ? [packing.shipments[id] as number] : [],
  )
  const ids = packedShipmentIds.join(',')
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={openOrders.length === 0 ? 'All packed' : 'Partly packed'} />
      {packedShipmentIds.length > 0 && (
        <DocumentLinks
          links={[
            {
              label: packedShipmentIds.length === 1 ? 'Packing slip' : `${packedShipmentIds.length} packing slips`,
              href: adminUrl('packingSlips', { query: { ids } }),
            },
            {
              label: packedShipmentIds.length === 1 ? 'Label' : `${packedShipmentIds.length} labels`,
              href: adminUrl('shippingLabels', { query: { ids } }),
            },
          ]}
        />
      )}
      <ul aria-label="Orders" className="mt-5 border-t border-hairline">
        {list.orders.map((order) => (
          <li key={order.id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b border-hairline py-2.5">
            <PageLink
              to={fillPath(adminPaths.order, { order_id: order.id })}
              className="text-link tap-target figures font-[560]"
            >
              {order.id}
            </PageLink>
            <span className="text-right">{outcomeOf(order, packing.shipments[order.id])}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-5">
        <ButtonLink kind="primary" to={adminPaths.pack}>
          More orders
        </ButtonLink>
        {openOrders.length > 0 && (
          <Button onClick={() => url.change({ order: String(openOrders[0]?.id) })}>Pack open orders again</Button>
        )}
      </div>
    </div>
  )
}

function outcomeOf({ status, lines, shipments }: PackOrder, packedShipmentIds: number | undefined): string {
  if (status === 'canceled') return 'canceled'
  if (lines.length > 0) return packedShipmentIds === undefined ? 'still to be packed' : 'packed in part'
  if (packedShipmentIds !== undefined) return 'packed'
  const last = shipments.at(-1)
  return last ? `packed by ${last.packed_by}` : 'nothing to pack'
}

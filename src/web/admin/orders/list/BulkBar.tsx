import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import ScanLine from 'lucide-react/icons/scan-line'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { PAPERS_AT_ONCE } from '#contract/limits.ts'
import { May } from '../../client/session.tsx'
import { Button, ButtonLink, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { labelsUrl, type Packed, pickListUrl, slipsUrl, usePackAll } from './use-pack-all.ts'

/** What can be done with the orders that are selected, on whatever page of the list they are. */
export function BulkBar({ ids, onClear }: { ids: readonly number[]; onClear: () => void }) {
  const [packed, setPacked] = useState<Packed>()
  const pack = usePackAll((result) => {
    setPacked(result)
    onClear()
  })
  return (
    <>
      {ids.length > 0 && (
        <section
          aria-label="Selected orders"
          className="sticky bottom-4 z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised px-4 py-2 shadow-float"
        >
          <p className="figures pr-2 font-[560]">
            {ids.length} {ids.length === 1 ? 'order' : 'orders'}
          </p>
          <May permission="shipments.change">
            <Button
              kind="primary"
              icon={<PackageCheck size={16} aria-hidden />}
              busy={pack.isPending}
              onClick={() => pack.mutate(ids)}
            >
              Pack
            </Button>
            <ButtonLink to={`${adminPaths.pack}?orders=${ids.join(',')}`} icon={<ScanLine size={16} aria-hidden />}>
              Pack by phone
            </ButtonLink>
          </May>
          <a
            href={pickListUrl(ids.slice(0, PAPERS_AT_ONCE))}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('secondary')}
          >
            <Printer size={16} aria-hidden />
            Pick list
          </a>
          <Button kind="quiet" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
      <PackedDialog packed={packed} onClose={() => setPacked(undefined)} />
    </>
  )
}

function PackedDialog({ packed, onClose }: { packed: Packed | undefined; onClose: () => void }) {
  const { shipments = [], refused = [] } = packed ?? {}
  return (
    <Dialog
      open={packed !== undefined}
      onClose={onClose}
      title={shipments.length === 1 ? '1 order is packed' : `${shipments.length} orders are packed`}
    >
      <div className="grid gap-4">
        {refused.length > 0 && (
          <div className="grid gap-1">
            <p className="font-[560]">{refused.length === 1 ? 'One was not:' : `${refused.length} were not:`}</p>
            <ul className="grid gap-1">
              {refused.map(({ id, why }) => (
                <li key={id}>
                  <span className="figures">{id}</span>: {why}
                </li>
              ))}
            </ul>
          </div>
        )}
        {shipments.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <a href={slipsUrl(shipments)} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
              Packing slips
            </a>
            <a href={labelsUrl(shipments)} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
              Labels
            </a>
          </div>
        )}
      </div>
    </Dialog>
  )
}

import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import ScanLine from 'lucide-react/icons/scan-line'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { MAX_DOCUMENTS } from '#contract/base/limits.ts'
import { IfPermitted } from '#web/admin/api/session.tsx'
import { UnclearedOrders } from '#web/admin/fulfillment/UnclearedOrders.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/compact.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { mergeResults, type PackResult } from './pack-orders.ts'
import { labelsUrl, pickListUrl, slipsUrl, usePackAll } from './use-pack-all.ts'

/** Bulk actions for the selected orders, across pages of the list. */
export function BulkBar({ ids, onClear }: { ids: readonly number[]; onClear: () => void }) {
  const [result, setResult] = useState<PackResult>()
  const pack = usePackAll((result, includeUncleared) => {
    setResult((before) => (includeUncleared && before ? mergeResults(before, result) : result))
    onClear()
  })
  const fitsOneDocument = ids.length <= MAX_DOCUMENTS
  return (
    <>
      {ids.length > 0 && (
        <section
          aria-label="Selected orders"
          className="sticky bottom-4 print:hidden z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised px-4 py-2 shadow-float"
        >
          <p className="figures pr-2 font-[560]">
            {ids.length} {ids.length === 1 ? 'order' : 'orders'}
          </p>
          <IfPermitted permission="shipments.change">
            <Button
              kind="primary"
              icon={<PackageCheck size={16} aria-hidden />}
              busy={pack.isPending}
              onClick={() => pack.mutate({ ids, includeUncleared: false })}
            >
              Pack
            </Button>
            {fitsOneDocument && (
              <ButtonLink to={`${adminPaths.pack}?orders=${ids.join(',')}`} icon={<ScanLine size={16} aria-hidden />}>
                Pack on this phone
              </ButtonLink>
            )}
          </IfPermitted>
          {fitsOneDocument ? (
            <a href={pickListUrl(ids)} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
              <Printer size={16} aria-hidden />
              Pick list
            </a>
          ) : (
            <p className="text-muted">A pick list can have at most {MAX_DOCUMENTS} orders.</p>
          )}
          <Button kind="quiet" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
      <PackResultDialog
        result={result}
        isPacking={pack.isPending}
        onPackAnyway={(uncleared) => pack.mutate({ ids: uncleared, includeUncleared: true })}
        onClose={() => setResult(undefined)}
      />
    </>
  )
}

type PackResultDialogProps = {
  result: PackResult | undefined
  isPacking: boolean
  onPackAnyway: (ids: readonly number[]) => void
  onClose: () => void
}

function PackResultDialog({ result, isPacking, onPackAnyway, onClose }: PackResultDialogProps) {
  const { shipments = [], refused = [], uncleared = [] } = result ?? {}
  return (
    <Dialog
      open={result !== undefined}
      onClose={onClose}
      title={shipments.length === 1 ? '1 order packed' : `${shipments.length} orders packed`}
    >
      <div className="grid gap-4">
        {refused.length > 0 && (
          <div className="grid gap-1">
            <p className="font-[560]">
              {refused.length === 1 ? 'One couldn’t be packed:' : `${refused.length} couldn’t be packed:`}
            </p>
            <ul className="grid gap-1">
              {refused.map(({ id, reason }) => (
                <li key={id}>
                  <span className="figures">{id}</span>: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        {uncleared.length > 0 && (
          <>
            <UnclearedOrders orders={uncleared} />
            <Button
              className="justify-self-start"
              busy={isPacking}
              onClick={() => onPackAnyway(uncleared.map(({ id }) => id))}
            >
              Pack {uncleared.length === 1 ? 'it' : 'them'} anyway
            </Button>
          </>
        )}
        {shipments.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <DocumentLinks name="Packing slips" urlOf={slipsUrl} shipments={shipments} kind="primary" />
            <DocumentLinks name="Labels" urlOf={labelsUrl} shipments={shipments} kind="secondary" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

type DocumentLinksProps = {
  name: string
  urlOf: (shipments: readonly number[]) => string
  shipments: readonly number[]
  kind: 'primary' | 'secondary'
}

/** Links to the documents: one file, or several when there are too many orders for one. */
function DocumentLinks({ name, urlOf, shipments, kind }: DocumentLinksProps) {
  const starts = Array.from({ length: Math.ceil(shipments.length / MAX_DOCUMENTS) }, (_, n) => n * MAX_DOCUMENTS)
  return starts.map((start) => {
    const batch = shipments.slice(start, start + MAX_DOCUMENTS)
    return (
      <a key={start} href={urlOf(batch)} target="_blank" rel="noreferrer" className={buttonClass(kind)}>
        {starts.length === 1 ? name : `${name} ${start + 1}–${start + batch.length}`}
      </a>
    )
  })
}

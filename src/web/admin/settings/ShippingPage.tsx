import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { useAdminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { formatShippingRate, type Method, type ShippingAction, type ShippingTable, type Zone } from './rate-labels.ts'
import { SettingsTabs } from './SettingsTabs.tsx'
import { MethodDialog, RemoveDialog, ZoneDialog } from './ShippingDialogs.tsx'
import { TestQuote } from './TestQuote.tsx'

/** Shipping zones, methods and rates (docs/back-office §6); existing orders keep their rates. */
export default function ShippingPage() {
  const table = useAdminQuery('shippingTable')
  const [action, setAction] = useState<ShippingAction>()
  const close = () => setAction(undefined)
  return (
    <>
      <PageHeader title="Shipping">
        <SettingsTabs />
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Loaded query={table}>
          {(data) => (
            <div className="grid min-w-0 gap-9">
              <Section
                title="Zones"
                actions={
                  <Button kind="quiet" onClick={() => setAction({ kind: 'zone' })}>
                    Add a zone
                  </Button>
                }
              >
                {data.zones.length === 0 ? (
                  <div className="pt-3">
                    <Empty title="No shipping zones yet">Add a zone by listing its ZIP Code prefixes.</Empty>
                  </div>
                ) : (
                  <ul className="divide-y divide-hairline">
                    {data.zones.map((zone) => (
                      <ZoneRow key={zone.code} zone={zone} methods={data.methods} onAction={setAction} />
                    ))}
                  </ul>
                )}
              </Section>
              <Section
                title="Methods"
                note="in the order shown to customers"
                actions={
                  <Button kind="quiet" onClick={() => setAction({ kind: 'method' })}>
                    Add a method
                  </Button>
                }
              >
                <MethodList table={data} onAction={setAction} />
              </Section>
              {action?.kind === 'zone' && <ZoneDialog zone={action.target} table={data} onClose={close} />}
              {action?.kind === 'method' && <MethodDialog method={action.target} table={data} onClose={close} />}
              {(action?.kind === 'remove_zone' || action?.kind === 'remove_method') && (
                <RemoveDialog action={action} table={data} onClose={close} />
              )}
            </div>
          )}
        </Loaded>
        <TestQuote />
      </div>
    </>
  )
}

type ZoneRowProps = { zone: Zone; methods: readonly Method[]; onAction: (action: ShippingAction) => void }

function ZoneRow({ zone, methods, onAction }: ZoneRowProps) {
  const { name, prefixes, rates } = zone
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="font-[560]">{name}</p>
        <span className="-mr-3 ml-auto flex gap-1">
          <Button kind="quiet" aria-label={`Change ${name}`} onClick={() => onAction({ kind: 'zone', target: zone })}>
            Change
          </Button>
          <Button
            kind="quiet"
            aria-label={`Remove ${name}`}
            onClick={() => onAction({ kind: 'remove_zone', target: zone })}
          >
            Remove
          </Button>
        </span>
      </div>
      <p className="figures text-small break-words text-muted">ZIPs starting with {prefixes.join(', ')}</p>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {methods.map(({ code, label }) => {
          const rate = rates.find(({ method }) => method === code)
          return (
            <div key={code} className="flex justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd className={rate ? 'figures' : 'text-muted'}>{rate ? formatShippingRate(rate) : 'not offered'}</dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}

/** The first method is offered first; reordering saves the whole table, like every other change. */
function MethodList({
  table: { methods, version },
  onAction,
}: {
  table: ShippingTable
  onAction: (action: ShippingAction) => void
}) {
  const order = useAdminMutation('orderShippingMethods')
  const move = (index: number, by: -1 | 1) => {
    const codes = methods.map(({ code }) => code)
    codes.splice(index + by, 0, ...codes.splice(index, 1))
    order.mutate({ body: { codes, expected_version: version } })
  }
  return (
    <ol className="divide-y divide-hairline">
      {methods.map((method, index) => {
        const { code, label } = method
        return (
          <li key={code} className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="-ml-2 flex">
              <IconButton
                label={`Move ${label} up`}
                disabled={index === 0 || order.isPending}
                onClick={() => move(index, -1)}
              >
                <ArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move ${label} down`}
                disabled={index === methods.length - 1 || order.isPending}
                onClick={() => move(index, 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </IconButton>
            </span>
            <span className="font-[560]">{label}</span>
            <code className="text-small text-muted">{code}</code>
            <span className="-mr-3 ml-auto flex gap-1">
              <Button
                kind="quiet"
                aria-label={`Change ${label}`}
                onClick={() => onAction({ kind: 'method', target: method })}
              >
                Change
              </Button>
              <Button
                kind="quiet"
                aria-label={`Remove ${label}`}
                onClick={() => onAction({ kind: 'remove_method', target: method })}
              >
                Remove
              </Button>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

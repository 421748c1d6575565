import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, LoadedPage, SkeletonRows } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { type Adjustment, adjustments } from './adjustments.ts'
import { Scarcity, stockPath } from './StockList.tsx'
import { formatSigned, type Movement, movementLabel, type StockRow } from './stock-labels.ts'

/** One product: stock, actions, and movements with author and reason. */
export default function ProductStockPage() {
  const { product_id = '' } = useParams()
  const before = Number(usePageUrl().get('after')) || undefined
  const history = useAdminQuery('stockHistory', {
    params: { product_id: Number(product_id) },
    query: before ? { before } : {},
  })
  return (
    <LoadedPage query={history} label="The product" skeleton={<ProductSkeleton />}>
      {({ product, movements, next }) => (
        <>
          <ProductHeader product={product} />
          <div className="pt-2">
            <Section title="Movements">
              {movements.length === 0 ? (
                <div className="pt-3">
                  <Empty title="No movements yet">
                    {product.has_contents
                      ? 'A package is made of its components: their stock moves when it is sold.'
                      : 'Count it first. Orders, returns and deliveries are listed here from then on.'}
                  </Empty>
                </div>
              ) : (
                <>
                  <DataTable
                    label="Movements"
                    rows={movements}
                    columns={columns}
                    idOf={({ number }) => String(number)}
                    isStale={history.isPlaceholderData}
                    mobileRow={(movement) => (
                      <div className="grid grid-cols-[minmax(0,1fr)_auto_3rem] gap-x-3">
                        <span>
                          {movementLabel(movement.kind)} <TimeAgo at={movement.created_at} className="text-muted" />
                        </span>
                        <span className="figures text-right">{formatSigned(movement.quantity)}</span>
                        <span className="figures text-right font-[560]">{movement.on_hand}</span>
                        <span className="text-small text-muted">
                          <MovementReason movement={movement} /> · {movement.created_by}
                        </span>
                      </div>
                    )}
                  />
                  <NextPageLink next={next} />
                </>
              )}
            </Section>
          </div>
        </>
      )}
    </LoadedPage>
  )
}

function ProductHeader({ product }: { product: StockRow }) {
  const canChange = useHasPermission('products.change')
  const [openAdjustment, setOpenAdjustment] = useState<Adjustment>()
  const { name, sku, stock, available, low, active, has_contents, scarcest } = product
  // A product without a stock figure must be counted first.
  const availableAdjustments: readonly Adjustment[] =
    stock === null ? ['count'] : ['receive', 'count', 'correct', 'damage']
  return (
    <>
      <PageLink to={adminPaths.stock} className="text-link text-small">
        Stock
      </PageLink>
      <PageHeader
        title={name}
        note={sku}
        actions={
          <>
            {canChange &&
              !has_contents &&
              availableAdjustments.map((kind, index) => (
                <Button key={kind} kind={index === 0 ? 'primary' : 'secondary'} onClick={() => setOpenAdjustment(kind)}>
                  {adjustments[kind].title}
                </Button>
              ))}
            <ButtonLink kind="quiet" to={fillPath(adminPaths.product, { product_id: product.product_id })}>
              Product
            </ButtonLink>
          </>
        }
      >
        <dl className="flex flex-wrap gap-x-12 gap-y-3 border-y border-hairline py-4">
          <Figure name="On hand">{has_contents ? 'none' : (stock ?? 'not tracked')}</Figure>
          <Figure name="Can be sold">{available ?? 'unlimited'}</Figure>
          <Figure name="Status">
            <span className="text-note">
              <StateDot
                tone={!active || available === null ? 'idle' : available === 0 ? 'bad' : low ? 'waiting' : 'good'}
              >
                {!active ? 'not for sale' : available === 0 ? 'sold out' : low ? 'low stock' : 'for sale'}
              </StateDot>
            </span>
          </Figure>
          {has_contents && (
            <Figure name="Scarcest component">
              {scarcest ? (
                <PageLink to={stockPath(scarcest.product_id)} className="text-link text-note">
                  <Scarcity row={product} />
                </PageLink>
              ) : (
                <span className="text-note">
                  <Scarcity row={product} />
                </span>
              )}
            </Figure>
          )}
        </dl>
      </PageHeader>
      {openAdjustment && (
        <AdjustDialog
          key={openAdjustment}
          kind={openAdjustment}
          product={product}
          onClose={() => setOpenAdjustment(undefined)}
        />
      )}
    </>
  )
}

/** Skeleton: breadcrumb, name with actions, figures and movements. */
const ProductSkeleton = () => (
  <div role="status" aria-label="The product is loading">
    <Skeleton className="h-4 w-12" />
    <div className="flex flex-wrap items-center gap-2 pt-1.5 pb-3">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-9 w-24 rounded-pill sm:ml-auto" />
      <Skeleton className="h-9 w-20 rounded-pill" />
      <Skeleton className="h-9 w-24 rounded-pill" />
    </div>
    <div className="mb-4 flex flex-wrap gap-x-12 gap-y-3 border-y border-hairline py-4">
      <Skeleton className="h-12 w-16" />
      <Skeleton className="h-12 w-16" />
      <Skeleton className="h-12 w-20" />
    </div>
    <Skeleton className="my-3 h-5 w-24" />
    <SkeletonRows rows={6} />
  </div>
)

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures text-title">{children}</dd>
  </div>
)

const MovementReason = ({ movement: { order_id, reason } }: { movement: Movement }) => (
  <>
    {order_id !== null && (
      <PageLink to={fillPath(adminPaths.order, { order_id })} className="text-link tap-target figures">
        Order {order_id}
      </PageLink>
    )}
    {order_id !== null && reason !== '' && ' · '}
    {reason}
  </>
)

const columns: readonly DataColumn<Movement>[] = [
  { id: 'kind', header: 'Type', cell: ({ kind }) => movementLabel(kind) },
  { id: 'at', header: 'When', cell: ({ created_at }) => <TimeAgo at={created_at} className="text-muted" /> },
  { id: 'why', header: 'Reason', cell: (movement) => <MovementReason movement={movement} /> },
  { id: 'who', header: 'Who', cell: ({ created_by }) => <span className="text-muted">{created_by}</span> },
  { id: 'quantity', header: 'Quantity', end: true, cell: ({ quantity }) => formatSigned(quantity) },
  {
    id: 'on_hand',
    header: 'On hand',
    end: true,
    cell: ({ on_hand }) => on_hand.toLocaleString('en-US'),
    className: 'font-[560]',
  },
]

import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { productStatuses } from '#domain/catalog/product-content.ts'
import { formatDollars } from '#domain/money/money.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Detail } from '../../ui/Detail.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { Section } from '../../ui/Section.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { VisibilityFields } from './DetailFields.tsx'
import { statusLabels } from './editor-labels.ts'
import type { ManagedProduct } from './product-draft.ts'
import type { useProductDraft } from './use-product-draft.ts'

type ProductFactsProps = { editing: ReturnType<typeof useProductDraft>; product: ManagedProduct }

/** Status and visibility, and what else is known about the product. */
export function ProductFacts({ editing, product }: ProductFactsProps) {
  const { draft, update } = editing
  const { product_id, stock, contents, part_of, cv, pv } = product
  return (
    <Section title="Status">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3">
        <RadioList
          legend="Status"
          isLegendHidden
          value={draft.status}
          onChange={(status) => update({ status })}
          options={productStatuses.map((status) => ({
            value: status,
            label: (
              <>
                {statusLabels[status].label} <span className="text-small text-muted">{statusLabels[status].hint}</span>
              </>
            ),
          }))}
        />
        <VisibilityFields {...editing} />
        <dl className="grid gap-3">
          <Detail name="Stock">
            <PageLink to={fillPath(adminPaths.stockOfProduct, { product_id })} className="text-link figures">
              {contents.length > 0
                ? 'That of its parts'
                : stock === null
                  ? 'Not tracked'
                  : `${stock.toLocaleString('en-US')} on hand`}
            </PageLink>
          </Detail>
          <Detail name="Points and commission per piece">
            <span className="figures">
              {pv.toLocaleString('en-US')} PV · {formatDollars(cv)} CV
            </span>
          </Detail>
          {part_of.length > 0 && (
            <Detail name="Part of">
              <ul>
                {part_of.map((part) => (
                  <li key={part.product_id}>
                    <PageLink to={fillPath(adminPaths.product, { product_id: part.product_id })} className="text-link">
                      {part.name}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </Detail>
          )}
          <Detail name="Last change">
            <TimeAgo at={product.updated_at} />
          </Detail>
        </dl>
      </div>
    </Section>
  )
}

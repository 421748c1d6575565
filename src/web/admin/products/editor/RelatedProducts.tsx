import Close from 'lucide-react/icons/x'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { DragHandle, MoveButtons } from '../../ui/MoveButtons.tsx'
import { Section } from '../../ui/Section.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { ListError } from './ListError.tsx'
import { ProductSearch } from './ProductSearch.tsx'
import type { DraftProps } from './use-product-draft.ts'

type RelatedProps = DraftProps & { productId: number | undefined; readOnly: boolean }

/** Products shown below this one; the store adds others if there are few. */
export function RelatedProducts({ draft, update, productId, readOnly }: RelatedProps) {
  const { related } = draft
  const reorder = useReorder(related, (moved) => update({ related: moved }))
  const ids = related.map(({ product_id }) => product_id)
  return (
    <Section title="Related products">
      <div className="grid gap-3 pt-3">
        <ListError name="related" />
        {related.length > 0 && (
          <ul aria-label="Related products" className="divide-y divide-hairline">
            {related.map((product, index) => (
              <li
                key={product.product_id}
                {...reorder.rowProps(index)}
                className="flex items-center gap-3 py-1 data-dragged:opacity-50"
              >
                {!readOnly && related.length > 1 && <DragHandle {...reorder.handleProps(index)} />}
                <PageLink
                  to={fillPath(adminPaths.product, { product_id: product.product_id })}
                  className="text-link min-w-0 flex-1"
                >
                  {product.name}
                </PageLink>
                {!readOnly && (
                  <div className="flex">
                    <MoveButtons name={product.name} index={index} count={related.length} move={reorder.move} />
                    <IconButton
                      label={`Remove ${product.name}`}
                      onClick={() => update({ related: related.filter((other) => other !== product) })}
                    >
                      <Close size={16} aria-hidden />
                    </IconButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {related.length === 0 && <p className="text-muted">The store chooses others of the same category.</p>}
        {!readOnly && (
          <ProductSearch
            label="Add a related product"
            excluded={productId === undefined ? ids : [...ids, productId]}
            onSelect={({ id, name }) => update({ related: [...related, { product_id: id, name }] })}
          />
        )}
      </div>
    </Section>
  )
}

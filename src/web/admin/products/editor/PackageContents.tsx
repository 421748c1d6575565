import Close from 'lucide-react/icons/x'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { controlClass } from '../../ui/compact.ts'
import { DragHandle, MoveButtons } from '../../ui/MoveButtons.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import { Section } from '../../ui/Section.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { comparePackage, sumParts } from './editor-labels.ts'
import { ListError } from './ListError.tsx'
import { ProductSearch } from './ProductSearch.tsx'
import type { DraftProps } from './use-product-draft.ts'

type ContentsProps = DraftProps & {
  /** The product itself, which cannot contain itself. */
  productId: number | undefined
  readOnly: boolean
}

/** The products of a package, with what they cost together. */
export function PackageContents({ draft, update, productId, readOnly }: ContentsProps) {
  const { contents } = draft
  const reorder = useReorder(contents, (moved) => update({ contents: moved }))
  const total = sumParts(contents)
  const price = Math.round(parseAmount(draft.price) * 100)
  const ids = contents.map(({ product_id }) => product_id)
  return (
    <Section title="Contents" note={contents.length > 0 && contents.length}>
      <div className="grid gap-3 pt-3">
        <ListError name="contents" />
        {contents.length > 0 && (
          <ul aria-label="Contents" className="divide-y divide-hairline">
            {contents.map((part, index) => (
              <li
                key={part.product_id}
                data-row
                {...reorder.rowProps(index)}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 data-dragged:opacity-50"
              >
                {!readOnly && contents.length > 1 && <DragHandle {...reorder.handleProps(index)} />}
                <input
                  inputMode="numeric"
                  aria-label={`Quantity of ${part.name}`}
                  value={part.quantity}
                  onChange={({ target }) =>
                    update({
                      contents: contents.map((other) =>
                        other === part ? { ...other, quantity: target.value } : other,
                      ),
                    })
                  }
                  className={`${controlClass} figures max-w-16`}
                />
                <PageLink
                  to={fillPath(adminPaths.product, { product_id: part.product_id })}
                  className="text-link min-w-32 flex-1"
                >
                  {part.name}
                </PageLink>
                <Money value={part.price} className="text-muted" />
                {!readOnly && (
                  <div className="flex">
                    <MoveButtons name={part.name} index={index} count={contents.length} move={reorder.move} />
                    <IconButton
                      label={`Remove ${part.name}`}
                      onClick={() => update({ contents: contents.filter((other) => other !== part) })}
                    >
                      <Close size={16} aria-hidden />
                    </IconButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {!readOnly && (
          <ProductSearch
            label="Add a product to the package"
            excluded={productId === undefined ? ids : [...ids, productId]}
            onSelect={({ id, name, price }) =>
              update({ contents: [...contents, { product_id: id, name, price, quantity: '1' }] })
            }
          />
        )}
        {contents.length > 0 && total !== undefined && (
          <p className="figures text-muted">
            Bought separately {formatDollars(total / 100)}
            {Number.isFinite(price) && `. The package costs ${comparePackage(price, total)}.`}
          </p>
        )}
      </div>
    </Section>
  )
}

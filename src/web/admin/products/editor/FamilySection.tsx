import { adminPaths } from '#contract/admin-paths.ts'
import type { ManagedFamily } from '#contract/catalog/families.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../../api/query.ts'
import { useHasPermission } from '../../api/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DissolveDialog, FamilyDialog } from './FamilyDialog.tsx'
import type { ManagedProduct } from './product-draft.ts'

export type FamilyDialogName = 'family' | 'dissolve family'

type FamilySectionProps = {
  product: ManagedProduct
  /** Saving the family makes a version of the product, which the editor opens if nothing else changed. */
  hasUnsaved: boolean
  /** The open dialog of the editor, which keeps the product as it is until it closes. */
  dialog: string | undefined
  onDialog: (name: FamilyDialogName | undefined) => void
}

/** The products that share a picker with this one, and what sets each apart. */
export function FamilySection(props: FamilySectionProps) {
  const { product, hasUnsaved, dialog, onDialog } = props
  const canChange = useHasPermission('products.change')
  const { family } = product
  if (family) return <KnownFamily key={family.family_id} familyId={family.family_id} {...props} />
  return (
    <Section title="Family">
      <div className="grid justify-items-start gap-3 pt-3">
        <p className="text-muted">Shades or sizes of one product share a family.</p>
        {canChange && (
          <Button disabled={hasUnsaved} onClick={() => onDialog('family')}>
            Make a family
          </Button>
        )}
        {canChange && hasUnsaved && <Unsaved />}
      </div>
      {dialog === 'family' && <FamilyDialog product={product} family={undefined} onClose={() => onDialog(undefined)} />}
    </Section>
  )
}

function KnownFamily({ familyId, product, hasUnsaved, dialog, onDialog }: FamilySectionProps & { familyId: number }) {
  const canChange = useHasPermission('products.change')
  const query = useAdminQuery('managedFamily', { params: { family_id: familyId } })
  const close = () => onDialog(undefined)
  return (
    <Section title="Family">
      <Loaded query={query}>
        {(family: ManagedFamily) => (
          <div className="grid gap-3 pt-3">
            <p>
              {family.name} <span className="text-muted">· {family.option_name}</span>
            </p>
            <ul aria-label="Members of the family" className="divide-y divide-hairline">
              {family.members.map(({ product_id, name, option_value, status, swatch }) => (
                <li key={product_id} className="flex min-w-0 items-center gap-3 py-2">
                  {swatch && <Swatch color={swatch} />}
                  {product_id === product.product_id ? (
                    <span className="min-w-0 flex-1 font-medium">{option_value}</span>
                  ) : (
                    <PageLink
                      to={fillPath(adminPaths.product, { product_id })}
                      title={name}
                      className="text-link min-w-0 flex-1"
                    >
                      {option_value}
                    </PageLink>
                  )}
                  <span className="text-small text-muted">
                    {[product_id === family.canonical_id && 'Main', status !== 'active' && status]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
            {canChange && (
              <div className="flex flex-wrap gap-2">
                <Button disabled={hasUnsaved} onClick={() => onDialog('family')}>
                  Edit family
                </Button>
                <Button kind="quiet" disabled={hasUnsaved} onClick={() => onDialog('dissolve family')}>
                  Dissolve…
                </Button>
              </div>
            )}
            {canChange && hasUnsaved && <Unsaved />}
            {dialog === 'family' && <FamilyDialog product={product} family={family} onClose={close} />}
            {dialog === 'dissolve family' && <DissolveDialog family={family} onClose={close} />}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const Unsaved = () => <p className="text-small text-muted">Save or discard your changes to edit the family.</p>

const Swatch = ({ color }: { color: string }) => (
  <span
    aria-hidden
    className="size-5 shrink-0 rounded-full border border-hairline"
    style={{ backgroundColor: color }}
  />
)

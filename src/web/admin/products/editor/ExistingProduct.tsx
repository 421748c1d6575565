import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { saveProductCall } from '#contract/catalog/admin-calls.ts'
import { fillPath } from '#contract/paths.ts'
import type { ProductStatus } from '#domain/catalog/product-content.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useHasPermission } from '../../api/session.tsx'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../../api/use-expected-version.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConcurrentChanges } from '../../ui/ConcurrentChanges.tsx'
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { describeProduct, statusLabels } from './editor-labels.ts'
import { type FamilyDialogName, FamilySection } from './FamilySection.tsx'
import { ProductFacts } from './ProductFacts.tsx'
import { ProductForm } from './ProductForm.tsx'
import { ProductHistory } from './ProductHistory.tsx'
import { type ManagedProduct, toDraft } from './product-draft.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SaveBar } from './SaveBar.tsx'
import { findContractErrors, useProductDraft } from './use-product-draft.ts'
import { useSubmission } from './use-submission.ts'

type ExistingProductProps = {
  /** The version that the editor opened with. */
  product: ManagedProduct
  /** The product as it is now, as far as the page knows. */
  current: ManagedProduct
  /** Set after a save, which moves the focus to the heading. */
  isSaved: boolean
  onOpen: (product: ManagedProduct, isSaved: boolean) => void
}

/** Edits a product; read-only for clerks. */
export function ExistingProduct({ product, current, isSaved, onOpen }: ExistingProductProps) {
  const navigate = useNavigate()
  const canChange = useHasPermission('products.change')
  const params = { product_id: product.product_id }
  const [initial] = useState(() => toDraft(product))
  const editing = useProductDraft(initial)
  const { draft, changes, isChanged } = editing
  const submission = useSubmission()
  const { opened, latest, sendExpected } = useExpectedVersion(product)
  const [isWaiting, setWaiting] = useState(false)
  const [open, setOpen] = useState<'history' | 'remove' | FamilyDialogName>()
  const [isGone, setGone] = useState(false)
  const save = useAdminMutation('saveProduct', {
    hideErrorToast: true,
    successMessage: ({ name }) => `${name} saved.`,
    onSuccess: (saved) => onOpen(saved, true),
  })
  const isUploading = isWaiting || draft.images.some(({ upload }) => upload && upload.state !== 'failed')

  const openCurrent = useEffectEvent(() => {
    if (isNewer(current, product) && !isChanged && !open && !save.isPending) onOpen(current, false)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of them changes
  useEffect(() => openCurrent(), [current.version, isChanged, open])

  function submit(status?: ProductStatus) {
    const fields = { ...changes, ...(status && { status }) }
    if (save.isPending || isUploading || Object.keys(fields).length === 0) return
    const confirmed = submission.confirmed && { confirmed: true }
    const errors = findContractErrors(saveProductCall, { fields, expected_version: latest.version, ...confirmed })
    void submission.submit(draft, errors, () =>
      sendExpected((expected_version) =>
        save.mutateAsync({ params, body: { fields, expected_version, ...confirmed } }),
      ),
    )
  }

  const isDraft = product.status === 'draft' && draft.status === 'draft'
  const { label, tone } = statusLabels[product.status]
  return (
    <>
      <UnsavedGuard
        when={isChanged && !save.isPending && !isGone}
        message="Your changes to this product are not saved."
      />
      <PageLink to={adminPaths.products} className="text-link text-small">
        Products
      </PageLink>
      <PageHeader
        title={product.name}
        note={
          <StateDot tone={product.status === 'active' && product.url === null ? 'idle' : tone}>
            {product.status === 'active' && product.url === null ? 'Active, not visible now' : label}
          </StateDot>
        }
        actions={
          <>
            <Button icon={<History size={16} aria-hidden />} onClick={() => setOpen('history')}>
              History
            </Button>
            <Menu
              trigger={
                <IconButton label="More actions">
                  <Ellipsis size={17} aria-hidden />
                </IconButton>
              }
            >
              {product.url && <MenuLink href={product.url}>View in store</MenuLink>}
              <MenuItem onSelect={() => void navigate(fillPath(adminPaths.stockOfProduct, params))}>Stock</MenuItem>
              {canChange && (
                <>
                  <MenuItem onSelect={() => void navigate(`${adminPaths.newProduct}?copy=${product.product_id}`)}>
                    Duplicate
                  </MenuItem>
                  <MenuItem danger onSelect={() => setOpen('remove')}>
                    {product.has_orders ? 'Archive…' : 'Delete…'}
                  </MenuItem>
                </>
              )}
            </Menu>
          </>
        }
      />
      <ProductForm
        form={submission.form}
        editing={editing}
        product={product}
        errors={submission.errors}
        readOnly={!canChange}
        busy={save.isPending}
        onSubmit={() => submit()}
        onWaiting={setWaiting}
        family={<FamilySection product={product} hasUnsaved={isChanged} dialog={open} onDialog={setOpen} />}
        aside={<ProductFacts editing={editing} product={product} />}
        bar={
          canChange &&
          (isChanged || isDraft) && (
            <SaveBar
              message={submission.message}
              alert={submission.alert}
              confirmation={submission.confirmation}
              onDiscard={isChanged ? () => onOpen(isNewer(latest, current) ? latest : current, false) : undefined}
              saveLabel="Save"
              onPublish={isDraft ? () => submit('active') : undefined}
              busy={save.isPending}
              isUploading={isUploading}
              canSave={isChanged}
            >
              <ConcurrentChanges
                opened={opened}
                latest={latest}
                facts={describeProduct}
                onUseTheirs={() => onOpen(latest, false)}
              />
            </SaveBar>
          )
        }
      />
      {open === 'history' && (
        <ProductHistory
          product={product}
          canRestore={canChange && !isChanged}
          hasUnsaved={isChanged}
          onRestore={(restored) => onOpen(restored, true)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'remove' && (
        <RemoveDialog
          product={product}
          onArchive={(archived) => onOpen(archived, true)}
          onDelete={() => {
            // Synchronous, so that leaving does not ask about unsaved changes.
            flushSync(() => setGone(true))
            void navigate(adminPaths.products)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {isSaved && <FocusHeading />}
    </>
  )
}

const isNewer = (a: ManagedProduct, b: ManagedProduct): boolean => Number(a.version) > Number(b.version)

/** Moves the focus to the page's heading, because the button that saved is gone. */
function FocusHeading() {
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [])
  return null
}

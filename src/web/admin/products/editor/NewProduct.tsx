import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminBody } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { addProductCall } from '#contract/catalog/admin-calls.ts'
import { fillPath } from '#contract/paths.ts'
import type { ProductStatus } from '#domain/catalog/product-content.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import { Section } from '../../ui/Section.tsx'
import { VisibilityFields } from './DetailFields.tsx'
import { ProductForm } from './ProductForm.tsx'
import { type ProductDraft, toFields } from './product-draft.ts'
import { SaveBar } from './SaveBar.tsx'
import { findContractErrors, useProductDraft } from './use-product-draft.ts'
import { useSubmission } from './use-submission.ts'

/** Adds a product, as a draft or published at once. */
export function NewProduct({ initial }: { initial: ProductDraft }) {
  const navigate = useNavigate()
  const editing = useProductDraft(initial)
  const { draft } = editing
  const submission = useSubmission()
  const [isWaiting, setWaiting] = useState(false)
  // Pressing twice, or again after a lost response, adds one product.
  const [creationKey] = useState(() => crypto.randomUUID())
  const add = useAdminMutation('addProduct', {
    hideErrorToast: true,
    successMessage: ({ name, status }) => (status === 'draft' ? `${name} saved as a draft.` : `${name} is published.`),
    onSuccess: ({ product_id }) => void navigate(fillPath(adminPaths.product, { product_id }), { replace: true }),
  })
  const isUploading = isWaiting || draft.images.some(({ upload }) => upload && upload.state !== 'failed')

  function save(status: ProductStatus) {
    if (add.isPending || isUploading) return
    const { handle, ...fields } = toFields(draft)
    const body = {
      fields: { ...fields, status, ...(handle !== '' && { handle }) },
      stock: draft.stock.trim() === '' || draft.contents.length > 0 ? null : parseAmount(draft.stock),
      creation_key: creationKey,
      ...(submission.confirmed && { confirmed: true }),
    } satisfies AdminBody<'addProduct'>
    void submission.submit(draft, findContractErrors(addProductCall, body), () => add.mutateAsync({ body }))
  }

  return (
    <>
      <UnsavedGuard when={editing.isChanged && !add.isPending} message="This product is not saved yet." />
      <PageLink to={adminPaths.products} className="text-link text-small">
        Products
      </PageLink>
      <PageHeader title="New product" />
      <ProductForm
        form={submission.form}
        editing={editing}
        product={undefined}
        errors={submission.errors}
        readOnly={false}
        busy={add.isPending}
        onSubmit={() => save('draft')}
        onWaiting={setWaiting}
        aside={
          <Section title="Visibility">
            <div className="pt-3">
              <VisibilityFields {...editing} />
            </div>
          </Section>
        }
        bar={
          <SaveBar
            message={submission.message}
            alert={submission.alert}
            confirmation={submission.confirmation}
            saveLabel="Save draft"
            onPublish={() => save('active')}
            busy={add.isPending}
            isUploading={isUploading}
            canSave
          />
        }
      />
    </>
  )
}

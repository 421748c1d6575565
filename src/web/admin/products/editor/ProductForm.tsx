import { type ReactNode, type RefObject, type SubmitEvent, useState } from 'react'
import { FieldErrors } from '../../ui/FieldErrors.tsx'
import {
  BasicFields,
  DescriptionField,
  FamilyFields,
  PriceFields,
  SearchFields,
  StorageFields,
} from './DetailFields.tsx'
import { DocumentList } from './DocumentList.tsx'
import { PackageContents } from './PackageContents.tsx'
import { PictureList } from './PictureList.tsx'
import { ProductPreview } from './ProductPreview.tsx'
import type { ManagedProduct } from './product-draft.ts'
import { RelatedProducts } from './RelatedProducts.tsx'
import type { useProductDraft } from './use-product-draft.ts'

type ProductFormProps = {
  form: RefObject<HTMLFormElement | null>
  editing: ReturnType<typeof useProductDraft>
  /** Undefined for a new product. */
  product: ManagedProduct | undefined
  errors: Record<string, string>
  readOnly: boolean
  busy: boolean
  onSubmit: () => void
  /** Receives true while files of the description or documents are uploading. */
  onWaiting: (waiting: boolean) => void
  /** The family of an existing product. */
  family?: ReactNode
  /** Shown above the preview. */
  aside: ReactNode
  /** The actions at the foot. */
  bar: ReactNode
}

/** All fields of a product, with the preview next to them. */
export function ProductForm({
  form,
  editing,
  product,
  errors,
  readOnly,
  busy,
  onSubmit,
  onWaiting,
  family,
  aside,
  bar,
}: ProductFormProps) {
  const { draft, setDraft, update } = editing
  const props = { draft, update }
  const productId = product?.product_id
  const isNew = product === undefined
  const [waiting] = useState(() => new Set<string>())
  const reportWaiting = (part: string) => (isWaiting: boolean) => {
    if (isWaiting) waiting.add(part)
    else waiting.delete(part)
    onWaiting(waiting.size > 0)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A dialog inside is elsewhere in the document.
    if (event.target === form.current) onSubmit()
  }
  return (
    <form ref={form} noValidate method="post" onSubmit={submit}>
      <FieldErrors value={errors}>
        <fieldset
          disabled={readOnly || busy}
          className="grid min-w-0 items-start gap-x-12 gap-y-9 pt-2 lg:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <div className="grid min-w-0 gap-9">
            <BasicFields {...props} product={product} />
            <PictureList {...props} setDraft={setDraft} readOnly={readOnly} />
            <PriceFields {...props} />
            <DescriptionField
              {...props}
              error={errors.description_html}
              readOnlyHtml={readOnly ? (product?.description_html ?? '') : undefined}
              onWaiting={reportWaiting('description')}
            />
            {(draft.kind === 'package' || draft.contents.length > 0) && (
              <PackageContents {...props} productId={productId} readOnly={readOnly} />
            )}
            <StorageFields {...props} isNew={isNew} />
            {family ?? <FamilyFields {...props} />}
            <RelatedProducts {...props} productId={productId} readOnly={readOnly} />
            <DocumentList {...props} setDraft={setDraft} readOnly={readOnly} onWaiting={reportWaiting('documents')} />
            <SearchFields {...props} isNew={isNew} />
          </div>
          <div className="grid min-w-0 gap-9">
            {aside}
            <ProductPreview draft={draft} productId={productId} />
          </div>
        </fieldset>
      </FieldErrors>
      {bar}
    </form>
  )
}

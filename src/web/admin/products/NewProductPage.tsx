import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '../api/query.ts'
import { RecordSkeleton } from '../ui/RecordSkeleton.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NewProduct } from './editor/NewProduct.tsx'
import { emptyDraft, toCopy } from './editor/product-draft.ts'

/** The editor of a new product, empty or filled with the content of another (`?copy=ID`). */
export default function NewProductPage() {
  const copied = Number(usePageUrl().get('copy')) || undefined
  return copied === undefined ? <NewProduct initial={emptyDraft} /> : <Copy key={copied} productId={copied} />
}

function Copy({ productId }: { productId: number }) {
  const product = useQuery(adminQuery('managedProduct', { params: { product_id: productId } }))
  return (
    <LoadedPage query={product} label="The product" skeleton={<RecordSkeleton label="The product is loading" />}>
      {(loaded) => <NewProduct initial={toCopy(loaded)} />}
    </LoadedPage>
  )
}

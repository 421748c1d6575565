import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { adminQuery } from '../api/query.ts'
import { RecordSkeleton } from '../ui/RecordSkeleton.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { ExistingProduct } from './editor/ExistingProduct.tsx'
import type { ManagedProduct } from './editor/product-draft.ts'

/** The editor of a product, with its preview and its history. */
export default function ProductPage() {
  const { product_id = '' } = useParams()
  const product = useQuery(adminQuery('managedProduct', { params: { product_id: Number(product_id) } }))
  return (
    <LoadedPage query={product} label="The product" skeleton={<RecordSkeleton label="The product is loading" />}>
      {(loaded) => <Editor key={loaded.product_id} current={loaded} />}
    </LoadedPage>
  )
}

/** Opens the editor again with each saved version; a version by someone else waits until nothing is entered. */
function Editor({ current }: { current: ManagedProduct }) {
  const [opened, setOpened] = useState({ product: current, isSaved: false, times: 0 })
  return (
    <ExistingProduct
      key={opened.times}
      product={opened.product}
      current={current}
      isSaved={opened.isSaved}
      onOpen={(product, isSaved) => setOpened(({ times }) => ({ product, isSaved, times: times + 1 }))}
    />
  )
}

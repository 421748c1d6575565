import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CsrfField } from '#web/CsrfField.tsx'
import { usePublicUrl } from '#web/hydration.ts'
import { paths } from '#web/paths.ts'
import { productQuery } from './queries.ts'

export default function ProductPage() {
  const { product_id } = useParams()
  const { data: product } = useSuspenseQuery(productQuery(Number(product_id)))
  const publicUrl = usePublicUrl()
  return (
    <>
      <title>{product.name}</title>
      <meta name="description" content={product.summary} />
      <link rel="canonical" href={`${publicUrl}${product.url}`} />
      <h1>{product.name}</h1>
      <form method="post" action={paths.api.addToCart}>
        <CsrfField />
        <input type="hidden" name="id" value={product.id} />
        <input type="number" name="quantity" defaultValue={1} min={1} max={99} aria-label="Quantity" />
        <button type="submit">Add to cart</button>
      </form>
    </>
  )
}

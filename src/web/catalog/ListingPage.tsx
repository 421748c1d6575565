import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { listingQuery, readListingQuery } from './queries.ts'

export default function ListingPage() {
  const [search] = useSearchParams()
  const { data: listing } = useSuspenseQuery(listingQuery(readListingQuery(search)))
  return (
    <>
      <title>Packages</title>
      <h1>Packages</h1>
      <p>{listing.total} found</p>
      <ul>
        {listing.data.map((product) => (
          <li key={product.id}>
            <Link to={product.url}>{product.name}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

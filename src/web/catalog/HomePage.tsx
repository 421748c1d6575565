import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { homeQuery, shopQuery } from './queries.ts'

export default function HomePage() {
  const { data: home } = useSuspenseQuery(homeQuery())
  const { data: shop } = useSuspenseQuery(shopQuery())
  return (
    <>
      <title>{shop.shop_name}</title>
      <h1>{home.slides[0]?.heading ?? shop.shop_name}</h1>
      <ul>
        {home.featured.map((product) => (
          <li key={product.id}>
            <Link to={product.url}>{product.name}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, ScrollRestoration } from 'react-router'
import { shopQuery } from '#web/catalog/queries.ts'
import { paths } from '#web/paths.ts'
import { usePersonal } from '#web/personal.ts'

export function RootLayout() {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const { cart } = usePersonal()
  return (
    <>
      <header>
        <Link to={paths.home}>{shop.shop_name}</Link>
        <Link to={paths.packages}>Packages</Link>
        <Link to={paths.cart}>Bag ({cart?.quantity ?? 0})</Link>
      </header>
      <main>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}

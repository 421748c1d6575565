import { createContext, useContext } from 'react'
import type { Shop } from '#contract/content/calls.ts'
import { Logo } from '#web/page/Logo.tsx'

/** Name and logo as they were when the page was loaded, like its styles. */
export const ShopContext = createContext<Pick<Shop, 'shop_name' | 'logo'>>({ shop_name: 'Salonfront', logo: null })

export const ShopLogo = ({ className }: { className: string }) => (
  <Logo shop={useContext(ShopContext)} className={className} />
)

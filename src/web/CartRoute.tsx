import CartPage from './shop/cart/CartPage.tsx'
import { PendingOrderNotice } from './shop/checkout/PendingOrderNotice.tsx'

/** Mounts the notice about a pending order here because checkout is layered above cart. */
const CartRoute = () => <CartPage emptyContent={<PendingOrderNotice />} />
export default CartRoute

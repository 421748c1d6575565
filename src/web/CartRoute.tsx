import CartPage from './shop/cart/CartPage.tsx'
import { UnansweredNotice } from './shop/checkout/UnansweredNotice.tsx'

/** Mounts the notice about an unanswered order here because checkout is layered above cart. */
const CartRoute = () => <CartPage whenEmpty={<UnansweredNotice />} />
export default CartRoute

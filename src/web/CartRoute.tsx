import CartPage from './cart/CartPage.tsx'
import { UnansweredNotice } from './checkout/UnansweredNotice.tsx'

/** The cart, and in an empty one what became of the order it was sent with: the checkout stands above the cart. */
const CartRoute = () => <CartPage whenEmpty={<UnansweredNotice />} />
export default CartRoute

import { messages } from '#contract/messages.ts'
import { usePersonal } from '#web/personal.ts'

export default function CartPage() {
  const { cart } = usePersonal()
  return (
    <>
      <title>Shopping Cart</title>
      <h1>Shopping Cart</h1>
      {cart ? <p>Your Cart ({cart.quantity})</p> : <p>{messages.cartEmpty}</p>}
    </>
  )
}

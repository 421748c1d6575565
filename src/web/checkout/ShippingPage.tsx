import { usePersonal } from '#web/personal.ts'

export default function ShippingPage() {
  const { cart } = usePersonal()
  return (
    <>
      <title>Shipping</title>
      <h1>Shipping</h1>
      {cart && <p>Your Cart ({cart.quantity})</p>}
    </>
  )
}

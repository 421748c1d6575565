import { usePersonal } from '#web/personal.ts'

export default function PaymentPage() {
  const { cart } = usePersonal()
  return (
    <>
      <title>Payment</title>
      <h1>Payment</h1>
      {cart && <p>Your Cart ({cart.quantity})</p>}
    </>
  )
}

import { usePersonal } from '#web/personal.ts'

export default function ReviewPage() {
  const { cart } = usePersonal()
  return (
    <>
      <title>Review</title>
      <h1>Review</h1>
      {cart && <p>Your Cart ({cart.quantity})</p>}
    </>
  )
}

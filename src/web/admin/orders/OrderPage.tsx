import { PageHead } from '../ui/PageHead.tsx'

export default function OrderPage() {
  return <PageHead title="Order" />
}

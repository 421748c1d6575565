import { PageHead } from '../ui/PageHead.tsx'

export default function OrdersPage() {
  return <PageHead title="Orders" />
}

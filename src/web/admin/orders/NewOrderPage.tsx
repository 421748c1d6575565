import { PageHead } from '../ui/PageHead.tsx'

export default function NewOrderPage() {
  return <PageHead title="NewOrder" />
}

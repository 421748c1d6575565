import { PageHead } from '../ui/PageHead.tsx'

export default function StockPage() {
  return <PageHead title="Stock" />
}

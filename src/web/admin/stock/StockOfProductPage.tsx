import { PageHead } from '../ui/PageHead.tsx'

export default function StockOfProductPage() {
  return <PageHead title="StockOfProduct" />
}

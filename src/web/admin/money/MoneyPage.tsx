import { PageHead } from '../ui/PageHead.tsx'

export default function MoneyPage() {
  return <PageHead title="Money" />
}

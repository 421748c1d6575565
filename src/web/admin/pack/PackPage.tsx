import { PageHead } from '../ui/PageHead.tsx'

export default function PackPage() {
  return <PageHead title="Pack" />
}

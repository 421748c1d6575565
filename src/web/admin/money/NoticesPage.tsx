import { PageHead } from '../ui/PageHead.tsx'

export default function NoticesPage() {
  return <PageHead title="Notices" />
}

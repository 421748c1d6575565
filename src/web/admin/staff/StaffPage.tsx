import { PageHead } from '../ui/PageHead.tsx'

export default function StaffPage() {
  return <PageHead title="Staff" />
}

import { PageHead } from '../ui/PageHead.tsx'

export default function ProfilePage() {
  return <PageHead title="Profile" />
}

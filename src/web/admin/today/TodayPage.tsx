import { PageHead } from '../ui/PageHead.tsx'

export default function TodayPage() {
  return <PageHead title="Today" />
}

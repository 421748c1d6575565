import { PageHead } from '../ui/PageHead.tsx'

export default function ModerationPage() {
  return <PageHead title="Moderation" />
}

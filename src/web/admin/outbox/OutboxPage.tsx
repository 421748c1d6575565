import { PageHead } from '../ui/PageHead.tsx'

export default function OutboxPage() {
  return <PageHead title="Outbox" />
}

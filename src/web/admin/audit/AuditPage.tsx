import { PageHead } from '../ui/PageHead.tsx'

export default function AuditPage() {
  return <PageHead title="Audit" />
}

import { useStaff } from '../client/session.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { roleWords } from './staff-words.ts'

/** One's own account behind the counter. */
export default function ProfilePage() {
  const { name, email, role } = useStaff()
  return (
    <>
      <PageHead title="My profile" />
      <dl className="grid max-w-form grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        {name && (
          <>
            <dt className="text-muted">Name</dt>
            <dd>{name}</dd>
          </>
        )}
        <dt className="text-muted">Email</dt>
        <dd>{email}</dd>
        <dt className="text-muted">Role</dt>
        <dd>
          {roleWords[role].name} – {roleWords[role].does}
        </dd>
      </dl>
    </>
  )
}

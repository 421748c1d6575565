import type { User } from '#contract/member.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FormSection } from './FormSection.tsx'

/** The buyer, where the shop knows them. */
export const OrderingAs = ({ user }: { user: User }) => (
  <FormSection title="Your Details">
    <div className="flex items-baseline justify-between gap-6">
      <p>
        {user.first_name} {user.last_name}
        <br />
        <span className="text-muted">{user.email}</span>
      </p>
      <PageLink to={paths.account} className="reach text-link" aria-label="Edit your details">
        Edit
      </PageLink>
    </div>
  </FormSection>
)

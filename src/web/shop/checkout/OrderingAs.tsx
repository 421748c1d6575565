import type { User } from '#contract/customers/sign-in.ts'
import { paths } from '#web/api/paths.ts'
import { FormSection } from '#web/forms/FormSection.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

/** Shows the signed-in buyer. */
export const OrderingAs = ({ user }: { user: User }) => (
  <FormSection title="Your Details">
    <div className="flex items-baseline justify-between gap-6">
      <p className="min-w-0 wrap-anywhere">
        {user.first_name} {user.last_name}
        <br />
        <span className="text-muted">{user.email}</span>
      </p>
      <PageLink to={paths.account} className="tap-target text-link" aria-label="Edit your details">
        Edit
      </PageLink>
    </div>
  </FormSection>
)

import { adminPaths } from '#contract/admin-paths.ts'
import { publishTermsCall, type TermsVersions } from '#contract/content/admin-terms.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Loaded } from '../ui/states.tsx'
import { StepForm } from './StepForm.tsx'
import { termsTemplate } from './terms-template.ts'

/** The first version of the terms, from a template. */
export const TermsStep = (props: { onDone: () => void }) => (
  <div className="grid gap-5">
    <Terms {...props} />
    <p className="text-small text-muted">
      Pages about privacy, returns and shipping start from templates under{' '}
      <PageLink to={adminPaths.content} className="text-link">
        Content
      </PageLink>
      .
    </p>
  </div>
)

function Terms({ onDone }: { onDone: () => void }) {
  const versions = useAdminQuery('termsVersions')
  const settings = useAdminQuery('settings')
  return (
    <Loaded query={versions}>
      {(terms) =>
        terms.data.length > 0 ? (
          <div className="grid justify-items-start gap-4">
            <p>Your terms are published.</p>
            <ButtonLink to={adminPaths.terms}>Edit terms</ButtonLink>
          </div>
        ) : (
          <Loaded query={settings}>
            {({ data }) => (
              <TermsForm
                terms={terms}
                shopName={data.find(({ key }) => key === 'shop_name')?.value ?? ''}
                onDone={onDone}
              />
            )}
          </Loaded>
        )
      }
    </Loaded>
  )
}

function TermsForm({ terms, shopName, onDone }: { terms: TermsVersions; shopName: string; onDone: () => void }) {
  const { mutateAsync } = useAdminMutation('publishTerms', { hideErrorToast: true })
  const form = useAdminForm({
    call: publishTermsCall,
    fields: { text: termsTemplate(shopName) },
    body: ({ text }) => ({ text, expected_version: terms.version, reason: 'Setup' }),
    send: (body) => mutateAsync({ body }),
  })
  return (
    <StepForm onDone={onDone} submit="Publish and continue" {...form.dialog}>
      <TextArea
        {...form.field('text')}
        label="Text"
        rows={14}
        hint="A starting point, not legal advice. A blank line starts a new paragraph."
      />
      <p className="text-small text-muted">
        Members accept it when they register. Later versions are written under{' '}
        <PageLink to={adminPaths.terms} className="text-link">
          Terms
        </PageLink>
        .
      </p>
    </StepForm>
  )
}

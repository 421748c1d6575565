import { useDeferredValue, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { publishTermsCall, type TermsVersion, type TermsVersions } from '#contract/content/admin-terms.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormActions } from '../ui/FormActions.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { SettingsTabs } from './SettingsTabs.tsx'
import { TermsVersionView } from './TermsVersionView.tsx'
import { LineDifferences } from './TextDifferences.tsx'
import { acceptanceLabel } from './terms-labels.ts'

/** Terms accepted at registration, by version (docs/back-office §4). */
export default function TermsPage() {
  const version = Number(usePageUrl().get('version')) || undefined
  return version === undefined ? <Versions /> : <TermsVersionView key={version} version={version} />
}

function Versions() {
  const versions = useAdminQuery('termsVersions')
  return (
    <>
      <PageHeader title="Terms">
        <SettingsTabs />
      </PageHeader>
      <Loaded query={versions}>
        {(terms) => (
          <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
            <Editor terms={terms} />
            <Section title="Versions">
              {terms.data.length === 0 ? (
                <div className="pt-3">
                  <Empty title="No version yet">New members accept no terms until you publish a version.</Empty>
                </div>
              ) : (
                <ul className="divide-y divide-hairline">
                  {terms.data.map((version, index) => (
                    <VersionRow key={version.version} version={version} isLatest={index === 0} />
                  ))}
                </ul>
              )}
            </Section>
          </div>
        )}
      </Loaded>
    </>
  )
}

const VersionRow = ({ version: termsVersion, isLatest }: { version: TermsVersion; isLatest: boolean }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
    <PageLink to={`${adminPaths.terms}?version=${termsVersion.version}`} className="text-link">
      Version {termsVersion.version}
      {isLatest && ' (current)'}
    </PageLink>
    <span className="text-small text-muted">{acceptanceLabel(termsVersion.accepted)}</span>
    <p className="w-full text-small text-muted">
      {termsVersion.published_by}, <TimeAgo at={termsVersion.published_at} />
    </p>
  </li>
)

function Editor({ terms }: { terms: TermsVersions }) {
  const { text } = terms
  const latest = terms.data[0]?.version ?? null
  const [draft, setDraft] = useState(text)
  const [baseline, setBaseline] = useState({ from: latest, text })
  const [isPublishing, setPublishing] = useState(false)
  const previewText = useDeferredValue(draft.trim())
  const isNew = draft.trim() !== text && draft.trim() !== ''
  const isOutdated = baseline.from !== latest
  const startOver = () => {
    setBaseline({ from: latest, text })
    setDraft(text)
  }
  // A newer version replaces the initial text, unless it was edited.
  if (isOutdated && (!isNew || draft.trim() === baseline.text)) startOver()
  return (
    <div className="grid min-w-0 gap-9">
      <UnsavedGuard when={isNew} message="The new terms have not been published." />
      <Section title={`Write version ${(latest ?? 0) + 1}`}>
        <div className="grid gap-4 pt-3">
          {isOutdated && (
            <Alert tone="warning">
              Version {latest} was published while you were writing. Your text is kept; the changes below compare it
              with that version.
            </Alert>
          )}
          <TextArea
            label="Text"
            rows={16}
            maxLength={100_000}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            hint="Plain text. A blank line starts a new paragraph. Nothing is saved until you publish."
          />
          <FormActions disabled={!isNew} onCancel={startOver}>
            <Button kind="primary" disabled={!isNew} onClick={() => setPublishing(true)}>
              Publish…
            </Button>
          </FormActions>
        </div>
      </Section>
      {isNew && (
        <>
          <Section title="Preview">
            <div className="max-w-text pt-3 break-words whitespace-pre-line">{previewText}</div>
          </Section>
          {text !== '' && (
            <Section title="Changes">
              <div className="pt-3">
                <LineDifferences before={text} after={previewText} />
              </div>
            </Section>
          )}
        </>
      )}
      {isPublishing && <PublishDialog text={draft} terms={terms} onClose={() => setPublishing(false)} />}
    </div>
  )
}

const termsFacts = ({ data: [latest] }: TermsVersions): Record<string, string> => ({
  'Latest version': latest ? String(latest.version) : '',
  'Published by': latest?.published_by ?? '',
})

type PublishDialogProps = { text: string; terms: TermsVersions; onClose: () => void }

function PublishDialog({ text, terms, onClose }: PublishDialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(terms)
  const publish = useAdminMutation('publishTerms', {
    hideErrorToast: true,
    successMessage: ({ version }) => `Version ${version} published. New members accept it when they register.`,
  })
  const form = useAdminForm({
    call: publishTermsCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ text, expected_version: opened.version, reason }),
    send: (body) => sendExpected((expected_version) => publish.mutateAsync({ body: { ...body, expected_version } })),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Publish version ${(latest.data[0]?.version ?? 0) + 1}`}
      submit="Publish"
      danger
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={termsFacts}>
        <LineDifferences before={latest.text} after={text} />
      </ConcurrentChanges>
      <p>
        It’s shown at /terms right away, and new members accept it when they register. The text can’t be changed later.
        Existing members keep the version they accepted.
      </p>
      <TextField {...form.field('reason')} label="Reason" autoFocus />
    </FormDialog>
  )
}

import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { groupEmails, type MailTextRow } from './mail-text-labels.ts'
import { SettingsTabs } from './SettingsTabs.tsx'

/** All email templates; marks those that differ from the default (docs/back-office §6). */
export default function MailTextsPage() {
  const url = usePageUrl()
  const emails = useAdminQuery('mailTexts')
  const search = url.get('search') ?? ''
  return (
    <>
      <PageHeader title="Email texts">
        <SettingsTabs />
        <SearchField
          label="Search emails"
          value={search}
          onSearch={(text) => url.change({ search: text }, { replace: true })}
          className="max-w-narrow"
        />
      </PageHeader>
      <Loaded query={emails}>
        {({ data }) => {
          const groups = groupEmails(data, search)
          return (
            <div className="grid gap-8">
              {groups.length === 0 && <Empty title="No emails found">Try another word.</Empty>}
              {groups.map(({ title, mails }) => (
                <Section key={title} title={title} note={mails.length}>
                  <ul className="divide-y divide-hairline">
                    {mails.map((mail) => (
                      <Row key={mail.mail} mail={mail} />
                    ))}
                  </ul>
                </Section>
              ))}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

const Row = ({
  mail: { mail, name, description, subject, is_changed, is_outdated, changed },
}: {
  mail: MailTextRow
}) => (
  <li className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem]">
    <div>
      <PageLink to={fillPath(adminPaths.mailText, { mail })} className="text-link font-[560]">
        {name}
      </PageLink>
      <p className="text-small text-muted">{description}</p>
    </div>
    <p className="break-words">{subject}</p>
    <p className="text-small text-muted md:text-right">
      {is_outdated ? (
        <StateDot tone="bad">Needs an update</StateDot>
      ) : (
        is_changed && <StateDot tone="good">Changed</StateDot>
      )}
      {changed ? (
        <span className="block">
          {changed.by}, <TimeAgo at={changed.at} />
        </span>
      ) : (
        'the default'
      )}
    </p>
  </li>
)

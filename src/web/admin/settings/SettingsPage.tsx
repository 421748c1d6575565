import { useState } from 'react'
import { useAdminQuery } from '../api/query.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingHistoryDialog } from './SettingHistoryDialog.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { groupsOf, type Setting, valueLabels } from './setting-labels.ts'

type Doing = { key: string; what: 'change' | 'history' }

/** Settings that an owner can change without a deployment (docs/back-office §6). */
export default function SettingsPage() {
  const url = usePageUrl()
  const list = useAdminQuery('settings')
  const [doing, setDoing] = useState<Doing>()
  const search = url.get('search') ?? ''
  const close = () => setDoing(undefined)
  return (
    <>
      <PageHead title="Settings">
        <SettingsTabs />
        <SearchField
          label="Search settings"
          value={search}
          onSearch={(words) => url.change({ search: words }, { replace: true })}
          className="max-w-narrow"
        />
      </PageHead>
      <Loaded query={list}>
        {({ data }) => {
          const groups = groupsOf(data, search)
          const chosen = data.find(({ key }) => key === doing?.key)
          return (
            <>
              {groups.length === 0 && <Empty title="No settings found">Try another word.</Empty>}
              <div className="grid gap-8">
                {groups.map(({ title, settings }) => (
                  <Section key={title} title={title}>
                    <ul className="divide-y divide-hairline">
                      {settings.map((setting) => (
                        <SettingRow key={setting.key} setting={setting} onDo={setDoing} />
                      ))}
                    </ul>
                  </Section>
                ))}
              </div>
              {chosen && doing?.what === 'change' && <SettingDialog setting={chosen} onClose={close} />}
              {chosen && doing?.what === 'history' && <SettingHistoryDialog setting={chosen} onClose={close} />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function SettingRow({ setting, onDo }: { setting: Setting; onDo: (doing: Doing) => void }) {
  const { key, name, description, value, overridden, changed } = setting
  const words = valueLabels(setting, value)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div>
        <p className="font-[560]">{name}</p>
        <p className="max-w-form text-small text-muted">{description}</p>
      </div>
      <div className="min-w-0">
        {overridden ? (
          <>
            <p className="figures break-words">{valueLabels(setting, overridden.value)}</p>
            <p className="text-small text-muted">
              Set by the environment variable <code>{overridden.variable}</code>, which overrides {words}
            </p>
          </>
        ) : (
          <p className={value === '' ? 'text-muted' : 'figures break-words whitespace-pre-line'}>{words}</p>
        )}
        {changed && (
          <p className="text-small text-muted">
            Changed by {changed.by}, <Ago at={changed.at} />
          </p>
        )}
      </div>
      <div className="col-start-2 row-start-1 row-end-3 -mr-3 grid justify-items-end gap-1 md:col-start-3 md:row-end-auto md:flex">
        <Button kind="quiet" aria-label={`Change ${name}`} onClick={() => onDo({ key, what: 'change' })}>
          Change
        </Button>
        {changed && (
          <Button kind="quiet" aria-label={`History of ${name}`} onClick={() => onDo({ key, what: 'history' })}>
            History
          </Button>
        )}
      </div>
    </li>
  )
}

import { useState } from 'react'
import { useAdminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { EmptyDemo } from './EmptyDemo.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingHistoryDialog } from './SettingHistoryDialog.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { formatValue, groupsOf, type Setting } from './setting-labels.ts'

type OpenDialog = { key: string; kind: 'change' | 'history' }

/** Settings that an owner can change without a deployment (docs/back-office §6). */
export default function SettingsPage() {
  const url = usePageUrl()
  const list = useAdminQuery('settings')
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const search = url.get('search') ?? ''
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <PageHeader title="Settings">
        <SettingsTabs />
        <SearchField
          label="Search settings"
          value={search}
          onSearch={(valueLabel) => url.change({ search: valueLabel }, { replace: true })}
          className="max-w-narrow"
        />
      </PageHeader>
      <Loaded query={list}>
        {({ data }) => {
          const groups = groupsOf(data, search)
          const setting = data.find(({ key }) => key === openDialog?.key)
          return (
            <>
              {groups.length === 0 && <Empty title="No settings found">Try another word.</Empty>}
              <div className="grid gap-8">
                {groups.map(({ title, settings }) => (
                  <Section key={title} title={title}>
                    <ul className="divide-y divide-hairline">
                      {settings.map((setting) => (
                        <SettingRow key={setting.key} setting={setting} onOpen={setOpenDialog} />
                      ))}
                    </ul>
                  </Section>
                ))}
                {search === '' && <EmptyDemo />}
              </div>
              {setting && openDialog?.kind === 'change' && <SettingDialog setting={setting} onClose={close} />}
              {setting && openDialog?.kind === 'history' && <SettingHistoryDialog setting={setting} onClose={close} />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function SettingRow({ setting, onOpen }: { setting: Setting; onOpen: (openDialog: OpenDialog) => void }) {
  const { key, name, description, value, overridden, changed } = setting
  const valueLabel = formatValue(setting, value)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div>
        <p className="font-[560]">{name}</p>
        <p className="max-w-form text-small text-muted">{description}</p>
      </div>
      <div className="min-w-0">
        {overridden ? (
          <>
            <p className="figures break-words">{formatValue(setting, overridden.value)}</p>
            <p className="text-small text-muted">
              Set by the environment variable <code>{overridden.variable}</code>, which overrides {valueLabel}
            </p>
          </>
        ) : (
          <p className={value === '' ? 'text-muted' : 'figures break-words whitespace-pre-line'}>{valueLabel}</p>
        )}
        {changed && (
          <p className="text-small text-muted">
            Changed by {changed.by}, <TimeAgo at={changed.at} />
          </p>
        )}
      </div>
      <div className="col-start-2 row-start-1 row-end-3 -mr-3 grid justify-items-end gap-1 md:col-start-3 md:row-end-auto md:flex">
        <Button kind="quiet" aria-label={`Change ${name}`} onClick={() => onOpen({ key, kind: 'change' })}>
          Change
        </Button>
        {changed && (
          <Button kind="quiet" aria-label={`History of ${name}`} onClick={() => onOpen({ key, kind: 'history' })}>
            History
          </Button>
        )}
      </div>
    </li>
  )
}

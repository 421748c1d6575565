import Upload from 'lucide-react/icons/upload'
import { Button } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { MoneyTabs } from './MoneyTabs.tsx'
import { NoticeTabs } from './TransactionTabs.tsx'
import { OpenNotices } from './OpenTransactions.tsx'
import { SettledNotices } from './SettledTransactions.tsx'

/** Incoming bank transactions (docs/back-office §3, Notices). */
export default function NoticesPage() {
  const url = usePageUrl()
  const given = url.get('state')
  const state = given === 'booked' || given === 'set_aside' ? given : 'open'
  return (
    <>
      <PageHead
        title="Bank payments"
        actions={
          <Button icon={<Upload size={16} aria-hidden />} onClick={() => url.change({ import: '1' })}>
            Import
          </Button>
        }
      >
        <MoneyTabs current="notices" />
        <NoticeTabs />
      </PageHead>
      {state === 'open' ? <OpenNotices /> : <SettledNotices state={state} />}
      <ImportDialog
        open={url.get('import') !== undefined}
        onClose={() => url.change({ import: undefined }, { replace: true })}
        onAdded={() => url.change({ import: undefined, state: undefined, match: undefined, after: undefined })}
      />
    </>
  )
}

import Upload from 'lucide-react/icons/upload'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { MoneyTabs } from './MoneyTabs.tsx'
import { OpenTransactions } from './OpenTransactions.tsx'
import { SettledTransactions } from './SettledTransactions.tsx'
import { TransactionTabs } from './TransactionTabs.tsx'

/** Incoming bank transactions (docs/back-office §3, Notices). */
export default function BankTransactionsPage() {
  const url = usePageUrl()
  const param = url.get('state')
  const state = param === 'booked' || param === 'set_aside' ? param : 'open'
  return (
    <>
      <PageHeader
        title="Bank payments"
        actions={
          <Button icon={<Upload size={16} aria-hidden />} onClick={() => url.change({ import: '1' })}>
            Import
          </Button>
        }
      >
        <MoneyTabs current="notices" />
        <TransactionTabs />
      </PageHeader>
      {state === 'open' ? <OpenTransactions /> : <SettledTransactions state={state} />}
      <ImportDialog
        open={url.get('import') !== undefined}
        onClose={() => url.change({ import: undefined }, { replace: true })}
        onAdded={() => url.change({ import: undefined, state: undefined, match: undefined, after: undefined })}
      />
    </>
  )
}

import Upload from 'lucide-react/icons/upload'
import { adminPaths } from '#contract/admin-paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { MoneyOverview } from './MoneyOverview.tsx'
import { type MoneyTab, MoneyTabs, moneyTabs } from './MoneyTabs.tsx'
import { OverpaidOrders } from './OverpaidOrders.tsx'
import { UnclearedChecks } from './UnclearedChecks.tsx'
import { UnpaidOrders } from './UnpaidOrders.tsx'

const isTab = (param: string | undefined): param is MoneyTab => param !== undefined && param in moneyTabs

const VIEWS = {
  overview: MoneyOverview,
  unpaid: UnpaidOrders,
  uncleared: UnclearedChecks,
  overpaid: OverpaidOrders,
}

/** Payments that are awaited, that may still bounce, or that are due as refunds. */
export default function MoneyPage() {
  const param = usePageUrl().get('tab')
  const tab = isTab(param) ? param : 'overview'
  const View = VIEWS[tab]
  return (
    <>
      <PageHeader
        title="Money"
        actions={
          <ButtonLink to={`${adminPaths.bankTransactions}?import=1`} icon={<Upload size={16} aria-hidden />}>
            Import a statement
          </ButtonLink>
        }
      >
        <MoneyTabs current={tab} />
      </PageHeader>
      <View />
    </>
  )
}

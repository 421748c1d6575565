import { adminPaths } from '#contract/admin-paths.ts'
import type { Member } from '../shared/member-labels.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { OrderTable } from './OrderTable.tsx'

export const MemberOrders = ({ member: { orders, email } }: { member: Member }) => (
  <Section
    title="Latest orders"
    actions={
      orders.length > 0 && (
        <ButtonLink kind="quiet" to={`${adminPaths.orders}?${new URLSearchParams({ search: email })}`}>
          All with this email
        </ButtonLink>
      )
    }
  >
    {orders.length === 0 ? (
      <div className="pt-3">
        <Empty title="No orders yet" />
      </div>
    ) : (
      <OrderTable label="Latest orders" orders={orders} />
    )}
  </Section>
)

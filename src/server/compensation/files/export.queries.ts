import { dollarsCell, instantCell, textCell } from '#server/platform/csv/cells.ts'

/**
 * Every counted order, in the format of `import orders`. For orders without a credited member, the buyer was a
 * customer.
 */
export const ORDERS_QUERY = `
  select ${textCell('order_no')} as order_no, ${textCell('member_no')} as member_no,
    case when customer or (member_id is null and order_id is not null) then 'customer' else 'own' end as kind,
    ${instantCell('completed_at')} as completed_at, ${dollarsCell('counted.cv_cents')} as cv, counted.pv,
    ${instantCell('returned_at')} as canceled_at
    from counted_orders counted
    left join users on users.id = member_id
    left join order_returns back on back.counted_order_id = counted.id and back.kind = 'cancellation'
   order by counted.id`

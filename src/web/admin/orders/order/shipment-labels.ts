import type { StaffShipment } from './order-record.ts'

export const shipmentLabels: Record<StaffShipment['state'], string> = {
  packed: 'Packed',
  ready_for_pickup: 'Ready for pickup',
  shipped: 'Shipped',
  delivered: 'Delivered',
  picked_up: 'Picked up',
  voided: 'Unpacked',
}

import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { registry, type SettingKey } from '#server/platform/settings/registry.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

type Values = { [Key in SettingKey]?: (typeof registry)[Key]['default'] }

/** Dependencies of the payment use cases, with default settings except for these. */
export const createPaymentServices = (jobs: Jobs, values: Values = {}): PaymentServices => ({
  jobs,
  settings: { get: (key: SettingKey) => values[key] ?? registry[key].default } as Settings,
})

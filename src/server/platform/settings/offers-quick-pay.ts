import type { Settings } from './settings.ts'

/** Without a phone number there is nowhere to send a quick pay. */
export const offersQuickPay = ({ get }: Settings): boolean => get('quick_pay_phone') !== ''

import type { Settings } from './settings.ts'

/** Without a phone number, there is no recipient for Quick Pay. */
export const offersQuickPay = ({ get }: Settings): boolean => get('quick_pay_phone') !== ''

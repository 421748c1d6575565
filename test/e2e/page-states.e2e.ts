import { test } from 'playwright/test'
import { memberStates, newMemberStates, salesStates, securityStates } from '#test/page-states/account.ts'
import { checkStates } from '#test/page-states/check-states.ts'
import { contentStates } from '#test/page-states/content.ts'
import { mediaStates } from '#test/page-states/media.ts'
import { memberDialogStates, memberListStates } from '#test/page-states/members.ts'
import { moneyStates, monthStates } from '#test/page-states/money.ts'
import { networkStates } from '#test/page-states/network.ts'
import { newsletterStates } from '#test/page-states/newsletters.ts'
import { orderListStates, orderStates } from '#test/page-states/orders.ts'
import { productImportStates } from '#test/page-states/product-imports.ts'
import { productStates } from '#test/page-states/products.ts'
import { settingsStates, staffStates } from '#test/page-states/settings.ts'
import { catalogStates, checkoutStates, guestOrderStates, signInStates } from '#test/page-states/shop.ts'
import { staffSignInStates } from '#test/page-states/staff-sign-in.ts'
import { packingStates, stockStates } from '#test/page-states/stock.ts'

/*
 * The catalog of page states, in tables (`test/support/page-states`). Each state is looked at once, and no other test
 * runs axe: page tests (`*.page.test.tsx`) prove what the pages do.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

checkStates(orderStates)
checkStates(orderListStates)
checkStates(networkStates)
checkStates(settingsStates)
checkStates(contentStates)
checkStates(moneyStates)
checkStates(monthStates)
checkStates(memberDialogStates)
checkStates(memberListStates)
checkStates(newsletterStates)
checkStates(productStates)
checkStates(productImportStates)
checkStates(mediaStates)
checkStates(stockStates)
checkStates(packingStates)
checkStates(staffStates)
checkStates(staffSignInStates)

checkStates(catalogStates)
checkStates(signInStates)
checkStates(checkoutStates)
checkStates(guestOrderStates)

checkStates(newMemberStates)
checkStates(securityStates)
checkStates(memberStates)
checkStates(salesStates)

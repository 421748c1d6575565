import { test } from 'playwright/test'
import { memberStates, newMemberStates, salesStates, securityStates } from '#test/page-states/account.ts'
import { checkStates } from '#test/page-states/check-states.ts'
import { catalogStates, checkoutStates, guestOrderStates, signInStates } from '#test/page-states/shop.ts'

/*
 * The catalog of page states, in tables (`test/support/page-states`). Each state is looked at once, and no other test
 * runs axe: page tests (`*.page.test.tsx`) prove what the pages do.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

checkStates(catalogStates)
checkStates(signInStates)
checkStates(checkoutStates)
checkStates(guestOrderStates)

checkStates(newMemberStates)
checkStates(securityStates)
checkStates(memberStates)
checkStates(salesStates)

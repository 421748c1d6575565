import { type Browser, expect, type Page, test } from 'playwright/test'
import type { Role } from '#contract/permissions.ts'
import { findFaults } from '../accessibility.ts'
import { signInAsLeader, signUp } from '../e2e-helpers.ts'
import { signInStaff } from '../staff-pages.ts'
import { watchRequests } from '../watch-requests.ts'

/** Opens a path, or acts on the page. */
export type Step<Fixture> = string | ((page: Page, fixture: Fixture) => Promise<unknown>)
/** A state that the steps lead to, from the state before it: a step that is no path continues on the same page. */
export type State<Fixture = void> = readonly [name: string, ...steps: Step<Fixture>[]]

/** States that one person visits one after the other, in one browser. */
export type StateGroup<Fixture = void> = {
  name: string
  /** Staff role, top member of the demo network, or a member who has just registered; a guest by default. */
  as?: Role | 'leader' | 'new member'
  /** Statuses of responses that some of the states show; the browser reports them as errors. */
  refusals?: readonly number[]
  /** Creates what the states show, and passes it to their steps. */
  setUp?: (page: Page, browser: Browser) => Promise<Fixture>
  states: readonly State<Fixture>[]
}

export const NEW_MEMBER_PASSWORD = 'a long enough one 4471'

/** The API description is one table that scrolls inside its box, whose text the browser does not enlarge. */
const hasFixedText = (page: Page): boolean => new URL(page.url()).pathname === '/docs/api'

/** Declares the test that visits all states of a group, and reports the faults of each. */
export function checkStates<Fixture>({ name, as, refusals = [], setUp, states }: StateGroup<Fixture>): void {
  test(`${name}: ${states.length} states are accessible and fit every screen`, async ({ page, browser }) => {
    await signIn(page, as)
    const fixture = (await setUp?.(page, browser)) as Fixture
    const errors = collectErrors(page, refusals)
    const waitForRequests = watchRequests(page)
    for (const [state, ...steps] of states) {
      await test.step(state, async () => {
        for (const step of steps) await (typeof step === 'string' ? page.goto(step) : step(page, fixture))
        const faults = await findFaults(page, { waitForRequests, fixedText: hasFixedText(page) })
        // Soft: the other states are visited, too.
        expect.soft([...faults, ...errors.splice(0)], `${name}: ${state}`).toEqual([])
      })
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

async function signIn(page: Page, person: StateGroup['as']): Promise<void> {
  if (person === 'leader') await signInAsLeader(page)
  else if (person === 'new member') await signUp(page, `states-${Date.now()}@example.com`, NEW_MEMBER_PASSWORD)
  else if (person) await signInStaff(page, person)
}

/** Collects errors of the page's scripts and other errors in the browser's console. */
function collectErrors(page: Page, refusals: readonly number[]): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    const isExpected = refusals.some((status) => message.text().includes(`status of ${status}`))
    if (message.type() === 'error' && !isExpected) errors.push(`${page.url()} ${message.text()}`)
  })
  return errors
}

import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInNewMember } from '#test/member.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'

pageTest('the page of payouts', (app) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  })
  afterEach(() => vi.useRealTimers())
  const openFaqs = async () => openShopPage(await signInNewMember(app, () => app().services.connection), '/faqs')
  /** Returns to the tab after half a minute, when it fetches its figures again. */
  async function returnLater(): Promise<void> {
    vi.advanceTimersByTime(31_000)
    await act(async () => window.dispatchEvent(new Event('visibilitychange')))
  }

  it('keeps earlier payouts while the list is fetched again', async () => {
    const payout = (month: string) => ({
      month,
      amount: 20,
      corrected: 0,
      state: 'sent',
      month_paid: true,
      reason: '',
      sent: { method: 'check', on: '2026-05-04', destination: '1 Pine St' },
    })
    const emptyPayouts = { method: null, carried: 0, carried_minimum: 10, minimum_payout: 10, years: [] }
    const { navigate, user } = await openFaqs()
    let laterCount = 0
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      if (!String(input).includes('/account/payouts.json')) return fetch(input, init)
      const isFirst = !String(input).includes('before=')
      if (!isFirst) laterCount++
      const [months, next] = isFirst ? [['2026-04', '2026-03'], '2026-03'] : [['2026-02', '2026-01'], null]
      return Response.json({ ...emptyPayouts, payouts: months.map(payout), next })
    }
    await navigate('/account/payouts')
    await user.click(await screen.findByRole('button', { name: 'Show more payouts' }))
    expect(document.activeElement).toBe(await screen.findByText('Showing all payouts.'))
    expect(screen.getAllByRole('row')).toHaveLength(5)
    await returnLater()
    await waitFor(() => expect(laterCount).toBe(2))
    expect(screen.getAllByRole('row')).toHaveLength(5)
  })

  it('keeps the displayed data and the input when fetching again fails', async () => {
    const { navigate, user } = await openFaqs()
    await navigate('/account/payouts')
    await user.click(await screen.findByRole('button', { name: 'Choose payout method' }))
    const phone = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' })
    await user.type(phone, '2015550177')
    let requestCount = 0
    interceptRequests(/\/account\/payouts\.json/, async () => {
      requestCount++
      return new Response('', { status: 503 })
    })
    await returnLater()
    await waitFor(() => {
      vi.advanceTimersByTime(5_000)
      expect(requestCount).toBe(3)
    })
    await act(async () => vi.advanceTimersByTime(5_000))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(phone.value.replace(/\D/g, '')).toBe('2015550177')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { fillContact, makeMasque, nextStep, putInCart } from '#test/page-checkout.ts'
import { holdPageRequests, interceptRequests } from '#test/page-requests.ts'

const settings = { SHOP_MINIMUM_SUB_TOTAL: '25.00' }
const minimumNotice = /The minimum order is \$25\.00/

pageTest(
  'the cart',
  (app) => {
    let masque: { id: number; name: string }
    let brush: { id: number; name: string }
    beforeAll(async () => {
      const { db } = app().services
      masque = await makeMasque(db)
      brush = await makeProduct(db, { name: 'Tint Brush', priceCents: 900, stock: 100 })
    })
    async function openWith(path: string, ...products: [id: number, quantity: number][]) {
      const browser = browserOf(app)
      for (const [id, quantity] of products) await putInCart(browser, id, quantity)
      return openShopPage(browser, path)
    }
    const main = () => within(screen.getByRole('main'))
    const bag = (items: string) => screen.findByRole('button', { name: `Cart, ${items}` })

    it('explains once why an empty cart or one below the minimum cannot be ordered, and scrolls to the top', async () => {
      const { user, path } = await openWith('/checkout/cart')
      await user.click(await screen.findByRole('button', { name: 'Proceed to Checkout' }))
      expect(path()).toBe('/checkout/cart')
      main().getByText('There are no items in your cart.')
      // Visitors without a cart see it too.
      expect(main().getByText('Order minimum').nextElementSibling?.textContent).toBe('$25.00')
      expect(main().getByRole('link', { name: 'Continue shopping' }).getAttribute('href')).toBe('/packages')
      expect(main().getByRole('link', { name: 'See our FAQs' }).getAttribute('href')).toBe('/faqs')

      const below = await openWith('/checkout/cart', [brush.id, 1])
      const scrollTo = vi.spyOn(window, 'scrollTo')
      await below.user.click(await screen.findByRole('button', { name: 'Proceed to Checkout' }))
      expect(below.path()).toBe('/checkout/cart')
      expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
      expect(screen.getAllByText(minimumNotice)).toHaveLength(1)
    })

    it('redirects every checkout step here while it is below the minimum', async () => {
      const { user, path, navigate, post } = await openWith(`/packages/${brush.id}`)
      await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))
      const added = within(await screen.findByRole('region', { name: 'Added to cart' }))
      await user.click(added.getByRole('link', { name: 'Checkout' }))
      await screen.findByText(minimumNotice)
      expect(path()).toBe('/checkout/cart')

      await navigate('/')
      await user.click(await bag('1 item'))
      const miniCart = within(screen.getByRole('dialog', { name: 'Your cart' }))
      await user.click(await miniCart.findByRole('link', { name: 'Checkout' }))
      await screen.findByText(minimumNotice)
      for (const step of ['shipping', 'payment', 'review']) {
        await navigate('/faqs')
        await navigate(`/checkout/${step}`)
        await screen.findByText(minimumNotice)
        expect(path()).toBe('/checkout/cart')
      }

      expect((await post('/shopping-cart/product/add', { id: masque.id, quantity: 1 })).statusCode).toBe(200)
    })

    it('leads to the checkout above the minimum', async () => {
      const page = await openWith('/checkout/shipping', [brush.id, 1], [masque.id, 1])
      await fillContact(page, 'above-minimum@example.com')
      await nextStep(page)
      expect(page.path()).toBe('/checkout/payment')
    })

    it('counts a pending increase at once, so that checkout is possible', async () => {
      const { user, path } = await openWith('/checkout/cart', [brush.id, 2])
      const release = holdPageRequests(/\/shopping-cart\/product\/update/)
      await user.click(await screen.findByRole('button', { name: /^Increase/ }))
      await user.click(await screen.findByRole('link', { name: 'Proceed to Checkout' }))
      await screen.findByRole('group', { name: 'Your Details' })
      expect(path()).toBe('/checkout/shipping')
      release()
      await bag('3 items')
      expect(path()).toBe('/checkout/shipping')
    })

    it('updates the totals when a quantity changes or a line is removed', async () => {
      const { user } = await openWith('/checkout/cart', [masque.id, 1])
      const decrease = await screen.findByRole('button', { name: /^Decrease/ })
      expect(decrease.getAttribute('aria-disabled')).toBe('true')
      await user.click(screen.getByRole('button', { name: /^Increase/ }))
      await screen.findByRole('heading', { name: 'Your Cart (2)' })
      await waitFor(() => expect(main().getAllByText('$76.00')).not.toEqual([]))
      await user.click(screen.getByRole('button', { name: /^Remove/ }))
      await screen.findByText('There are no items in your cart.')
    })

    it('keeps the focus on the page when a control operated by keyboard disappears', async () => {
      const { user } = await openWith('/checkout/cart', [masque.id, 1], [brush.id, 1])
      const [increase] = await screen.findAllByRole('button', { name: /^Increase/ })
      const [decrease] = screen.getAllByRole('button', { name: /^Decrease/ })
      increase?.focus()
      await user.keyboard('{Enter}')
      await screen.findByRole('heading', { name: 'Your Cart (3)' })
      decrease?.focus()
      await user.keyboard('{Enter}')
      await screen.findByRole('heading', { name: 'Your Cart (2)' })
      expect(decrease?.getAttribute('aria-disabled')).toBe('true')
      expect(document.activeElement).toBe(decrease)
      await user.keyboard('{Enter}')
      screen.getByRole('heading', { name: 'Your Cart (2)' })

      const [first, second] = main().getAllByRole('heading', { level: 3 })
      const names = [first?.textContent, second?.textContent]
      screen.getAllByRole('button', { name: /^Remove/ })[0]?.focus()
      await user.keyboard('{Enter}')
      await screen.findByText(`${names[0]} was removed.`)
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Remove/ }))
      await user.keyboard('{Enter}')
      await screen.findByText(`${names[1]} was removed.`)
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your Cart (0)' }))
    })

    it('shows the message of the specification when the server refuses a change', async () => {
      const { user } = await openWith('/checkout/cart', [masque.id, 1])
      await screen.findByRole('button', { name: /^Increase/ })
      interceptRequests(/\/shopping-cart\/product\//, async () => Response.json({}, { status: 422 }))
      await user.click(screen.getByRole('button', { name: /^Increase/ }))
      await screen.findByText("You can't update this product!!")
      await user.click(screen.getByRole('button', { name: /^Remove/ }))
      await screen.findByText("You can't remove this product!!")
    })

    it('shows what was added, and returns the focus to the button when that is hidden by keyboard', async () => {
      const { user } = await openWith(`/packages/${masque.id}`)
      const addButton = await screen.findByRole('button', { name: 'Add to Cart' })
      for (const key of ['Enter', 'Escape']) {
        addButton.focus()
        await user.keyboard('{Enter}')
        const panel = within(await screen.findByRole('region', { name: 'Added to cart' }))
        panel.getByRole('button', { name: 'Hide' }).focus()
        await user.keyboard(`{${key}}`)
        await waitFor(() => expect(screen.queryByRole('region', { name: 'Added to cart' })).toBeNull())
        expect(document.activeElement).toBe(addButton)
      }
    })

    it('returns the focus to the button of the first product when another one replaces it', async () => {
      const { user } = await openWith('/packages')
      const first = await screen.findByRole('button', { name: `Add ${masque.name} to cart` })
      const second = screen.getByRole('button', { name: `Add ${brush.name} to cart` })
      first.focus()
      await user.keyboard('{Enter}')
      const panel = await screen.findByRole('region', { name: 'Added to cart' })
      const release = holdPageRequests(/\/shopping-cart\/product\/add/)
      second.focus()
      await user.keyboard('{Enter}')
      within(panel).getByRole('link', { name: 'Checkout' }).focus()
      release()
      await waitFor(() =>
        expect(screen.getByRole('region', { name: 'Added to cart' }).textContent).toContain(brush.name),
      )
      await waitFor(() => expect(document.activeElement).toBe(first))
      within(screen.getByRole('region', { name: 'Added to cart' }))
        .getByRole('button', { name: 'Hide' })
        .focus()
      await user.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement).toBe(second))
    })

    it('counts each product added from its card, whose button keeps the focus', async () => {
      const { user } = await openWith('/packages')
      const addButton = await screen.findByRole('button', { name: `Add ${masque.name} to cart` })
      for (const items of ['1 item', '2 items']) {
        addButton.focus()
        await user.keyboard('{Enter}')
        await bag(items)
        await waitFor(() => expect(document.activeElement).toBe(addButton))
      }
    })

    it('stays unchanged when a product cannot be added, and shows no message but to screen readers', async () => {
      const { user } = await openWith(`/packages/${masque.id}`)
      const addButton = await screen.findByRole('button', { name: 'Add to Cart' })
      const problem = { title: 'No', status: 422, detail: 'The service is unavailable.' }
      interceptRequests(/\/product\/add/, async () => Response.json(problem, { status: 422 }))
      await user.click(addButton)
      expect((await main().findByText('The service is unavailable.')).className).toContain('sr-only')
      expect(addButton).toHaveProperty('disabled', false)
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryByRole('region', { name: 'Added to cart' })).toBeNull()
      await bag('0 items')
    })

    it('is reached by a page of an ended session, which reloads and then adds', async () => {
      const browser = browserOf(app)
      const { user } = await openShopPage(browser, `/packages/${masque.id}`)
      const oldButton = await screen.findByRole('button', { name: 'Add to Cart' })
      // Like signing in or out in another tab.
      browser.jar.clear()
      await user.click(oldButton)
      await waitFor(() => expect(oldButton.isConnected).toBe(false))
      await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))
      await bag('1 item')
    })
  },
  settings,
)

/** Terms to start from. */
export const termsTemplate = (
  shopName: string,
): string => `These terms apply to everyone who orders from ${shopName} or has an account.

Who can order. Our products are for licensed professionals. You confirm that your license is valid when you order. Tell us when it changes.

Prices and payment. Prices are in US dollars, without sales tax. You see the total, with tax and shipping, before you place an order. We ship once your payment has arrived.

Delivery and pickup. We ship to the address you give us. Check your parcel when it arrives, and tell us about damage within seven days. Orders for pickup are kept at our counter.

Returns. You can return unopened products within 30 days. We refund the price once they are back. Opened products are only taken back if they are faulty.

Your account. Keep your password to yourself. You are responsible for orders that are placed with it. You can close your account at any time.

Your data. We use your data to handle your orders and your account, and we never sell it.

Changes. We may change these terms for later orders. The terms you accepted apply to the orders you have placed.`

import type { ReactNode } from 'react'
import { shopMessages } from '#contract/base/messages.ts'
import { Subscription } from '#contract/customers/sign-in.ts'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Alert } from '#web/ui/Alert.tsx'

export type SubscribeResult = { done: boolean; error?: string | undefined; notice?: ReactNode }

/** Subscribes and returns the outcome. */
export async function subscribe(email: string): Promise<SubscribeResult> {
  const parsed = Subscription.safeParse({ email })
  if (!parsed.success) return { done: false, error: parsed.error.issues[0]?.message }
  try {
    await post('subscribe', { body: parsed.data })
    return { done: true, notice: <Alert tone="success">{shopMessages.subscribed}</Alert> }
  } catch (error) {
    return { done: false, notice: <Alert tone="danger">{errorMessage(error)}</Alert> }
  }
}

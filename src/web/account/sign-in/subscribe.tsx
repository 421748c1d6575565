import type { ReactNode } from 'react'
import { ownMessages } from '#contract/base/messages.ts'
import { Subscription } from '#contract/customers/sign-in.ts'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/message-of.ts'
import { Alert } from '#web/ui/Alert.tsx'

export type SubscribeResult = { done: boolean; error?: string | undefined; notice?: ReactNode }

/** Subscribes and returns the outcome. */
export async function subscribe(email: string): Promise<SubscribeResult> {
  const read = Subscription.safeParse({ email })
  if (!read.success) return { done: false, error: read.error.issues[0]?.message }
  try {
    await post('subscribe', { body: read.data })
    return { done: true, notice: <Alert tone="success">{ownMessages.subscribed}</Alert> }
  } catch (error) {
    return { done: false, notice: <Alert tone="danger">{errorMessage(error)}</Alert> }
  }
}

import { isRouteErrorResponse } from 'react-router'
import { ApiError } from './api.ts'

/** Reason why a page cannot be shown. */
export type Failure = { status: number; code?: string; detail?: string; requestId?: string }

/** Statuses with which the API reports that the URL's resource does not exist. */
const NOT_FOUND_STATUSES = [400, 404, 422]

/** Converts anything thrown by a loader or a component into the shape that error pages use. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    if (NOT_FOUND_STATUSES.includes(error.status)) return { status: 404 }
    return { status: error.status, detail: error.problem?.detail, requestId: error.problem?.request_id }
  }
  if (isRouteErrorResponse(error)) return { ...(error.data as Failure | null), status: error.status }
  if (isFailure(error)) return error
  return { status: 500 }
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'status' in error

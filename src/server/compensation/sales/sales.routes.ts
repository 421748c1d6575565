import type { FastifyInstance } from 'fastify'
import { shopMessages } from '#contract/base/messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import {
  addChildCall,
  bonusLinesCall,
  legsCall,
  levelReasonCall,
  salesCall,
  salesHistoryCall,
  searchLegsCall,
} from '#contract/compensation/sales.ts'
import { salesChangesCall } from '#contract/compensation/sales-changes.ts'
import { type Statement, statementCall, statementPdfCall } from '#contract/compensation/statement.ts'
import { type Month, monthOf } from '#domain/calendar/month.ts'
import { emailTakenProblem, unknownStateProblem } from '#server/customers/account.errors.ts'
import { checkInvitation, type InviteRefusal, invite } from '#server/customers/invite.ts'
import { INVITATIONS_PER_EMAIL, INVITATIONS_PER_INVITER } from '#server/customers/limits.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { makeStatement, type StatementRefusal } from '../statement/make-statement.ts'
import { sendStatement } from '../statement/send-statement.ts'
import { listChanges } from './list-changes.ts'
import { listLegs, searchLegs } from './list-legs.ts'
import { listLines } from './list-lines.ts'
import { presentLevel } from './present-sales.ts'
import { findSalesMonth, type MonthQuery, parseMonthQuery } from './sales-month.ts'
import { showHistory, showLastPage, showSales } from './show-sales.ts'

/** Users see only their own month and their own downline. */
export function salesRoutes(
  app: FastifyInstance,
  services: NetworkServices & AccountServices,
  visitors: Visitors,
): void {
  const { db, network, sessions } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const limit = makeLimit(services)

  serve(app, salesCall, signedIn, ({ query, caller: { user } }) =>
    showSales(services, user.id, requireMonth(query), query.offset),
  )

  serve(app, addChildCall, signedIn, async ({ body, caller: { user } }) => {
    // Ensures that the response is possible before the invitation is sent: otherwise the member would be told to try
    // again.
    await network.query({ name: 'card', month: monthOf(Date.now()), memberId: user.id })
    const invitable = await checkInvitation(db, user, body)
    if (!invitable.ok) throw inviteProblem(invitable.refusal)
    await limit([
      { ...INVITATIONS_PER_INVITER, key: String(user.id) },
      { ...INVITATIONS_PER_EMAIL, key: body.email },
    ])
    const invited = await inTransaction(db, (trx) => invite(trx, user, body, services))
    if (!invited.ok) throw inviteProblem(invited.refusal)
    return showLastPage(services, user.id)
  })

  serve(app, salesHistoryCall, signedIn, ({ caller: { user } }) => showHistory(services, user.id))

  serve(app, bonusLinesCall, signedIn, async ({ query, caller: { user } }) => {
    const listed = await listLines(services, user.id, requireMonth(query), query)
    if (!listed.ok) throw malformedProblem('after')
    const { ok: _, ...page } = listed
    return page
  })

  serve(app, levelReasonCall, signedIn, async ({ query, caller: { user } }) => {
    const { month, figures, plan } = await findSalesMonth(db, requireMonth(query), Date.now())
    const isHere = figures !== 'closed_externally'
    return presentLevel(plan, isHere ? await network.query({ name: 'card', month, memberId: user.id }) : undefined)
  })

  serve(app, salesChangesCall, signedIn, ({ query, caller: { user } }) =>
    listChanges(services, user.id, requireMonth(query)),
  )

  serve(app, legsCall, signedIn, async ({ query, caller: { user } }) => {
    const legs = await listLegs(services, user.id, requireMonth(query), query)
    if (!legs) throw notFound()
    return legs
  })

  serve(app, searchLegsCall, signedIn, ({ query, caller: { user } }) =>
    searchLegs(services, user.id, requireMonth(query), query.q),
  )

  async function getStatement(userId: UserId, month: Month): Promise<Statement> {
    const result = await makeStatement(services, userId, month)
    if (!result.ok) throw problem(result.refusal.code, STATEMENT_MESSAGES[result.refusal.code])
    return result.statement
  }

  serve(app, statementCall, signedIn, ({ query, caller: { user } }) => getStatement(user.id, requireMonth(query)))

  serve(app, statementPdfCall, signedIn, async ({ query, caller: { user }, reply }) =>
    sendStatement(reply, await getStatement(user.id, requireMonth(query)), services.settings),
  )
}

const malformedProblem = (field: string): ProblemError => fieldProblem('invalid', field, shopMessages.malformed)

function requireMonth(query: MonthQuery): Month {
  const parsed = parseMonthQuery(query, Date.now())
  if (!parsed.ok) throw malformedProblem(parsed.refusal.field)
  return parsed.month
}

const STATEMENT_MESSAGES: Record<StatementRefusal['code'], string> = {
  statement_pending: serverMessages.statementNotClosed,
  not_found: serverMessages.noStatement,
}

function inviteProblem(refusal: InviteRefusal): ProblemError {
  switch (refusal.code) {
    case 'state_not_found':
      return unknownStateProblem('state')
    case 'own_email':
      return emailTakenProblem()
    case 'invitation_declined':
      return fieldProblem(refusal.code, 'email', serverMessages.invitationWasDeclined)
  }
}

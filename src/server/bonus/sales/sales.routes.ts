import type { FastifyInstance } from 'fastify'
import {
  addChildCall,
  bonusLinesCall,
  legsCall,
  levelReasonCall,
  salesCall,
  salesHistoryCall,
  searchLegsCall,
} from '#contract/sales.ts'
import { salesChangesCall } from '#contract/sales-changes.ts'
import { statementCall, statementPdfCall } from '#contract/statement.ts'
import { monthOf } from '#domain/month.ts'
import { invite } from '../../member/invite.ts'
import { makeSignedIn } from '../../member/signed-in.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import type { Visitors } from '../../visitor.ts'
import { makeStatement } from '../statement/make-statement.ts'
import { sendStatement } from '../statement/send-statement.ts'
import { listChanges } from './list-changes.ts'
import { listLegs, searchLegs } from './list-legs.ts'
import { listLines } from './list-lines.ts'
import { presentLevel } from './present-sales.ts'
import { findSalesMonth } from './sales-month.ts'
import { showHistory, showNewestOf, showSales } from './show-sales.ts'

/** Everybody sees their own month and their own downline, nobody else's. */
export function salesRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, network } = services
  const signedIn = makeSignedIn(db, visitors)

  serve(app, salesCall, signedIn, ({ query, who: { user } }) => showSales(services, user.id, query))

  serve(app, addChildCall, signedIn, async ({ body, who: { user } }) => {
    // The response must be possible before anybody is invited: the member would be told to try again.
    await network.ask({ name: 'card', month: monthOf(Date.now()), memberId: user.id })
    await invite(services, user, body)
    return showNewestOf(services, user.id)
  })

  serve(app, salesHistoryCall, signedIn, ({ who: { user } }) => showHistory(services, user.id))

  serve(app, bonusLinesCall, signedIn, ({ query, who: { user } }) => listLines(services, user.id, query))

  serve(app, levelReasonCall, signedIn, async ({ query, who: { user } }) => {
    const { month, figures } = await findSalesMonth(db, query, Date.now())
    const isHere = figures !== 'elsewhere'
    return presentLevel(isHere ? await network.ask({ name: 'card', month, memberId: user.id }) : undefined)
  })

  serve(app, salesChangesCall, signedIn, ({ query, who: { user } }) => listChanges(services, user.id, query))

  serve(app, legsCall, signedIn, ({ query, who: { user } }) => listLegs(services, user.id, query))

  serve(app, searchLegsCall, signedIn, ({ query, who: { user } }) => searchLegs(services, user.id, query))

  serve(app, statementCall, signedIn, ({ query, who: { user } }) => makeStatement(services, user.id, query))

  serve(app, statementPdfCall, signedIn, async ({ query, who: { user }, reply }) =>
    sendStatement(reply, await makeStatement(services, user.id, query), services.settings),
  )
}

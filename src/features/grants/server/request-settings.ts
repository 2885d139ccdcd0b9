import { commandSource } from '../../../server/audit/record-command.ts'
import { type Actor, personOf, sideOf } from '../../../server/auth/actor.ts'
import { requireStepUp } from '../../../server/auth/step-up.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { ScheduleSettings } from '../schedules/server/schedule-terms.ts'
import type { RecommendSettings } from './recommend-grant.ts'
import type { StepActor } from './record-history-entry.ts'

type Context = BaseContext & { actor: Actor }

/** The caller as the person who takes a step for the fund. */
export const fundActor = (actor: Actor): StepActor => ({ ...personOf(actor), side: sideOf(actor) })

export const settingsOf = (context: Context) => ({
  client: context.client,
  book: context.book,
  today: context.today,
  now: context.clock.now(),
  requireVerification: () => requireStepUp(context),
})

/** The parts of the request that a recommendation needs. */
export const recommendSettings = (context: Context): RecommendSettings => ({
  ...settingsOf(context),
  otherBook: context.otherBook,
  actor: fundActor(context.actor),
  source: commandSource(context),
})

export const scheduleSettings = (context: Context): ScheduleSettings => ({
  ...recommendSettings(context),
  author: changeAuthor(context),
  permissions: context.actor,
})

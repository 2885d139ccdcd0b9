import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Client } from '../../../clients/client.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { mailInvitations } from '../../people/server/find-or-invite.ts'
import { draftSteps } from '../domain/application.ts'
import { applicationOf, checkStep, type StepErrors } from '../domain/check-step.ts'
import { applicationDraft, emptyDonor, emptyDraft } from '../domain/draft.ts'
import { fundsLike, lockNewAccounts } from './duplicates.queries.ts'
import { findReviewer } from './logins.queries.ts'
import { openAccount, peopleOf } from './open-account.ts'

/** What is wrong with the application, by field. */
export class IncompleteApplication extends Error {
  readonly errors: StepErrors

  constructor(errors: StepErrors) {
    super('The application is not complete.')
    this.errors = errors
  }
}

/** An account of this name exists: the file may have been entered before. */
export class AccountExists extends Error {
  constructor(name: string, fundId: number) {
    super(
      `The book has an account of this name already: ${name}, ${fundId}. Nothing was entered. If this one is another, run the command again with --again.`,
    )
  }
}

type AccountToOpen = {
  client: Client
  /** Bound to the client's book and realm. */
  db: Kysely<DB>
  realmDb: Kysely<DB>
  /** The application as JSON: the steps account, donors, advisor and successors, with the fields that the form has. */
  application: unknown
  /** The user ID of the member of staff who is recorded. */
  staffUserId: string
  /** Whether it is entered although an account has the same name. */
  again: boolean
  now: Date
}

/**
 * Enters an account from a file, for installations that have none and for accounts that come from another system. It is `Entered`;
 * staff enter its contribution after that. The people are invited.
 *
 * @throws IncompleteApplication, AccountExists, or Error if the member of staff may not accept applications.
 */
export async function openAccountFrom(about: AccountToOpen): Promise<{ fundId: number }> {
  const { client, db, realmDb, now } = about
  const staff = await findReviewer(realmDb, about.staffUserId)
  if (!staff) throw new Error(`${about.staffUserId} may not accept applications.`)
  const today = dateOf(now, client.timeZone)
  const draft = draftOf(about.application, client.defaultPhoneCountry)
  const errors: StepErrors = Object.assign(
    {},
    ...draftSteps.filter(step => step !== 'contribution').map(step => checkStep(draft, step, today)),
  )
  if (Object.keys(errors).length > 0) throw new IncompleteApplication(errors)
  // No contribution is entered: a placeholder takes its place in the rules.
  const application = applicationOf({
    ...draft,
    contribution: { kind: 'cash', amountMinor: '1', assets: [] },
  })
  const people = await peopleOf(realmDb, client, application, { known: [], at: now })
  const { fundId } = await db.transaction().execute(async trx => {
    if (!about.again) await requireNewName(trx, application.accountName)
    return await openAccount(trx, application, {
      client,
      clock: { now: () => now },
      people,
      author: {
        userId: staff.user_id,
        name: staff.name,
        side: 'sponsor',
        onBehalfOf: null,
        sessionId: null,
        address: '',
      },
      reference: null,
      at: now,
      today,
    })
  })
  await mailInvitations(realmDb, [...people.donors, ...(people.advisor === null ? [] : [people.advisor])])
  return { fundId }
}

/** The same file twice would be two accounts. Of two commands at once the second waits for the first. */
async function requireNewName(trx: Kysely<DB>, accountName: string): Promise<void> {
  await lockNewAccounts(trx)
  const [like] = await fundsLike(trx, accountName)
  if (like && like.fundId !== null) throw new AccountExists(like.found, like.fundId)
}

const steps = z.partial(applicationDraft)

/** The file's steps over an empty application; fields of a donor that are absent are empty. */
function draftOf(application: unknown, country: string) {
  const file = z.parse(z.looseObject({ donors: z.optional(z.array(z.looseObject({}))) }), application)
  const donors = file.donors?.map(donor => ({ ...emptyDonor(country), ...donor }))
  const empty = emptyDraft(country)
  // z.parse below checks these parts of the file.
  const advisor = { ...empty.advisor, has: 'no' as const, ...(file.advisor as object | undefined) }
  // As the advisor.
  const account = { ...empty.account, ...(file.account as object | undefined) }
  const read = z.parse(steps, { ...file, account, advisor, ...(donors ? { donors } : {}) })
  // A step that is absent is left out, not undefined.
  return { ...empty, ...read } as typeof empty
}

import { expect, test } from 'vitest'
import type { Task } from '../../../server/jobs/task.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { usersProgram } from '../../../testing/users-program.ts'
import { endUserAccess, suspendAccess } from '../access.contract.ts'
import { signOffRight } from '../rights.contract.ts'
import { listUsers } from '../users.contract.ts'
import { mailRightReview } from './mail-right-review.ts'
import { mailSuspension } from './mail-suspension.ts'
import { closeDueReview, openReview } from './review-rights.ts'
import { rightsToReview } from './right-review.queries.ts'

const { program, clock, decide, about } = usersProgram()
const realm = 'ubs'
const client = 'ubs'
const dayMs = 86_400_000

const run = <Payload>(task: Task<Payload>, payload: Payload) =>
  task.run(payload, {
    ...jobSettings,
    ...{ db: program.portal.databases.realm(realm), origin: { realm }, books: [], mailer: null, clock },
    signal: new AbortController().signal,
  })
async function newMails(): Promise<{ to: string; kind: string; subject: string; body: string }[]> {
  const { rows } = await program.portal.database.admin.query(
    'delete from person_mail where realm = $1 returning to_address as to, kind, subject, body',
    [realm],
  )
  return rows.toSorted((a, b) => a.subject.localeCompare(b.subject))
}
const staff = (lastName: string, actions: readonly string[] | null = null) =>
  makeStaff(program.portal, { realm, firstName: 'Ida', lastName, roles: [{ role: 'super_user', actions }] })
const emailsOf = (...people: Person[]) => people.map(({ user }) => user.email).toSorted()
const receivers = (mails: { to: string }[]) => mails.map(({ to }) => to).toSorted()

test('the review of rights is mailed when it begins, a week before it ends and when it suspends, to nobody who left (§14)', async () => {
  const [manager, deputy, leaver] = [await staff('Marsh'), await staff('Finch'), await staff('Gone')]
  const payer = await staff('Payer', ['GRANT_PAY'])
  const left = { reason: 'Left', acceptsSmallerTeam: false }
  expect((await about(endUserAccess, leaver, manager, left)).status).toBe(200)
  const { admin } = program.portal.database
  await admin.query('update user_role set given_at = $1 where realm = $2 and ended_at is null', [
    new Date(clock.now().getTime() - 1000),
    realm,
  ])
  const accessDb = program.portal.databases.accessAdmin(realm)
  await openReview(accessDb, '2026-Q4', clock.now())

  await run(mailRightReview, {})
  const began = await newMails()
  expect(receivers(began)).toEqual(emailsOf(manager, deputy))
  expect(began[0]?.body).toContain(
    'The review of rights for 2026-Q4 has begun. 3 rights have to be signed off.',
  )

  // Both managers are signed off; the payer’s right is left.
  for (const right of await rightsToReview(accessDb))
    if (right.user_id !== payer.user.userId)
      await decide(signOffRight, right.right_id, right.user_id === manager.user.userId ? deputy : manager)
  clock.advance(22 * dayMs)
  expect(await newMails()).toEqual([])
  clock.advance(dayMs)
  await run(mailRightReview, {})
  expect((await newMails()).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => 'UBS Giving: Review of rights, 2026-Q4: 1 right left'),
  )

  clock.advance(8 * dayMs)
  await closeDueReview(accessDb, clock.now())
  await run(mailRightReview, {})
  const closed = await newMails()
  expect(receivers(closed)).toEqual(emailsOf(manager, deputy, payer))
  expect(closed.find(({ to }) => to === payer.user.email)?.body).toContain('is suspended since')
  expect(closed.find(({ to }) => to === manager.user.email)?.body).toContain(
    'Ida Payer: Super user, some permissions',
  )

  manager.session = await program.portal.sessionFor(manager.user)
  const { reply } = await program.portal.call(listUsers, { query: {} }, { as: manager.session })
  expect(reply.data.map(({ name }) => name)).not.toContain('Ida Gone')
})

test('a suspension is mailed once to the others who manage users', async () => {
  const [manager, deputy] = [await staff('Marsh'), await staff('Finch')]
  const person = await staff('Doubt', ['MAIL_RESEND'])
  await about(suspendAccess, person, manager, { reason: 'Lost the laptop' })
  const payload = { userId: person.user.userId, suspendedBy: manager.user.userId, client }
  await run(mailSuspension, payload)
  const mails = await newMails()
  expect(receivers(mails)).toContain(deputy.user.email)
  expect(receivers(mails)).not.toContain(manager.user.email)
  expect(receivers(mails)).not.toContain(person.user.email)
  expect(mails[0]?.body).toContain('Reason: Lost the laptop')
})

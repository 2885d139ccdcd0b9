import { type OpeningPortal, startOpeningPortal } from '../account-opening.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff, type Person } from '../factories/make-fund.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { makeUser } from '../factories/make-user.ts'

/** A fund with people in every role that is told something. Each has another fund too, which they may be viewing. */
export type MailWorld = {
  portal: OpeningPortal
  fund: MadeFund
  other: MadeFund
  joint: Person
  advisor: Person
  /** Not yet of the fund. */
  viewer: Person
  staff: Person
  second: Person
}

export async function startMailWorld(): Promise<MailWorld> {
  const portal = await startOpeningPortal()
  const fund = await makeFund(portal, { accountName: 'Wren Fund', advisorMayGrant: true })
  const other = await makeFund(portal, { accountName: 'Finch Fund' })
  const joint = await makePersonOf(portal, fund, 'joint_donor')
  const advisor = await makePersonOf(portal, fund, 'primary_advisor')
  const user = await makeUser(portal.databases, { firstName: 'Zoe', lastName: 'Reed' })
  const viewer = { user, session: await portal.sessionFor(user) }
  for (const person of [fund.donor, joint, advisor, viewer])
    await makeRelationship(portal.databases, other, { user: person.user, role: 'viewer' })
  const [staff, second] = [await makeStaff(portal), await makeStaff(portal)]
  return { portal, fund, other, joint, advisor, viewer, staff, second }
}

/** A donor without a login; documents of their fund can then not be signed online. */
export const donorWithoutLogin = 'harold.whitcombe@people.example'

import type { TestApp } from '../app.ts'
import { makeConfirmedFinding } from './make-confirmed-finding.ts'
import type { MadeFund } from './make-fund.ts'

/** Holds an account of npt: two people have confirmed that its donor is on a list. Returns the finding. */
export const makeAccountHold = (
  portal: Pick<TestApp, 'database'>,
  { donor: { user } }: MadeFund,
): Promise<string> =>
  makeConfirmedFinding(portal, { kind: 'person', id: user.userId, decidedBy: user.userId })

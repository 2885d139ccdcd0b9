import { type Route, route } from '../../../server/http/route.ts'
import * as access from '../access.contract.ts'
import * as rights from '../rights.contract.ts'
import * as sets from '../staff-sets.contract.ts'
import * as users from '../users.contract.ts'
import { changeStaffSet } from './change-staff-set.ts'
import { confirmResumption } from './confirm-resumption.ts'
import { confirmRight } from './confirm-right.ts'
import { confirmStaffSet } from './confirm-staff-set.ts'
import { declineResumption } from './decline-resumption.ts'
import { declineRight } from './decline-right.ts'
import { declineStaffSet } from './decline-staff-set.ts'
import { endRight } from './end-right.ts'
import { endUserAccess } from './end-user-access.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { exportUsers } from './export-users.ts'
import { getRightChoices } from './get-right-choices.ts'
import { getTeam } from './get-team.ts'
import { getUser } from './get-user.ts'
import { giveRight } from './give-right.ts'
import { inviteUser } from './invite-user.ts'
import { linkLogin } from './link-login.ts'
import { listResumptions } from './list-resumptions.ts'
import { listRightReview } from './list-right-review.ts'
import { listStaffSets } from './list-staff-sets.ts'
import { listUsers } from './list-users.ts'
import { listWaitingRights } from './list-waiting-rights.ts'
import { makeStaffSet } from './make-staff-set.ts'
import { reinstateRight } from './reinstate-right.ts'
import { resetUserFactors } from './reset-user-factors.ts'
import { resumeAccess } from './resume-access.ts'
import { signOffRight } from './sign-off-right.ts'
import { suspendAccess } from './suspend-access.ts'
import { unlinkLogin } from './unlink-login.ts'
import { withdrawRight } from './withdraw-right.ts'

export const usersRoutes: readonly Route[] = [
  route(users.listUsers, listUsers),
  route(users.exportUsers, exportUsers),
  route(users.getUser, getUser),
  route(users.inviteUser, inviteUser),
  route(users.getRightChoices, getRightChoices),
  route(rights.listWaitingRights, listWaitingRights),
  route(rights.giveRight, giveRight),
  route(rights.confirmRight, confirmRight),
  route(rights.declineRight, declineRight),
  route(rights.withdrawRight, withdrawRight),
  route(rights.endRight, endRight),
  route(rights.reinstateRight, reinstateRight),
  route(rights.listRightReview, listRightReview),
  route(rights.signOffRight, signOffRight),
  route(sets.listStaffSets, listStaffSets),
  route(sets.makeStaffSet, makeStaffSet),
  route(sets.changeStaffSet, changeStaffSet),
  route(sets.confirmStaffSet, confirmStaffSet),
  route(sets.declineStaffSet, declineStaffSet),
  route(users.getTeam, getTeam),
  route(access.listResumptions, listResumptions),
  route(access.confirmResumption, confirmResumption),
  route(access.declineResumption, declineResumption),
  route(access.suspendAccess, suspendAccess),
  route(access.resumeAccess, resumeAccess),
  route(access.endUserAccess, endUserAccess),
  route(access.endUserSessions, endUserSessions),
  route(access.resetUserFactors, resetUserFactors),
  route(access.linkLogin, linkLogin),
  route(access.unlinkLogin, unlinkLogin),
]

import { type Route, route } from '../../../../server/http/route.ts'
import * as announcementsContract from '../announcements.contract.ts'
import * as fundContributionsContract from '../fund-contributions.contract.ts'
import { announceContribution } from './announce-contribution.ts'
import { changeAnnouncement } from './change-announcement.ts'
import { exportFundContributions } from './export-fund-contributions.ts'
import { getContributionInstructions } from './get-contribution-instructions.ts'
import { getContributionYears } from './get-contribution-years.ts'
import { listFundContributions } from './list-fund-contributions.ts'
import { saveInstructionLetter } from './save-instruction-letter.ts'
import { withdrawAnnouncement } from './withdraw-announcement.ts'

export const fundContributionsRoutes: readonly Route[] = [
  route(fundContributionsContract.listFundContributions, listFundContributions),
  route(fundContributionsContract.exportFundContributions, exportFundContributions),
  route(fundContributionsContract.getContributionYears, getContributionYears),
  route(announcementsContract.getContributionInstructions, getContributionInstructions),
  route(announcementsContract.announceContribution, announceContribution),
  route(announcementsContract.changeAnnouncement, changeAnnouncement),
  route(announcementsContract.withdrawAnnouncement, withdrawAnnouncement),
  route(announcementsContract.saveInstructionLetter, saveInstructionLetter),
]

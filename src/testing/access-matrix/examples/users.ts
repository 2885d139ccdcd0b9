import { randomUUID } from 'node:crypto'
import {
  confirmResumption,
  declineResumption,
  endUserAccess,
  endUserSessions,
  linkLogin,
  listResumptions,
  resetUserFactors,
  resumeAccess,
  suspendAccess,
  unlinkLogin,
} from '../../../features/users/access.contract.ts'
import {
  confirmRight,
  declineRight,
  endRight,
  giveRight,
  listRightReview,
  listWaitingRights,
  reinstateRight,
  signOffRight,
  withdrawRight,
} from '../../../features/users/rights.contract.ts'
import {
  exportUsers,
  getRightChoices,
  getTeam,
  getUser,
  inviteUser,
  listUsers,
} from '../../../features/users/users.contract.ts'
import { command, csv, type Example, example } from './example.ts'

const reads = ['USER_MANAGE', 'AUDIT_VIEW']
const reason = 'The team has changed'

export const usersExamples: readonly Example[] = [
  example(listUsers, { needs: reads, sent: () => ({}), contains: ({ book }) => `@${book}.example` }),
  example(exportUsers, { needs: reads, sent: () => csv, contains: ({ book }) => `@${book}.example` }),
  example(getUser, {
    needs: reads,
    sent: async about => ({ params: { personId: (await about.freshColleague()).personId } }),
    contains: () => 'Rowan',
  }),
  example(inviteUser, {
    needs: 'USER_MANAGE',
    sent: () => ({
      body: command({
        firstName: 'Ida',
        lastName: 'Marsh',
        email: `${randomUUID().slice(0, 13)}@people.example`,
        userId: '',
      }),
    }),
    contains: () => 'personId',
  }),
  example(getRightChoices, { needs: 'USER_MANAGE', sent: () => ({}), contains: () => 'grants-reviewer' }),
  example(listWaitingRights, {
    needs: reads,
    sent: async about => {
      await about.freshRight('waiting')
      return {}
    },
    contains: () => 'Rowan',
  }),
  example(giveRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: (await about.freshColleague()).personId },
      body: command({ given: { set: 'grants-reviewer' }, from: null, until: null, reason }),
    }),
    contains: () => 'active',
  }),
  example(confirmRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({ params: { rightId: await about.freshRight('waiting') }, body: command({}) }),
    contains: () => 'active',
  }),
  example(declineRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { rightId: await about.freshRight('waiting') },
      body: command({ reason }),
    }),
    contains: () => 'declined',
  }),
  example(withdrawRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({ params: { rightId: await about.freshRight('own request') }, body: command({}) }),
    contains: () => 'withdrawn',
  }),
  example(endRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { rightId: await about.freshRight('active') },
      body: command({ reason, acceptsSmallerTeam: false }),
    }),
    contains: () => 'ended',
  }),
  example(reinstateRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { rightId: await about.freshRight('suspended') },
      body: command({ reason }),
    }),
    contains: () => 'active',
  }),
  example(listRightReview, {
    needs: reads,
    sent: async about => {
      await about.freshRight('to review')
      return {}
    },
    contains: () => 'Rowan',
  }),
  example(signOffRight, {
    needs: 'USER_MANAGE',
    sent: async about => ({ params: { rightId: await about.freshRight('to review') }, body: command({}) }),
    contains: () => 'active',
  }),
  example(suspendAccess, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: (await about.freshColleague()).personId },
      body: command({ reason }),
    }),
  }),
  example(resumeAccess, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: await about.suspendedColleague() },
      body: command({ reason }),
    }),
  }),
  example(confirmResumption, {
    needs: 'USER_MANAGE',
    sent: async about => ({ params: { personId: await about.askedColleague() }, body: command({}) }),
  }),
  example(declineResumption, {
    needs: 'USER_MANAGE',
    sent: async about => ({ params: { personId: await about.askedColleague() }, body: command({ reason }) }),
  }),
  example(listResumptions, {
    needs: reads,
    sent: async about => {
      await about.askedColleague()
      return {}
    },
    contains: () => 'Rowan',
  }),
  example(getTeam, { needs: reads, sent: () => ({}), contains: () => 'USER_MANAGE' }),
  example(endUserAccess, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: (await about.freshColleague()).personId },
      body: command({ reason, acceptsSmallerTeam: false }),
    }),
  }),
  example(endUserSessions, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: (await about.freshColleague()).personId },
      body: command({ reason }),
    }),
  }),
  example(resetUserFactors, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: (await about.freshColleague()).personId },
      body: command({ identityCheck: 'Called back on the number on file' }),
    }),
  }),
  example(linkLogin, {
    needs: 'USER_MANAGE',
    sent: async about => ({
      params: { personId: (await about.freshColleague()).personId },
      body: command({ provider: 'staff', subject: randomUUID(), reason }),
    }),
  }),
  example(unlinkLogin, {
    needs: 'USER_MANAGE',
    sent: async about => {
      const { personId, issuer, subject } = await about.linkedColleague()
      return { params: { personId }, body: command({ issuer, subject, reason }) }
    },
  }),
]

import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
  withdrawPostingRequest,
} from '../../../features/posting-requests/posting-requests.contract.ts'
import { command, type Example, example } from './example.ts'

const anyOfThem = ['GRANT_PAY', 'POSTING_CREATE', 'POSTING_REVERSE']

export const postingRequestsExamples: readonly Example[] = [
  example(listPostingRequests, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshPostingRequest()
      return {}
    },
    contains: about => about.accountName,
  }),
  example(confirmPostingRequest, {
    needs: anyOfThem,
    sent: async about => ({ params: { requestId: await about.freshPostingRequest() }, body: command({}) }),
    contains: () => 'confirmed',
  }),
  example(declinePostingRequest, {
    needs: anyOfThem,
    sent: async about => ({
      params: { requestId: await about.freshPostingRequest() },
      body: command({ note: 'The bank says otherwise' }),
    }),
    contains: () => 'declined',
  }),
  example(withdrawPostingRequest, {
    needs: anyOfThem,
    sent: async about => ({
      params: { requestId: await about.freshPostingRequest('super_user') },
      body: command({}),
    }),
    contains: () => 'withdrawn',
  }),
]

import { preparedRoute, type Route, route } from '../../../server/http/route.ts'
import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
  withdrawPostingRequest,
} from '../posting-requests.contract.ts'
import { confirm, decline, postingRequests, prepareConfirmation, withdraw } from './decide-posting-request.ts'

export const postingRequestsRoutes: readonly Route[] = [
  route(listPostingRequests, postingRequests),
  preparedRoute(confirmPostingRequest, prepareConfirmation, confirm),
  route(declinePostingRequest, decline),
  route(withdrawPostingRequest, withdraw),
]

import { type Route, route } from '../../../server/http/route.ts'
import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
  withdrawPostingRequest,
} from '../posting-requests.contract.ts'
import {
  confirm,
  decline,
  type PostingHandlers,
  postingRequests,
  withdraw,
} from './decide-posting-request.ts'

/** `handlers`: what the features do with the requests for their commands. */
export const postingRequestsRoutes = (handlers: PostingHandlers): readonly Route[] => [
  route(listPostingRequests, (_input, context) => postingRequests(handlers, context)),
  route(confirmPostingRequest, (input, context) => confirm(handlers, input, context)),
  route(declinePostingRequest, decline),
  route(withdrawPostingRequest, withdraw),
]

import { preparedRoute, type Route, route } from '../../../server/http/route.ts'
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
  prepareConfirmation,
  withdraw,
} from './decide-posting-request.ts'

/** `handlers`: what the features do with the requests for their commands. */
export const postingRequestsRoutes = (handlers: PostingHandlers): readonly Route[] => [
  route(listPostingRequests, (_input, context) => postingRequests(handlers, context)),
  preparedRoute(
    confirmPostingRequest,
    (input, context) => prepareConfirmation(handlers, input, context),
    confirm,
  ),
  route(declinePostingRequest, decline),
  route(withdrawPostingRequest, withdraw),
]

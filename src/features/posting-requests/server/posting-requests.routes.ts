import { preparedRoute, type Route, route } from '../../../server/http/route.ts'
import * as contract from '../posting-requests.contract.ts'
import { confirmPostingRequest } from './confirm-posting-request.ts'
import { type PostingHandlers, postingRequests, prepareConfirmation } from './decide-posting-request.ts'
import { declinePostingRequest } from './decline-posting-request.ts'
import { withdrawPostingRequest } from './withdraw-posting-request.ts'

/** `handlers`: what the features do with the requests for their commands. */
export const postingRequestsRoutes = (handlers: PostingHandlers): readonly Route[] => [
  route(contract.listPostingRequests, (_input, context) => postingRequests(handlers, context)),
  preparedRoute(
    contract.confirmPostingRequest,
    (input, context) => prepareConfirmation(handlers, input, context),
    confirmPostingRequest,
  ),
  route(contract.declinePostingRequest, declinePostingRequest),
  route(contract.withdrawPostingRequest, withdrawPostingRequest),
]

import { type Route, route } from '../../../server/http/route.ts'
import {
  approveTransfer,
  declineTransfer,
  listTransfers,
  listTransfersToDecide,
  requestTransfer,
  withdrawTransfer,
} from '../transfers.contract.ts'
import { approve, decline, transfersToDecide } from './decide-transfer.ts'
import { request, transfers, withdraw } from './transfers.ts'

export const transfersRoutes: readonly Route[] = [
  route(listTransfers, transfers),
  route(requestTransfer, request),
  route(withdrawTransfer, withdraw),
  route(listTransfersToDecide, transfersToDecide),
  route(approveTransfer, approve),
  route(declineTransfer, decline),
]

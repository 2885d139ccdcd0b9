import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../transfers.contract.ts'
import { approveTransfer } from './approve-transfer.ts'
import { declineTransfer } from './decline-transfer.ts'
import { listTransfers } from './list-transfers.ts'
import { listTransfersToDecide } from './list-transfers-to-decide.ts'
import { requestTransfer } from './request-transfer.ts'
import { reverseTransfer } from './reverse-transfer.ts'
import { withdrawTransfer } from './withdraw-transfer.ts'

export const transfersRoutes: readonly Route[] = [
  route(contract.listTransfers, listTransfers),
  route(contract.requestTransfer, requestTransfer),
  route(contract.withdrawTransfer, withdrawTransfer),
  route(contract.listTransfersToDecide, listTransfersToDecide),
  route(contract.approveTransfer, approveTransfer),
  route(contract.declineTransfer, declineTransfer),
  route(contract.reverseTransfer, reverseTransfer),
]

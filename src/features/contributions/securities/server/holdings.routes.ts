import { type Route, route } from '../../../../server/http/route.ts'
import * as documents from '../holding-documents.contract.ts'
import * as contract from '../holdings.contract.ts'
import { addHoldingDocument } from './add-holding-document.ts'
import { completeHoldingTask } from './complete-holding-task.ts'
import { exportHoldings } from './export-holdings.ts'
import { listHoldings } from './list-holdings.ts'
import { receiveAssets } from './receive-assets.ts'
import { releaseHolding } from './release-holding.ts'
import { reverseDisposal } from './reverse-disposal.ts'
import { sellHolding } from './sell-holding.ts'
import { valueHolding } from './value-holding.ts'

export const holdingsRoutes: readonly Route[] = [
  route(contract.receiveAssets, receiveAssets),
  route(contract.listHoldings, listHoldings),
  route(contract.exportHoldings, exportHoldings),
  route(contract.sellHolding, sellHolding),
  route(contract.releaseHolding, releaseHolding),
  route(contract.reverseDisposal, reverseDisposal),
  route(contract.valueHolding, valueHolding),
  route(documents.addHoldingDocument, addHoldingDocument),
  route(contract.completeHoldingTask, completeHoldingTask),
]

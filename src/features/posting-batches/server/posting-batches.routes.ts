import { preparedRoute, type Route, route } from '../../../server/http/route.ts'
import * as division from '../division.contract.ts'
import * as contract from '../posting-batches.contract.ts'
import { checkDivision } from './check-division.ts'
import { checkPostingBatch } from './check-posting-batch.ts'
import { continuePostingBatch } from './continue-posting-batch.ts'
import { downloadBatchTemplate } from './download-batch-template.ts'
import { enterDivision } from './enter-division.ts'
import { enterPostingBatch } from './enter-posting-batch.ts'
import { exportPostingBatchLines } from './export-posting-batch-lines.ts'
import { exportPostingBatches } from './export-posting-batches.ts'
import { getPostingBatch } from './get-posting-batch.ts'
import { listPostingBatchLines } from './list-posting-batch-lines.ts'
import { listPostingBatches } from './list-posting-batches.ts'
import { readBatchFile } from './read-batch-file.ts'
import { reversePostingBatch } from './reverse-posting-batch.ts'

export const postingBatchesRoutes: readonly Route[] = [
  route(contract.listPostingBatches, listPostingBatches),
  route(contract.exportPostingBatches, exportPostingBatches),
  route(contract.downloadBatchTemplate, downloadBatchTemplate),
  route(contract.checkPostingBatch, checkPostingBatch),
  preparedRoute(contract.enterPostingBatch, readBatchFile, enterPostingBatch),
  route(contract.getPostingBatch, getPostingBatch),
  route(contract.listPostingBatchLines, listPostingBatchLines),
  route(contract.exportPostingBatchLines, exportPostingBatchLines),
  route(contract.reversePostingBatch, reversePostingBatch),
  route(contract.continuePostingBatch, continuePostingBatch),
  route(division.checkDivision, checkDivision),
  route(division.enterDivision, enterDivision),
]

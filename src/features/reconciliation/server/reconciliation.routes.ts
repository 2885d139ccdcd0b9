import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../reconciliation.contract.ts'
import { endSuspenseItem } from './end-suspense-item.ts'
import { listBankAccounts } from './list-bank-accounts.ts'
import { listSuspenseItems } from './list-suspense-items.ts'
import { noteSuspenseItem } from './note-suspense-item.ts'

export const reconciliationRoutes: readonly Route[] = [
  route(contract.listBankAccounts, listBankAccounts),
  route(contract.listSuspenseItems, listSuspenseItems),
  route(contract.noteSuspenseItem, noteSuspenseItem),
  route(contract.endSuspenseItem, endSuspenseItem),
]

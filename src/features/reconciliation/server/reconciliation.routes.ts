import { type Route, route } from '../../../server/http/route.ts'
import * as monthContract from '../bank-month.contract.ts'
import * as contract from '../reconciliation.contract.ts'
import { endSuspenseItem } from './end-suspense-item.ts'
import { explainDebit } from './explain-debit.ts'
import { exportBankMonthItems } from './export-bank-month-items.ts'
import { getBankMonth } from './get-bank-month.ts'
import { listBankAccounts } from './list-bank-accounts.ts'
import { listBankMonthItems } from './list-bank-month-items.ts'
import { listSuspenseItems } from './list-suspense-items.ts'
import { noteSuspenseItem } from './note-suspense-item.ts'
import { signBankMonth } from './sign-bank-month.ts'

export const reconciliationRoutes: readonly Route[] = [
  route(contract.listBankAccounts, listBankAccounts),
  route(contract.listSuspenseItems, listSuspenseItems),
  route(contract.noteSuspenseItem, noteSuspenseItem),
  route(contract.endSuspenseItem, endSuspenseItem),
  route(monthContract.getBankMonth, getBankMonth),
  route(monthContract.listBankMonthItems, listBankMonthItems),
  route(monthContract.exportBankMonthItems, exportBankMonthItems),
  route(monthContract.signBankMonth, signBankMonth),
  route(monthContract.explainDebit, explainDebit),
]

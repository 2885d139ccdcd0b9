import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'

export const accountStatusSigns: Readonly<Record<AccountStatus, StatusSign>> = {
  Entered: 'in-progress',
  Active: 'done',
  Immobile: 'waiting',
  Closed: 'ended',
}

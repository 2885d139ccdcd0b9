import type { Client } from './client.ts'
import { checkFeeSchedules } from './fee-schedules.ts'
import { checkGeneralLedger } from './general-ledger.ts'
import { checkInactiveFunds } from './inactive-funds.ts'
import { checkYearEnd } from './year-end.ts'

/** What the settings of each client have to agree about, wherever they were read from. Each throws with a sentence. */
export const clientChecks: readonly ((client: Client) => void)[] = [
  client => checkFeeSchedules(client.feeSchedules),
  ({ generalLedger, ...client }) => {
    if (generalLedger) checkGeneralLedger({ ...client, generalLedger })
  },
  checkYearEnd,
  checkInactiveFunds,
]

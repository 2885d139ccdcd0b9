import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { insertAccountRow } from '../../accounts/server/account-row.queries.ts'
import { accountTypeLabels } from '../domain/application.ts'
import type { Application } from '../domain/check-step.ts'

/** Adds an entered account. */
export const insertAccount = (
  trx: Kysely<DB>,
  { accountName, type, organizationLegalName, donors }: Application,
  today: IsoDate,
): Promise<{ accountId: string; fundId: number }> =>
  insertAccountRow(trx, {
    account_name: accountName,
    account_status: 'Entered',
    account_type: accountTypeLabels[type].accountType,
    organization_legal_name: organizationLegalName,
    donor_name: donors.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', '),
    entered_on: today,
  })

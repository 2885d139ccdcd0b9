import type { Client } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { browserSettings, type ClientContext } from '../../contract/client-context.contract.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { keysOf, pick } from '../../domain/keys-of.ts'

/** The client context of a page on a given day, with overrides of the client's settings. */
export function contextOfPage(
  client: Client = npt,
  clientSettings: Partial<ClientContext['clientSettings']> = {},
): ClientContext {
  return {
    client: client.name,
    dbName: client.book.name,
    primaryDb: client.book.name,
    secondaryDb: null,
    currentDbHeader: client.book.currency,
    orgId: client.realm,
    origin: `http://${client.name}.localhost:3000`,
    primaryIsActive: true,
    enablePostgreSQL: true,
    clientSettings: {
      ...pick(client, keysOf(browserSettings.shape)),
      signsInByPassword: true,
      today: '2026-11-20' as IsoDate,
      minimumGrantMinor: String(client.minimumGrantMinor),
      maxAmountMinor: String(client.maxAmountMinor),
      identityProviders: [],
      demonstration: true,
      ...clientSettings,
    },
  }
}

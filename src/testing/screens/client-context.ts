import type { Client } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { type ClientContext, clientContextSchema } from '../../contract/client-context.contract.ts'
import type { IsoDate } from '../../domain/dates.ts'

/** The client context of a page on a given day, with overrides of the client's settings. */
export function contextOfPage(
  client: Client = npt,
  clientSettings: Partial<ClientContext['clientSettings']> = {},
): ClientContext {
  const context: ClientContext = {
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
      ...client,
      support: { ...client.support, address: [...client.support.address] },
      footer: { ...client.footer, resources: [...client.footer.resources] },
      dashboardSubNavigation: [...client.dashboardSubNavigation],
      signsInByPassword: true,
      today: '2026-11-20' as IsoDate,
      minimumGrantMinor: String(client.minimumGrantMinor),
      maxAmountMinor: String(client.maxAmountMinor),
      identityProviders: [],
      demonstration: true,
      ...clientSettings,
    },
  }
  // As on the wire, without the settings that the browser does not get.
  return clientContextSchema.parse(context)
}

import type { Client } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { type ClientContext, clientContextSchema } from '../../contract/client-context.contract.ts'

/** The context that a page of this client carries on a day, with switches of the house otherwise where a test says so. */
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
      today: '2026-11-20',
      minimumGrantMinor: String(client.minimumGrantMinor),
      identityProviders: [],
      demonstration: true,
      ...clientSettings,
    },
  }
  // As it comes over the wire: without the switches that the browser is not told.
  return clientContextSchema.parse(context)
}

import { browserSettings, type ClientContext } from '../../../contract/client-context.contract.ts'
import { keysOf, pick } from '../../../domain/keys-of.ts'
import { unbrokenPhone } from '../../../domain/tel-address.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { nameOfProvider, titleOfProvider } from '../../identity/oidc/server/provider-settings.ts'

type AboutRequest = Pick<BaseContext, 'client' | 'book' | 'origin' | 'today' | 'demonstration'>

/** The client context of a request (§3). It is also embedded in index.html, so that the first paint has the client's look. */
export function clientContextOf(context: AboutRequest): ClientContext {
  const { client, book } = context
  return {
    client: client.name,
    dbName: book.name,
    primaryDb: client.book.name,
    secondaryDb: client.secondaryBook?.name ?? null,
    currentDbHeader: book.currency,
    orgId: client.realm,
    origin: context.origin,
    primaryIsActive: book.name === client.book.name,
    enablePostgreSQL: true,
    clientSettings: {
      ...pick(client, keysOf(browserSettings.shape)),
      support: { ...client.support, phone: unbrokenPhone(client.support.phone) },
      today: context.today,
      signsInByPassword: client.identityProviders.some(({ kind }) => kind === 'embedded'),
      minimumGrantMinor: client.minimumGrantMinor.toString(),
      maxAmountMinor: client.maxAmountMinor.toString(),
      identityProviders: client.identityProviders.map(provider => ({
        name: nameOfProvider(provider),
        title: titleOfProvider(provider),
      })),
      demonstration: context.demonstration,
    },
  }
}

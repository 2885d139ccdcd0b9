import type { ClientContext } from '../../../contract/client-context.contract.ts'
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
      displayName: client.displayName,
      tagline: client.tagline,
      kind: client.kind,
      locale: client.locale,
      today: context.today,
      timeZone: client.timeZone,
      menu: client.menu,
      visitorHome: client.visitorHome,
      logo: client.logo,
      logoWidthDesktopPx: client.logoWidthDesktopPx,
      logoWidthMobilePx: client.logoWidthMobilePx,
      dashboardSubNavigation: client.dashboardSubNavigation.map(page => ({ ...page })),
      support: { ...client.support, address: [...client.support.address] },
      footer: {
        disclaimer: client.footer.disclaimer,
        resources: client.footer.resources.map(resource => ({ ...resource })),
      },
      showsClosedStatus: client.showsClosedStatus,
      currencyRestricted: client.currencyRestricted,
      excludedAssetsPopover: client.excludedAssetsPopover,
      profileUpdates: client.profileUpdates,
      legacyPlanShown: client.legacyPlanShown,
      signsInByPassword: client.identityProviders.some(({ kind }) => kind === 'embedded'),
      resourcesFor: client.resourcesFor,
      opening: { ...client.opening },
      givingGuide: { ...client.givingGuide },
      minimumGrantMinor: client.minimumGrantMinor.toString(),
      maxAmountMinor: client.maxAmountMinor.toString(),
      wholeUnitsOnly: client.wholeUnitsOnly,
      overBalance: client.overBalance,
      grantDays: { ...client.grantDays },
      identityProviders: client.identityProviders.map(provider => ({
        name: nameOfProvider(provider),
        title: titleOfProvider(provider),
      })),
      demonstration: context.demonstration,
    },
  }
}

import { inPage, logo, menus, openingTitle, type Proofs, screenPaths } from './proof.ts'

const screens = 'src/app/web/screens.ts'

export const proofsOfMenus: Proofs = {
  menu: [
    {
      test: menus,
      title: 'Contact and Forms/Resources stand where they belong at %s',
      reader: 'src/app/web/menu.ts',
      effect: `house.menu === 'top-bar'`,
      without: 'house.displayName.length === 0',
    },
    {
      test: 'src/web/shell/Header.test.tsx',
      title: '§2.3: a client with a top bar hides the dropdowns of the main menu',
      reader: 'src/web/shell/Header.tsx',
      effect: `hasDropdowns={client.menu === 'full'}`,
      without: 'hasDropdowns={true}',
    },
  ],
  logoWidthDesktopPx: [
    {
      test: inPage,
      title: 'logoWidthDesktopPx and logoWidthMobilePx: the logo is as wide as the client says',
      reader: logo,
      effect: 'client.logoWidthDesktopPx}px',
      without: '610}px',
    },
  ],
  logoWidthMobilePx: [
    {
      test: inPage,
      title: 'logoWidthDesktopPx and logoWidthMobilePx: the logo is as wide as the client says',
      reader: logo,
      effect: 'client.logoWidthMobilePx}px',
      without: '60}px',
    },
  ],
  dashboardSubNavigation: [
    {
      test: menus,
      title:
        '§2.2 the dashboard’s pages are the client’s, for whoever may open accounts where accounts can be opened',
      reader: 'src/app/web/menu.ts',
      effect: 'return house.dashboardSubNavigation\n',
      without: 'return [...house.dashboardSubNavigation].slice(1)\n',
    },
  ],
  givingGuide: [
    {
      test: menus,
      title: 'the giving guide is an entry of the help, in a new tab where it is the client’s link',
      reader: screens,
      effect: `house.givingGuide.kind === 'link' ? house.givingGuide.href : null`,
      without: 'house.displayName ? null : null',
    },
  ],
  opening: [
    {
      test: menus,
      title: openingTitle,
      reader: screenPaths,
      effect: `house.opening.kind === 'pdf' ? house.opening.href : null`,
      without: 'house.displayName ? null : null',
    },
  ],
  resourcesFor: [
    {
      test: menus,
      title:
        'Forms/Resources shows to visitors at npt alone, to an editor without the permission at npt and nptuk alone',
      reader: screens,
      effect: 'house => resourcesAccess[house.resourcesFor]',
      without: '() => resourcesAccess.everybody',
    },
  ],
}

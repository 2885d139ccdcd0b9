import type { Page } from '@playwright/test'
import type { BuiltScreenPath } from '../src/contract/screens.ts'
import { entriesOf } from '../src/domain/keys-of.ts'
import { expect, type Role, test } from './fixtures.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { makeBasketOf } from './people/make-basket.ts'
import { demoAccountOf } from './people/make-supporting-document.ts'

/** Whose list stands at the address, why it is not measured, or null for a screen that is no list. */
type Walk = readonly Role[] | { leftOut: string } | null

const rebuilt = (screen: string) => ({ leftOut: `${screen} is to be rebuilt` })

/** Every screen whose address names nothing by its id. */
const lists = {
  '/grants': ['donor', 'viewer', 'service'],
  '/grants/schedules': ['donor', 'viewer'],
  '/charity-list': ['donor', 'viewer'],
  '/account-documents': ['donor', 'service'],
  '/sign-pending-document': ['donor'],
  '/super-user-dashboard': ['super', 'auditor'],
  '/super-user-dashboard/grants': ['super'],
  '/super-user-dashboard/requests': ['super', 'auditor'],
  '/super-user-dashboard/cases': ['super', 'auditor'],
  '/super-user-dashboard/documents': ['super', 'service'],
  '/super-user-dashboard/staff-documents': ['super'],
  '/super-user-dashboard/applications': ['super'],
  '/super-user-dashboard/messages': ['super', 'auditor'],
  '/super-user-dashboard/charities': ['super'],
  '/content': ['editor'],
  '/financial-advisor-dashboard/report': ['advisor'],

  '/super-user-dashboard/payments': rebuilt('the page of the payment runs'),
  '/super-user-dashboard/audit': rebuilt('the audit log'),
  '/financial-advisor-dashboard': rebuilt('the advisor’s dashboard'),
  '/account': rebuilt('the overview of an account'),
  '/update-account': rebuilt('Manage Account'),
  '/update-account/primary-advisor': rebuilt('Manage Account'),
  '/update-account/legacy-plan': rebuilt('the legacy plan'),
  '/my-profile': rebuilt('the profile'),
  '/my-profile/accounts': rebuilt('the profile'),

  '/': null,
  '/403': null,
  '/sign-in': null,
  '/sso': null,
  '/fund-activity': null,
  '/recommend-a-grant': null,
  '/grants/upload': null,
  '/charity-list/propose': null,
  '/my-profile/email': null,
  '/my-profile/password': null,
  '/password-setup': null,
  '/forgot-user': null,
  '/year-end-deadlines': null,
  '/resources': null,
  '/contact': null,
  '/faq': null,
  '/givingpoint': null,
  '/terms': null,
  '/content/new': null,
  '/content/files': null,
  '/new-account-opening': null,
  '/new-account-opening/confirm': null,
  '/successor': null,
} as const satisfies Record<Exclude<BuiltScreenPath, `${string}$${string}`>, Walk>

const addressesOf = (role: Role): readonly string[] =>
  entriesOf<Record<string, Walk>>(lists)
    .filter(([, walk]) => Array.isArray(walk) && walk.includes(role))
    .map(([path]) => path)

const bottomOf = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).first().boundingBox()
  return box === null ? Number.POSITIVE_INFINITY : Math.round(box.y + box.height)
}

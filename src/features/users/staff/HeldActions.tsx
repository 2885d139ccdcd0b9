import { useState } from 'react'
import { countOf } from '../../../domain/count-of.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { roleName } from '../../people/domain/relationship-labels.ts'
import type { User } from '../users.contract.ts'
import { permissionText } from './right-labels.ts'
import styles from './Users.module.css'

/** What a person may do, and which right or which role on which account gives it. */
export function HeldActions({ user: { actions, accounts } }: { user: User }) {
  const { locale } = clientContext().clientSettings
  const [isShowing, setShowing] = useState<'accounts' | 'actions' | null>(null)
  return (
    <div className={styles.section}>
      <Disclosure
        heading={`Roles on accounts: ${accounts.length}`}
        isOpen={isShowing === 'accounts'}
        onToggle={isOpen => setShowing(isOpen ? 'accounts' : null)}
      >
        <Table<User['accounts'][number]>
          caption="Roles on accounts"
          isCaptionHidden
          hasStickyHeading={false}
          columns={[
            {
              key: 'account',
              heading: 'Account',
              isRowHeading: true,
              cell: ({ accountName }) => accountName,
            },
            { key: 'fundId', heading: 'Account ID', cell: ({ fundId }) => fundId },
            { key: 'role', heading: 'Role', cell: ({ role }) => roleName(role, locale) },
          ]}
          rows={accounts}
          rowKey={({ fundId, role }) => `${fundId} ${role}`}
          empty={{
            text: 'No role on a single account. An account’s Relationships page gives them.',
          }}
        />
      </Disclosure>
      <Disclosure
        heading={`What this person may do: ${countOf(actions.length, 'permission', locale)}`}
        isOpen={isShowing === 'actions'}
        onToggle={isOpen => setShowing(isOpen ? 'actions' : null)}
      >
        {actions.length === 0 ? (
          <p>Nothing at the moment.</p>
        ) : (
          <DescriptionList
            items={actions.map(({ action, rights, roles }) => ({
              term: permissionText(action),
              description: [...rights, ...roles.map(role => roleText(role, locale))].join('; '),
            }))}
          />
        )}
      </Disclosure>
    </div>
  )
}

/** `Service team on 204437 and 204438`, or the number of accounts where it is large. */
function roleText(
  { role, accounts, fundIds }: User['actions'][number]['roles'][number],
  locale: string,
): string {
  const where = accounts > fundIds.length ? `${accounts} accounts` : fundIds.join(', ')
  return `${roleName(role, locale)} on ${where}`
}

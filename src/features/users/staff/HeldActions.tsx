import { useId } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { roleName } from '../../people/domain/relationship-labels.ts'
import type { User } from '../users.contract.ts'
import { permissionLabels } from './permission-labels.ts'
import styles from './Users.module.css'

/** What a person may do, and which right or which role on which account gives it. */
export function HeldActions({ user: { actions, accounts } }: { user: User }) {
  const headingId = useId()
  const accountsId = useId()
  const { locale } = clientContext().clientSettings
  return (
    <>
      <section aria-labelledby={accountsId} className={styles.section}>
        <h2 id={accountsId}>Accounts</h2>
        <Table<User['accounts'][number]>
          caption="Accounts"
          isCaptionHidden
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
            text: 'No role on an account. The service team’s role on single accounts is given on an account’s Relationships page.',
          }}
        />
      </section>
      <section aria-labelledby={headingId} className={styles.section}>
        <h2 id={headingId}>What this person may do</h2>
        <Table<User['actions'][number]>
          caption="Permissions"
          isCaptionHidden
          columns={[
            {
              key: 'action',
              heading: 'Permission',
              isRowHeading: true,
              cell: ({ action }) => permissionLabels[action],
            },
            {
              key: 'from',
              heading: 'Given by',
              cell: ({ from }) =>
                from
                  .map(({ title, role, accountName, fundId }) =>
                    role === null ? title : `${roleName(role, locale)} of ${accountName}, ${fundId}`,
                  )
                  .join('; '),
            },
          ]}
          rows={actions}
          rowKey={({ action }) => action}
          empty={{ text: 'Nothing at the moment.' }}
        />
      </section>
    </>
  )
}

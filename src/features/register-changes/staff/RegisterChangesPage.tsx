import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { changeKindNames, changeKinds } from '../../charities/domain/register-change.ts'
import {
  changeViews,
  exportRegisterChanges,
  listRegisterChanges,
  type RegisterChange,
} from '../register-changes.contract.ts'
import { registerChangesList } from '../register-changes.list.ts'

const changesSearch = z.object({
  view: z.catch(z.enum(changeViews), 'to-decide'),
  kind: z.catch(z.optional(z.enum(changeKindNames)), undefined),
  size: z.catch(z.enum(['10', '50', 'all']), '10'),
})

const views = {
  'to-decide': { text: 'To decide', empty: 'No changes are waiting for a decision.' },
  decided: { text: 'Decided', empty: 'No changes have been decided about yet.' },
} as const satisfies Record<(typeof changeViews)[number], { text: string; empty: string }>

/** /super-user-dashboard/register-changes: charities that an import of a register changed and on which something relies (§13). */
export function RegisterChangesPage() {
  const shown = useSearchParams(changesSearch)
  const { view, kind, size } = shown
  const search = { view, ...(kind === undefined ? {} : { kind }) }
  const navigate = useNavigate()
  const found = useQuery({
    ...queryList(listRegisterChanges, { query: search }, size),
    placeholderData: keepPreviousData,
  })
  const open = (next: Partial<typeof shown>) =>
    void navigate({
      to: staffPaths.registerChanges({ ...shown, ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeading
        title="Register Changes"
        isAboveList
        lead={inClientEnglish(
          'Charities that an import of the register changed, and on which a grant, a schedule, a list{,} or a plan relies.',
        )}
      >
        Register Changes
      </PageHeading>
      <QueriedListTable
        key={`${view} ${kind ?? ''}`}
        list={registerChangesList}
        what="changes"
        caption={views[view].text}
        currency={clientContext().currentDbHeader}
        choices={
          <>
            <ChoiceBar
              label="Show"
              choices={changeViews.map(value => ({ value, text: views[value].text }))}
              value={view}
              onChange={next => open({ view: next })}
            />
            <Select
              label="Change"
              name="kind"
              isLabelHidden
              value={kind ?? 'all'}
              choices={[
                { value: 'all' as const, text: 'All changes' },
                ...changeKindNames.map(value => ({ value, text: changeKinds[value].label })),
              ]}
              onChange={next => open({ kind: next === 'all' ? undefined : next })}
            />
          </>
        }
        {...(kind === undefined ? {} : { filteredBy: changeKinds[kind].label })}
        cells={cells}
        found={found}
        size={size}
        onSize={next => open({ size: next })}
        // What is not decided has neither.
        leftOut={view === 'to-decide' ? ['decided', 'by'] : []}
        rowKey={({ changeId }) => changeId}
        empty={{ text: kind === undefined ? views[view].empty : 'No changes of this kind.' }}
        onExport={(format, about) =>
          downloadFile(exportRegisterChanges, { query: { ...search, format } }, about)
        }
      />
    </>
  )
}

const cells: Cells<RegisterChange> = {
  charity: row => <Link to={staffPaths.registerChange(row.changeId)}>{charityName(row.charityName)}</Link>,
}

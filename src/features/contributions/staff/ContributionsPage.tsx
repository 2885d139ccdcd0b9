import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { AccountNavigation } from '../../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { Can } from '../../../web/session/can.tsx'
import { useCurrentFundId } from '../../../web/session/current-account.ts'
import { useCan, useCurrency } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { contributionFilterLabels } from '../domain/contribution.ts'
import { ContributionsTable } from './ContributionsTable.tsx'
import { contributionsFilters, contributionsSearch, pathOf } from './contributions-view.ts'
import { OpenedForm } from './OpenedForm.tsx'
import { type OpenForm, usePreparing } from './use-preparing.ts'

const choices = () =>
  contributionsFilters.map(value => ({
    value,
    text: value === 'all' ? 'All' : inClientEnglish(contributionFilterLabels[value]),
  }))

/**
 * The contributions that staff expect, and the documents that their donors sign. People on an account's service team see those of the
 * account at which they are.
 */
export function ContributionsPage() {
  const shown = useSearchParams(contributionsSearch)
  const navigate = useNavigate()
  const currency = useCurrency()
  const currentFundId = useCurrentFundId()
  const seesAll = useCan('SUPER_DASHBOARD_VIEW')
  const [form, setForm] = useState<OpenForm>(null)
  const [done, setDone] = useState<string | null>(null)
  const finish = (sentence: string) => {
    setForm(null)
    setDone(sentence)
  }
  const open = (next: OpenForm) => {
    setDone(null)
    setForm(next)
  }
  const preparing = usePreparing(finish)
  return (
    <>
      <PageHeading
        title="Contributions"
        isAboveList
        actions={
          form === 'enter' ? undefined : (
            <Can action="DOCUMENT_MANAGE">
              <Button onPress={() => open('enter')}>Enter a contribution</Button>
            </Can>
          )
        }
        lead="What is expected, and what has arrived"
      >
        Contributions
      </PageHeading>
      {seesAll ? null : <AccountNavigation current="/super-user-dashboard/contributions" />}
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      <OpenedForm
        form={form}
        fundId={seesAll ? null : currentFundId}
        onDone={finish}
        onCancel={() => setForm(null)}
      />
      <ContributionsTable
        key={`${shown.state} ${currency}`}
        shown={shown}
        choices={
          <ChoiceBar
            label="Show contributions"
            choices={choices()}
            value={shown.state}
            onChange={state => void navigate({ to: pathOf({ ...shown, state }), resetScroll: false })}
          />
        }
        fundId={seesAll ? null : currentFundId}
        currency={currency}
        preparing={preparing}
        onCancel={contribution => open({ kind: 'cancel', contribution })}
        onReceive={contribution => open({ kind: 'receive', contribution })}
        onCorrect={(kind, contribution) => open({ kind, contribution })}
      />
    </>
  )
}

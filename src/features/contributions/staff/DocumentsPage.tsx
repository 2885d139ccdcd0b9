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
import { contributionStateLabels } from '../domain/contribution.ts'
import { BounceContribution } from './BounceContribution.tsx'
import { CancelContribution } from './CancelContribution.tsx'
import { ContributionsTable } from './ContributionsTable.tsx'
import { documentsFilters, documentsSearch, pathOf } from './documents-view.ts'
import { EnterContribution } from './EnterContribution.tsx'
import { MoveContribution } from './MoveContribution.tsx'
import { ReceiveContribution } from './ReceiveContribution.tsx'
import { ReverseContribution } from './ReverseContribution.tsx'
import { type OpenForm, usePreparing } from './use-preparing.ts'

const choices = () =>
  documentsFilters.map(value => ({
    value,
    text: value === 'all' ? 'All' : inClientEnglish(contributionStateLabels[value]),
  }))

/**
 * The contributions that staff expect, and the documents that their donors sign. People on an account's service team see those of the
 * account at which they are.
 */
export function DocumentsPage() {
  const shown = useSearchParams(documentsSearch)
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
        title="Documents"
        isAboveList
        actions={
          form === 'enter' ? undefined : (
            <Can action="DOCUMENT_MANAGE">
              <Button onPress={() => open('enter')}>Enter a contribution</Button>
            </Can>
          )
        }
        lead="Expected contributions, and the documents that donors sign for them"
      >
        Documents
      </PageHeading>
      {seesAll ? null : <AccountNavigation current="/super-user-dashboard/documents" />}
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {form === 'enter' ? (
        <EnterContribution
          fundId={seesAll ? null : currentFundId}
          currency={currency}
          onDone={finish}
          onCancel={() => setForm(null)}
        />
      ) : null}
      {form !== null && form !== 'enter' && form.kind === 'receive' ? (
        <ReceiveContribution
          key={form.contribution.contributionId}
          contribution={form.contribution}
          currency={currency}
          onDone={finish}
          onCancel={() => setForm(null)}
        />
      ) : null}
      {form !== null && form !== 'enter' && form.kind === 'cancel' ? (
        <CancelContribution
          key={form.contribution.contributionId}
          contribution={form.contribution}
          onDone={finish}
          onCancel={() => setForm(null)}
        />
      ) : null}
      {form !== null && form !== 'enter' && form.kind === 'reverse' ? (
        <ReverseContribution
          key={form.contribution.contributionId}
          contribution={form.contribution}
          onDone={finish}
          onCancel={() => setForm(null)}
        />
      ) : null}
      {form !== null && form !== 'enter' && form.kind === 'move' ? (
        <MoveContribution
          key={form.contribution.contributionId}
          contribution={form.contribution}
          onDone={finish}
          onCancel={() => setForm(null)}
        />
      ) : null}
      {form !== null && form !== 'enter' && form.kind === 'bounce' ? (
        <BounceContribution
          key={form.contribution.contributionId}
          contribution={form.contribution}
          onDone={finish}
          onCancel={() => setForm(null)}
        />
      ) : null}
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

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../../web/routing/search-params.ts'
import { type CurrentAccount, useCurrentAccount } from '../../../web/session/current-account.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { needsInstruction, type WayToGive, waysToGive } from '../domain/announcement.ts'
import { AnnounceForm } from './AnnounceForm.tsx'
import { getContributionInstructions, type Instructions } from './announcements.contract.ts'
import styles from './Contribute.module.css'
import { type FundContribution, listFundContributions } from './fund-contributions.contract.ts'
import { HowToSend } from './HowToSend.tsx'
import { useLetter } from './use-letter.ts'

const search = z.object({
  way: optionalParam(z.enum(waysToGive)),
  change: optionalParam(z.string().check(z.regex(/^\d{1,15}$/))),
})

type Announced = { contributionId: string; transactionId: number; way: WayToGive; isChange: boolean }

/** /contributions/contribute: how to send each kind of contribution, and the form that announces or changes one (§17). */
export function ContributePage() {
  const account = useCurrentAccount()
  const { way, change } = useSearchParams(search)
  const isChange = change !== undefined
  return (
    <>
      <Breadcrumb pages={[{ title: 'Contributions', to: paths.contributions() }]} />
      <PageHeading
        title="Contribute"
        lead={
          isChange
            ? 'See where to send it. Until it arrives, you can change what you announced.'
            : 'See where to send it, and tell us what is coming, so that we credit it without delay.'
        }
      >
        {isChange ? `Change contribution ${change}` : 'Contribute'}
      </PageHeading>
      {/* Another contribution, or none, is another form. */}
      <Contribute key={change ?? 'new'} account={account} way={way ?? null} change={change ?? null} />
    </>
  )
}

type ContributeProps = { account: CurrentAccount; way: WayToGive | null; change: string | null }

function Contribute({ account, way, change }: ContributeProps) {
  const { fundId } = account
  const instructions = useQuery(query(getContributionInstructions, { params: { fundId } }))
  const sent = { params: { fundId }, query: { keywords: change ?? '' } }
  const changed = useQuery({ ...query(listFundContributions, sent), enabled: change !== null })
  const [announced, setAnnounced] = useState<Announced | null>(null)
  if (instructions.isLoadingError || changed.isLoadingError)
    return <LoadFailure what="The instructions" requests={[instructions, changed]} />
  if (!instructions.data || (change !== null && !changed.data))
    return <Skeleton shape="table" lines={8} label="Loading the instructions" />
  if (announced !== null)
    return (
      <Thanks
        announced={announced}
        account={account}
        instructions={instructions.data}
        onMore={() => setAnnounced(null)}
      />
    )
  const row = changed.data?.data.find(({ transactionId }) => `${transactionId}` === change) ?? null
  const violation = change === null ? instructions.data.violation : changeRefusal(row, change)
  if (violation !== null)
    return (
      <Alert kind="caution">
        <p>{inClientEnglish(violation)}</p>
        <p>
          <Link to={paths.contributions()}>See all contributions</Link>
        </p>
      </Alert>
    )
  return (
    <AnnounceForm
      account={account}
      instructions={instructions.data}
      way={way}
      changed={row}
      onSaved={saved => setAnnounced({ ...saved, isChange: row !== null })}
    />
  )
}

const changeRefusal = (row: FundContribution | null, change: string): string | null => {
  if (row === null) return `There is no contribution ${change} to this account.`
  return row.mayChange ? null : `Contribution ${change} can no longer be changed here.`
}

type ThanksProps = {
  announced: Announced
  account: CurrentAccount
  instructions: Instructions
  onMore: () => void
}

/** What to do with what was announced: the reference, where to send it, and the letter to the custodian. */
function Thanks({ announced, account, instructions, onMore }: ThanksProps) {
  const { contributionId, transactionId, way, isChange } = announced
  const letter = useLetter(account.fundId)
  return (
    <div className={styles.thanks}>
      <Alert kind="success" heading="Thank You" takesFocus>
        <p>
          {isChange
            ? `Contribution ${transactionId} was changed.`
            : `We expect contribution ${transactionId} now. The donors of the account get an e-mail, and another one when it has arrived.`}
        </p>
      </Alert>
      <h2>How to send it</h2>
      <HowToSend way={way} instructions={instructions} reference={String(transactionId)} />
      {letter.failure === null ? null : <Alert kind="danger">{letter.failure}</Alert>}
      <p className={styles.actions}>
        {needsInstruction(way) ? (
          <Button
            kind="primary"
            isPending={letter.saving !== null}
            onPress={() => letter.save(contributionId)}
          >
            Save the letter of instruction
          </Button>
        ) : null}
        <Link to={paths.contributions()} look="button">
          See all contributions
        </Link>
        {isChange ? null : <Button onPress={onMore}>Announce another</Button>}
      </p>
    </div>
  )
}

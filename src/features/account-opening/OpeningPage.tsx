import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Entry, EntryList } from '../../web/ui/sections/EntryList.tsx'
import { StatusChip } from '../../web/ui/text/StatusChip.tsx'
import styles from './AccountOpening.module.css'
import { type ApplicationSummary, listApplications, startApplication } from './account-opening.contract.ts'
import { donorSigns, type StartedAs, stateLabels } from './domain/application.ts'

/** The introduction that an applicant reads, by their relation to the application. */
const ways = {
  donor: {
    button: 'Open an account for myself',
    text: 'You are the first donor. You can add other donors, who sign for themselves.',
  },
  advisor: {
    button: 'Prepare an account for a client',
    text: 'You fill in the application, and your client signs it. They don’t need a login, and you never sign for them.',
  },
  banker: {
    button: 'Prepare an account for a client',
    text: 'You fill in the application, and your client signs it. They don’t need a login, and you never sign for them.',
  },
  staff: {
    button: 'Prepare an account for a donor',
    text: 'You fill in the application, and the donor signs it. They don’t need a login. A colleague reviews it.',
  },
} as const satisfies Record<StartedAs, { button: string; text: string }>

/** /new-account-opening (§17): starts an application, and lists the person's own and those that wait for their signature. */
export function OpeningPage() {
  const applications = useQuery(query(listApplications, {}))
  const { displayName } = clientContext().clientSettings
  return (
    <>
      <PageHeading
        title="Open a New Account"
        lead={`A donor-advised fund at ${displayName}, in a few short steps. Everything is saved as you go.`}
      >
        Open a New Account
      </PageHeading>
      {applications.isLoadingError ? (
        <LoadFailure what="Your applications" requests={[applications]} />
      ) : null}
      {applications.isPending ? <Skeleton shape="text" lines={6} label="Loading your applications" /> : null}
      {applications.data ? (
        <>
          <StartApplication ways={applications.data.startRoles} />
          <Applications rows={applications.data.data} />
        </>
      ) : null}
    </>
  )
}

function StartApplication({ ways: startRoles }: { ways: readonly StartedAs[] }) {
  const navigate = useNavigate()
  // A double click or a repeat after a lost reply starts one application.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [isPending, setPending] = useState(false)
  const { phone } = clientContext().clientSettings.support
  const start = async (startedAs: StartedAs) => {
    setPending(true)
    try {
      const body = { data: { type: 'command' as const, attributes: { startedAs } } }
      const { applicationId } = await call(startApplication, { body }, { idempotencyKey })
      await navigate({ to: paths.applicationStep('account', applicationId) })
    } catch (failure) {
      showFailure(failure)
      setPending(false)
    }
  }
  if (startRoles.length === 0)
    return (
      <p>
        To open an account, {inClientEnglish('call us on')} {phone}. If you already have an account, you can
        also start here.
      </p>
    )
  return (
    <section className={styles.section}>
      <h2>Get started</h2>
      <p>
        You’ll need details of the first contribution, and for each donor:{' '}
        {inClientEnglish('name, address, e-mail, phone number{,} and date of birth')}.
      </p>
      {startRoles.map(as => (
        <div key={as} className={styles.way}>
          <Button kind="primary" isDisabled={isPending} onPress={() => void start(as)}>
            {ways[as].button}
          </Button>
          <p>{ways[as].text}</p>
        </div>
      ))}
    </section>
  )
}

function Applications({ rows }: { rows: readonly ApplicationSummary[] }) {
  if (rows.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Your applications</h2>
      <EntryList>
        {rows.map(row => (
          <Entry
            key={row.applicationId}
            action={
              <p>
                {row.maySign ? (
                  <StatusChip sign="waiting">Waiting for your signature</StatusChip>
                ) : (
                  <StatusChip sign={donorSigns[row.state]}>{stateLabels[row.state]}</StatusChip>
                )}
              </p>
            }
          >
            <Link to={paths.applicationStep(row.state === 'draft' ? 'review' : 'sign', row.applicationId)}>
              {row.accountName.trim() === '' ? `Application ${row.reference}` : row.accountName}
            </Link>
            <p>
              {[
                `Application ${row.reference}`,
                row.donors,
                `changed ${formatDate(row.changedDate, clientContext().clientSettings.locale)}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          </Entry>
        ))}
      </EntryList>
    </section>
  )
}

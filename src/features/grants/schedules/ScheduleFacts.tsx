import { addDays, formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { recommendedBy } from '../domain/advice-text.ts'
import { donorChoices } from '../grant-labels.ts'
import { frequencies, scheduleEnd } from './domain/schedule.ts'
import type { Schedule } from './schedules.contract.ts'

/** The terms of a schedule, and the end of its certification. */
export function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const { locale } = clientContext().clientSettings
  const { frequency, startsOn, certifiedOn, certifyAgainBy, state } = schedule
  const first = formatDate(startsOn, locale)
  const runs = state === 'active' || state === 'paused'
  return (
    <DescriptionList
      items={[
        {
          term: 'How often',
          description: frequency === 'once' ? `Once, on ${first}` : `${frequencies[frequency]} from ${first}`,
        },
        ...(frequency === 'once' ? [] : [{ term: 'Ends', description: endText(schedule, locale) }]),
        ...donorChoices(schedule, locale),
        {
          term: 'Created',
          description: [
            formatDate(schedule.createdDate, locale),
            recommendedBy(schedule.createdByName, schedule.advice, locale),
          ].join(schedule.createdByName === null ? ', ' : ' '),
        },
        {
          term: 'Certified',
          description: [
            formatDate(certifiedOn, locale),
            recommendedBy(schedule.certifiedByName, schedule.advice, locale),
          ].join(schedule.certifiedByName === null ? ', ' : ' '),
        },
        ...(runs
          ? [
              {
                term: 'Certification valid through',
                description: formatDate(addDays(certifyAgainBy, -1), locale),
              },
            ]
          : []),
      ]}
    />
  )
}

function endText(schedule: Schedule, locale: string): string {
  const end = scheduleEnd(schedule)
  switch (end.kind) {
    case 'never':
      return 'When you stop it'
    case 'on':
      return `On ${formatDate(end.day, locale)}`
    case 'after':
      return `After ${end.count} ${end.count === 1 ? 'grant' : 'grants'}`
  }
}

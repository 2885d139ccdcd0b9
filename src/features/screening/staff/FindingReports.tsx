import { useState } from 'react'
import * as z from 'zod/mini'
import { dateOf, formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  downloadFindingRecord,
  type FindingDetails,
  findingReport,
  recordFindingReport,
} from '../findings.contract.ts'

/** What was reported to the authority, the record for it, and the form for another report. */
export function FindingReports({ details }: { details: FindingDetails }) {
  const { clientSettings } = clientContext()
  const mayReport = useCan('SANCTIONS_DECIDE')
  const { findingId, reportBy, reportedOn, reports } = details
  return (
    <>
      {reportBy === null ? null : (
        <p>
          {reportedOn === null
            ? `Report it to the authority by ${formatDate(reportBy, clientSettings.locale)}. The record below has what the report asks for.`
            : `Reported on ${formatDate(reportedOn, clientSettings.locale)}.`}
        </p>
      )}
      {reports.length === 0 ? null : (
        <DescriptionList
          items={reports.map(each => ({
            term: formatDate(each.reportedOn, clientSettings.locale),
            description: `${each.reference} (${each.byName}, ${formatInstant(each.at, clientSettings)})`,
          }))}
        />
      )}
      <RecordFile findingId={findingId} />
      {reportBy !== null && mayReport ? <ReportForm key={reports.length} details={details} /> : null}
    </>
  )
}

function RecordFile({ findingId }: { findingId: string }) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      await downloadFile(
        downloadFindingRecord,
        { params: { findingId } },
        { signal: new AbortController().signal, onProgress: () => undefined },
      )
    } catch (failure) {
      showFailure(failure)
    } finally {
      setPending(false)
    }
  }
  return (
    <div>
      <Button isPending={isPending} pendingText="Processing..." onPress={() => void save()}>
        Save the record as PDF
      </Button>
    </div>
  )
}

const schema = z.object({
  ...findingReport.shape,
  reportedOn: requiredDate('Enter the day of the report'),
})

function ReportForm({ details: { findingId } }: { details: FindingDetails }) {
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const form = useForm({
    schema,
    initial: { reportedOn: today, reference: '' },
    save: attributes =>
      call(recordFindingReport, {
        params: { findingId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: () => {
      showToast({ className: 'success', header: 'The report was recorded.' })
      void refreshAll()
    },
  })
  return (
    <Form form={form} guardsChanges={false} label="Record the report">
      <DateField label="Reported on" latest={today} isRequired {...form.field('reportedOn')} />
      <TextField
        label="Reference"
        hint="As the authority names the report."
        isRequired
        {...form.field('reference')}
      />
      <SubmitRow isPending={form.isPending} submitText="Record the report" />
    </Form>
  )
}

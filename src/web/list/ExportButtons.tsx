import { useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Alert } from '../ui/notices/Alert.tsx'
import { ProgressBar } from '../ui/progress/ProgressBar.tsx'
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx'
import { type DownloadProgress, downloadFailure } from './download-file.ts'
import styles from './ListTable.module.css'

/** Downloads the list in a format; `downloadFile` with the list's endpoint and filter. */
export type ExportList = (
  format: ExportFormat,
  about: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
) => Promise<{ name: string; totalRows: number | null }>

type ExportButtonsProps = {
  /** What is exported, for screen readers: “accounts”. */
  what: string
  /** The text before the formats; “Export” by default. */
  label?: string
  onExport: ExportList
  locale: string
}

type State =
  | { at: 'ready' }
  | { at: 'running'; progress: DownloadProgress | 'starting' }
  | { at: 'done'; name: string; totalRows: number | null }
  | { at: 'cancelled' }
  | { at: 'failed'; sentence: string }

const formats = [
  { format: 'xlsx', text: 'Excel' },
  { format: 'csv', text: 'CSV' },
] as const satisfies { format: ExportFormat; text: string }[]

/** Exports a list as a workbook or as comma-separated values, with its progress; it can be cancelled. */
export function ExportButtons({ what, label, onExport, locale }: ExportButtonsProps) {
  const [state, setState] = useState<State>({ at: 'ready' })
  const running = useRef<AbortController>(null)
  // A person who closes the list no longer waits for its file.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (format: ExportFormat) => {
    const controller = new AbortController()
    running.current = controller
    setState({ at: 'running', progress: 'starting' })
    try {
      const { signal } = controller
      const onProgress = (progress: DownloadProgress) => setState({ at: 'running', progress })
      setState({ at: 'done', ...(await onExport(format, { signal, onProgress })) })
    } catch (failure) {
      setState(
        controller.signal.aborted
          ? { at: 'cancelled' }
          : {
              at: 'failed',
              sentence: downloadFailure(failure, 'The export didn’t finish. Please try again.'),
            },
      )
    }
  }
  const isRunning = state.at === 'running'
  return (
    <div className={styles.export}>
      <div className={styles.formats}>
        <span aria-hidden="true">{label ?? 'Export'}</span>
        {formats.map(({ format, text }) => (
          <Button key={format} kind="text" isPending={isRunning} onPress={() => void start(format)}>
            <VisuallyHidden>{label ?? `Export ${what}`} as </VisuallyHidden>
            {text}
          </Button>
        ))}
      </div>
      {isRunning ? (
        <div className={styles.running}>
          <Running what={what} progress={state.progress} locale={locale} />
          <Button kind="text" onPress={() => running.current?.abort()}>
            Cancel
            <VisuallyHidden> the export</VisuallyHidden>
          </Button>
        </div>
      ) : null}
      {state.at === 'failed' ? <Alert kind="danger">{state.sentence}</Alert> : null}
      <p role="status" className={styles.status}>
        {statusOf(state, locale)}
      </p>
    </div>
  )
}

function Running({
  what,
  progress,
  locale,
}: Pick<ExportButtonsProps, 'what' | 'locale'> & { progress: DownloadProgress | 'starting' }) {
  const number = (value: number) => value.toLocaleString(locale)
  if (progress === null) return <ProgressBar label={`Exporting ${what}`} text="Downloading" />
  if (progress === 'starting') return <ProgressBar label={`Exporting ${what}`} text="Starting" />
  return (
    <ProgressBar
      label={`Exporting ${what}`}
      value={progress.rows}
      max={Math.max(1, progress.totalRows)}
      text={`About ${number(progress.rows)} of ${number(progress.totalRows)} rows`}
    />
  )
}

function statusOf(state: State, locale: string): string {
  if (state.at === 'cancelled') return localEnglish('The export was cancelled. Nothing was saved.', locale)
  if (state.at !== 'done') return ''
  if (state.totalRows === null) return `${state.name} was downloaded.`
  const rows = state.totalRows === 1 ? '1 row' : `${state.totalRows.toLocaleString(locale)} rows`
  return `${state.name} was downloaded with ${rows}.`
}

import { dateOf, formatDate } from '../../../../domain/dates.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { ExternalLink } from '../../../../web/ui/actions/ExternalLink.tsx'
import type { ManagedFile } from '../../../files/files.contract.ts'
import { FileCommands } from './FileCommands.tsx'
import styles from './Files.module.css'
import { factsText, isPicture } from './file-labels.ts'

type FileCardProps = { file: ManagedFile; onChoose?: (file: ManagedFile) => void }

/** One file: its facts, description and uses. */
export function FileCard({ file, onChoose }: FileCardProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const { href, name, mediaType, alt, uploadedBy, uploadedAt, usedBy } = file
  return (
    <article aria-label={name} className={styles.card}>
      <div className={styles.thumb}>
        {isPicture(mediaType) ? (
          <img src={href} alt={alt} loading="lazy" />
        ) : (
          <span aria-hidden="true">PDF</span>
        )}
      </div>
      <div className={styles.facts}>
        <ExternalLink href={href}>{name}</ExternalLink>
        <span className={styles.note}>{factsText(file, locale)}</span>
        {alt === '' ? null : <span>“{alt}”</span>}
        <span className={styles.note}>
          {uploadedBy}, {formatDate(dateOf(new Date(uploadedAt), timeZone), locale)}
        </span>
        <span className={styles.note}>
          {usedBy.length === 0 ? 'Not used, or only in drafts' : `Used in: ${usedBy.join('; ')}`}
        </span>
        {onChoose ? (
          <div className={styles.buttons}>
            <Button aria-label={`Choose ${name}`} onPress={() => onChoose(file)}>
              Choose
            </Button>
          </div>
        ) : (
          <FileCommands file={file} />
        )}
      </div>
    </article>
  )
}

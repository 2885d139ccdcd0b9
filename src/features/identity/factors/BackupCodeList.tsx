import styles from './Codes.module.css'

export function BackupCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ol className={styles.codes}>
      {codes.map(code => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  )
}

/** Says whether the codes were copied; reserves the height of the sentence. */
export function CopyNotice({ copied }: { copied: boolean | null }) {
  return (
    <p role="status" className={styles.copied}>
      {copied === true ? 'Copied' : null}
      {copied === false ? 'Your browser blocked copying. Print the codes or write them down.' : null}
    </p>
  )
}

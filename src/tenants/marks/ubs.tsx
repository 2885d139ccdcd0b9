/** UBS's mark in this portal: a bridge of three spans over still water. Drawn for this project; not the bank's own. */
export function Mark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="currentColor">
      <path d="M2 14h44v4H2zM2 20h44v14h-3.2a6.8 6.8 0 0 0-13.6 0h-.4a6.8 6.8 0 0 0-9.6 0h-.4a6.8 6.8 0 0 0-13.6 0H2z" />
      <path d="M2 38h20v2.2H2zM26 38h20v2.2H26z" fill="var(--accent)" />
    </svg>
  )
}

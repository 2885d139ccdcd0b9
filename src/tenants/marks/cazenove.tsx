/** Cazenove's mark in this portal: a rose of eight petals, as it is cut over a door. Drawn for this project. */
export function Mark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
      {[0, 45, 90, 135, 180, 225, 270, 315].map(turn => (
        <path
          key={turn}
          d="M24 19c-4.2-4.6-4.8-11.5 0-17 4.8 5.5 4.2 12.4 0 17Z"
          transform={`rotate(${turn} 24 24)`}
        />
      ))}
      <circle cx="24" cy="24" r="4.2" fill="var(--accent)" stroke="none" />
    </svg>
  )
}

import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import styles from './Users.module.css'

/** Says of a right by a set that it keeps other permissions than the set has today. */
export const DiffersFromSet = () => (
  <p className={styles.note}>
    The set has other permissions today. This right keeps those that it was given with.{' '}
    <Link to={staffPaths.namedSets()}>See the named sets</Link>
  </p>
)
